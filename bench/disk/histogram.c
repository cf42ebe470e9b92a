/* SPDX-License-Identifier: MIT */
/* histogram.c - count latencies in buckets that grow with them; percentiles within 1 % */

#include "bench/disk/histogram.h"

#include <math.h>

#define STEPS (1u << HISTOGRAM_STEP_BITS)

/*
 * Below 2 * STEPS each value has a bucket of its own. From there on, each power of
 * two has STEPS buckets of equal width: the first bits of the value say which.
 */
static unsigned bucket_of(uint64_t value)
{
	unsigned shift;

	if (value < 2 * STEPS)
		return (unsigned)value;
	shift = 63 - (unsigned)__builtin_clzll(value) - HISTOGRAM_STEP_BITS;
	return (shift << HISTOGRAM_STEP_BITS) + (unsigned)(value >> shift);
}

/* The middle of a bucket. */
static double value_of(unsigned bucket)
{
	unsigned shift;

	if (bucket < 2 * STEPS)
		return bucket;
	shift = (bucket >> HISTOGRAM_STEP_BITS) - 1;
	return ldexp((bucket % STEPS) + STEPS + 0.5, (int)shift);
}

void histogram_add(struct histogram *histogram, uint64_t value)
{
	histogram->buckets[bucket_of(value)]++;
	histogram->count++;
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
			return value_of(i);
	}
	return value_of(HISTOGRAM_BUCKETS - 1);
}
