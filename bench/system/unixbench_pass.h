/* SPDX-License-Identifier: MIT */
/* unixbench_pass.h - what surrounds a pass */

#ifndef ASSAY_SYSTEM_UNIXBENCH_PASS_H
#define ASSAY_SYSTEM_UNIXBENCH_PASS_H

#include "bench/system/unixbench.h"

/*
 * Flush the disks and give them time: sync, sleep, sync, sleep. In a shortened plan
 * nothing: its numbers are compared with no others, and flushing may take long.
 */
void pass_flush(const struct run *run, unsigned first_s, unsigned second_s);

#endif
