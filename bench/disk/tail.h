/* SPDX-License-Identifier: MIT */
/* tail.h - the slow end of a histogram of latencies, as far as its count reaches */

#ifndef ASSAY_DISK_TAIL_H
#define ASSAY_DISK_TAIL_H

#include "bench/bench.h"
#include "bench/io/histogram.h"

/*
 * How many values the percentile @percent (0 to below 100) needs: as many as leave ten beyond
 * it, so that its rank is known to a third: 1,000 for the 99th, 1,000,000 for 99.999.
 */
uint64_t tail_needs(double percent);

/* The values that the last percentile of tail_add() needs. */
uint64_t tail_wants(void);

/*
 * Add a metric for each of the percentiles 50, 90, 99, 99.9, 99.99 and 99.999 that @histogram
 * has enough values for: latency_p50 ... latency_p99999.
 */
void tail_add(struct run *run, const struct histogram *histogram);

#endif
