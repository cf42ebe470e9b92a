/* SPDX-License-Identifier: MIT */
/* quiet.h - what makes numbers differ from run to run: set before, put back after */

#ifndef ASSAY_QUIET_H
#define ASSAY_QUIET_H

#include "bench/run/event.h"

/*
 * Set the clocks of the CPUs to performance, the NMI watchdog and the statistics of
 * the kernel to silence, in the /proc and /sys below @root ("" = this machine), and
 * say in one note what was and what is, in another what could not be set.
 *
 * A small process waits until this one dies, by whatever cause, and puts back what
 * is still set then. One at a time; quiet_end() must follow.
 */
void quiet_begin(const char *root, const struct event_listener *listener);

/* Put every value back exactly as it was. */
void quiet_end(const struct event_listener *listener);

#endif
