/* SPDX-License-Identifier: MIT */
/* histogram.h - count latencies in buckets that grow with them; percentiles within 1 % */

#ifndef ASSAY_DISK_HISTOGRAM_H
#define ASSAY_DISK_HISTOGRAM_H

#include "bench/lib/base.h"

#define HISTOGRAM_STEP_BITS 6 /* 64 buckets for each power of two */
#define HISTOGRAM_BUCKETS ((64 - HISTOGRAM_STEP_BITS + 1) << HISTOGRAM_STEP_BITS)

struct histogram {
	uint64_t count; /* of all values */
	uint32_t buckets[HISTOGRAM_BUCKETS];
};

void histogram_add(struct histogram *histogram, uint64_t value);

/*
 * The value that @percent of the values do not exceed (nearest rank); 0 without values.
 *
 * @percent  above 0, up to 100
 * Error: exact below 128, else at most 1/128 of the value.
 */
double histogram_percentile(const struct histogram *histogram, double percent);

#endif
