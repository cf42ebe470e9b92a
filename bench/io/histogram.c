/* SPDX-License-Identifier: MIT */
/* histogram.c - count latencies in buckets that grow with them; percentiles within 1 % */

#include "bench/io/histogram.h"

#include <math.h>

#define STEPS (1u << HISTOGRAM_STEP_BITS)

void histogram_merge(struct histogram *sum, const struct histogram *more)
{
	if (more->count == 0)
		return;
	sum->count += more->count;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		sum->buckets[i] += more->buckets[i];
}

uint64_t histogram_count_below(const struct histogram *histogram, uint64_t limit)
{
	uint64_t count = 0;

	for (unsigned i = 0; i < HISTOGRAM_BUCKETS && histogram_value(i) < (double)limit; i++)
		count += histogram->buckets[i];
	return count;
}

double histogram_value(unsigned bucket)
{
	unsigned shift;

	if (bucket < 2 * STEPS)
		return bucket;
	shift = (bucket >> HISTOGRAM_STEP_BITS) - 1;
	return ldexp((bucket % STEPS) + STEPS + 0.5, (int)shift);
}

double histogram_percentile(const struct histogram *histogram, double percent)
{
	uint64_t rank = (uint64_t)ceil((double)histogram->count * percent / 100);
	uint64_t seen = 0;

	if (histogram->count == 0)
		return 0;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += histogram->buckets[i];
		if (seen >= rank && seen > 0)
			return histogram_value(i);
	}
	return histogram_value(HISTOGRAM_BUCKETS - 1);
}
