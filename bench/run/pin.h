/* SPDX-License-Identifier: MIT */
/* pin.h - keep a job of one thread on one CPU: it neither wanders nor loses its caches */

#ifndef ASSAY_PIN_H
#define ASSAY_PIN_H

#include "bench/lib/base.h"

/*
 * Choose, of the CPUs that this process may use, the one with the fewest interrupts
 * of devices so far; not CPU 0, which does the housekeeping, if there is another.
 *
 * Returns its number, or -errno if /proc below @root does not say.
 */
int pin_choose(const char *root);

/* Keep this process, and what it starts, on @cpu. Returns 0 or -errno. */
MUST_CHECK int pin_to(unsigned cpu);

#endif
