/* SPDX-License-Identifier: MIT */
/* cost.h - the CPU time that I/O takes: of this process, and of the whole machine */

#ifndef ASSAY_DISK_COST_H
#define ASSAY_DISK_COST_H

#include "bench/bench.h"

/* CPU time: counted from some start when looked at, or spent between two looks. */
struct cost {
	uint64_t own_ns;     /* this process with its threads, and what the kernel does in them */
	uint64_t machine_ns; /* all CPUs, interrupts and workers of the kernel included */
};

/* Look now. What /proc below @root ("" = this machine) does not say is 0. */
void cost_look(struct cost *cost, const char *root);

/* Look now, and add to @spent what has passed since @start. */
void cost_add(struct cost *spent, const struct cost *start, const char *root);

/*
 * Note what each of @ios I/Os cost, as cpu_per_io_ns and machine_cpu_per_io_ns. The kernel
 * counts the machine's time in ticks of up to 10 ms, and whatever else runs is in it.
 */
void cost_note(struct run *run, const struct cost *spent, uint64_t ios);

#endif
