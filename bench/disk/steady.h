/* SPDX-License-Identifier: MIT */
/* steady.h - has a solid-state disk come to rest under a load? A pure rule */

#ifndef ASSAY_DISK_STEADY_H
#define ASSAY_DISK_STEADY_H

#include "bench/lib/base.h"

#define STEADY_ROUNDS 5      /* a measurement window */
#define STEADY_ROUNDS_MAX 25 /* not steady by then: the last window counts, and is flagged */

/* What the last STEADY_ROUNDS values say. */
struct steadiness {
	double average;
	double excursion; /* greatest minus least, as a share of the average */
	double slope;     /* of the straight line through them, end to end, as a share of it */
};

/*
 * Judge the last STEADY_ROUNDS of @count values, one from each round: steady when the excursion
 * is at most 20 % and the slope, up or down, at most 10 %.
 *
 * Returns false, with zeroes, for fewer values or an average that is not above 0.
 * Source: SNIA Solid State Storage Performance Test Specification 2.0.2, "steady state".
 */
bool steady_judge(const double *values, unsigned count, struct steadiness *steadiness);

#endif
