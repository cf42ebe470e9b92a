/* SPDX-License-Identifier: MIT */
/* pairs.h - two CPUs that pass a number to and fro: of cpu.latency */

#ifndef ASSAY_CPU_PAIRS_H
#define ASSAY_CPU_PAIRS_H

#include "bench/lib/base.h"
#include "bench/lib/cpus.h"

#define PAIRS_MAX 240
#define PAIRS_FIRST 15 /* these begin with the first CPU */

/* Places in the list of CPUs. */
struct pair {
	unsigned a, b;
};

struct pairs {
	unsigned count;
	struct pair pairs[PAIRS_MAX];
};

/* What came in a cache line instead of the next number. */
struct wrong_number {
	bool is;
	unsigned reader, writer; /* CPUs */
	uint64_t seen, wanted;
};

/*
 * Choose from all pairs of @cpu_count CPUs, 2 or more: those of the first CPU with the next
 * ones, then all others, or as many as there is room for, by chance.
 */
void pairs_choose(struct pairs *pairs, unsigned cpu_count);

/*
 * Let the two CPUs pass numbers for @samples times @sample_ns: each_ns[] is half of a round
 * trip in each sample, in ns. @wrong is set at the first wrong number.
 *
 * Returns 0 or negative errno.
 */
MUST_CHECK int pair_measure(const unsigned cpus[2], uint64_t sample_ns, unsigned samples,
                            double *each_ns, struct wrong_number *wrong);

#endif
