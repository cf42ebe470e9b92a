/* SPDX-License-Identifier: MIT */
/* cpus.h - the CPUs that this process may run on, one of each core first */

#ifndef ASSAY_CPUS_H
#define ASSAY_CPUS_H

#include "bench/lib/base.h"

#define CPUS_MAX 8192 /* as many as Linux on x86-64 can have */

/*
 * ids[0] to ids[cores - 1] are each on a core of their own; then come the second hardware
 * threads of the cores, then third ones. Within each part they count up.
 */
struct cpus {
	unsigned count, cores;
	unsigned ids[CPUS_MAX]; /* as in /sys/devices/system/cpu/cpuN */
};

/* Find the CPUs that this thread may run on. @cpus is never empty: at worst it is CPU 0. */
void cpus_find(struct cpus *cpus);

/*
 * Bring the CPUs, whose ids count up, into the order above.
 *
 * @root  prefix of /sys: "" on a live machine. Without a topology each CPU is a core.
 */
void cpus_order(struct cpus *cpus, const char *root);

/* Leave only those CPUs that are in @list, "0-3,8"; their order stays. */
void cpus_keep(struct cpus *cpus, const char *list);

#endif
