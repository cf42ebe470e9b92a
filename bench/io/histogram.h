/* SPDX-License-Identifier: MIT */
/* histogram.h - count latencies in buckets that grow with them; percentiles within 1 % */

#ifndef ASSAY_IO_HISTOGRAM_H
#define ASSAY_IO_HISTOGRAM_H

#include "bench/lib/base.h"

#define HISTOGRAM_STEP_BITS 6 /* 64 buckets for each power of two */
#define HISTOGRAM_BUCKETS ((64 - HISTOGRAM_STEP_BITS + 1) << HISTOGRAM_STEP_BITS)

struct histogram {
	uint64_t count; /* of all values */
	uint64_t buckets[HISTOGRAM_BUCKETS];
};

/*
 * Below 128 each value has a bucket of its own. From there on, each power of two has 64
 * buckets of equal width: the first bits of the value say which.
 */
static inline unsigned histogram_bucket(uint64_t value)
{
	unsigned shift;

	if (value < 2u << HISTOGRAM_STEP_BITS)
		return (unsigned)value;
	shift = 63 - (unsigned)__builtin_clzll(value) - HISTOGRAM_STEP_BITS;
	return (shift << HISTOGRAM_STEP_BITS) + (unsigned)(value >> shift);
}

static inline void histogram_add(struct histogram *histogram, uint64_t value)
{
	histogram->buckets[histogram_bucket(value)]++;
	histogram->count++;
}

void histogram_merge(struct histogram *sum, const struct histogram *more);

/* How many values are below @limit: exactly below 128, else to a bucket. */
uint64_t histogram_count_below(const struct histogram *histogram, uint64_t limit);

/* The middle of a bucket. */
double histogram_value(unsigned bucket);

/*
 * The value that @percent of the values do not exceed (nearest rank); 0 without values.
 *
 * @percent  above 0, up to 100
 * Error: exact below 128, else at most 1/128 of the value.
 */
double histogram_percentile(const struct histogram *histogram, double percent);

#endif
