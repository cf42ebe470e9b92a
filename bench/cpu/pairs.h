/* SPDX-License-Identifier: MIT */
/* pairs.h - two CPUs that pass a number to and fro: of cpu.latency */

#ifndef ASSAY_CPU_PAIRS_H
#define ASSAY_CPU_PAIRS_H

#include "bench/lib/base.h"
#include "bench/lib/cpus.h"

#define PAIRS_CPUS_MAX 64 /* of more, this many are taken, evenly */
#define PAIRS_MAX (PAIRS_CPUS_MAX * (PAIRS_CPUS_MAX - 1) / 2)

/* Places in the list of CPUs that was chosen. */
struct pair {
	unsigned a, b;
};

/* What came in a cache line instead of the next number. */
struct wrong_number {
	bool is;
	unsigned reader, writer; /* CPUs */
	uint64_t seen, wanted;
};

/* Choose from the CPUs @from at most PAIRS_CPUS_MAX, evenly. Returns how many are in @chosen. */
unsigned pairs_choose(const struct cpus *from, unsigned chosen[PAIRS_CPUS_MAX]);

/* All pairs of @count things: (0,1) (0,2) ... (1,2) ... Returns how many there are. */
unsigned pairs_list(unsigned count, struct pair pairs[PAIRS_MAX]);

/*
 * Let the two CPUs pass numbers for @samples times @sample_ns: each_ns[] is half of a round
 * trip in each sample, in ns. @wrong is set at the first wrong number.
 *
 * Returns 0 or negative errno.
 */
MUST_CHECK int pair_measure(const unsigned cpus[2], uint64_t sample_ns, unsigned samples,
                            double *each_ns, struct wrong_number *wrong);

#endif
