/* SPDX-License-Identifier: MIT */
/* moments.h - mean, deviation, least and most of values that pass by, at little cost each */

#ifndef ASSAY_IO_MOMENTS_H
#define ASSAY_IO_MOMENTS_H

#include "bench/lib/base.h"

struct moments {
	uint64_t count, sum, min, max; /* min and max are 0 without values */
	unsigned __int128 squares;     /* sum of squares: exact, so that differences are */
};

static inline void moments_add(struct moments *moments, uint64_t value)
{
	if (moments->count++ == 0 || value < moments->min)
		moments->min = value;
	if (value > moments->max)
		moments->max = value;
	moments->sum += value;
	moments->squares += (unsigned __int128)value * value;
}

void moments_merge(struct moments *sum, const struct moments *more);

double moments_mean(const struct moments *moments); /* 0 without values */

/* Of a sample: divided by count - 1; 0 for fewer than two values. */
double moments_deviation(const struct moments *moments);

#endif
