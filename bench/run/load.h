/* SPDX-License-Identifier: MIT */
/* load.h - who had the CPUs: this job, others, the hypervisor, or nobody because of a quota */

#ifndef ASSAY_LOAD_H
#define ASSAY_LOAD_H

#include "bench/lib/base.h"

/* One look. All but the clocks counts from some start, of the machine or the process. */
struct load {
	uint64_t now_ns;
	int64_t wall_offset_ns; /* wall clock minus clock_now_ns(): changes only when it is set */
	uint64_t busy_ns;       /* all CPUs, any process and the kernel, without interrupts */
	uint64_t steal_ns;      /* all CPUs, taken by the hypervisor */
	uint64_t own_ns;        /* this process, its children that have ended, and theirs */
	uint64_t quota_stops;   /* of the control groups this process is in, and those above */
};

/* Look now; what /proc and /sys below @root do not say is 0. */
void load_look(struct load *load, const char *root);

/*
 * What two looks say about the job between them: enum warning bits.
 *
 * steal:       more than 1 % of the job's CPU time
 * other-load:  more than 5 % of one CPU
 * clock-stepped: by more than 10 ms
 * throttled:   the quota of a control group stopped it
 *
 * The kernel counts CPU time in ticks of up to 10 ms: two of them prove nothing.
 */
uint32_t load_warnings(const struct load *before, const struct load *after);

#endif
