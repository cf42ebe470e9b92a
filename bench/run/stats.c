/* SPDX-License-Identifier: MIT */
/* stats.c - robust statistics of a handful of samples; pure functions */

#include "bench/run/stats.h"

#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

double stats_median(double *values, size_t count)
{
	qsort(values, count, sizeof(values[0]), by_value);
	if (count % 2 == 1)
		return values[count / 2];
	return values[count / 2 - 1] + (values[count / 2] - values[count / 2 - 1]) / 2;
}

double stats_spread(const double *values, size_t count)
{
	double copy[SAMPLES_MAX], median;

	if (count < 2)
		return NAN;
	memcpy(copy, values, count * sizeof(copy[0]));
	median = stats_median(copy, count);
	for (size_t i = 0; i < count; i++)
		copy[i] = fabs(values[i] - median);
	if (median == 0) /* all zero, or nothing to relate to */
		return stats_median(copy, count) == 0 ? 0 : INFINITY;
	return stats_median(copy, count) / fabs(median);
}

double stats_median_precision(const double *values, size_t count)
{
	double sorted[SAMPLES_MAX], median, reach = 1.96 * sqrt((double)count) / 2;
	size_t low = 0, high = count - 1;

	memcpy(sorted, values, count * sizeof(sorted[0]));
	median = stats_median(sorted, count); /* sorts */
	if (count >= 6) {
		low = (size_t)fmax(0, floor((double)count / 2 - reach) - 1);
		high = (size_t)fmin((double)count - 1, ceil((double)count / 2 + reach));
	}
	if (median == 0)
		return sorted[high] == sorted[low] ? 0 : INFINITY;
	return (sorted[high] - sorted[low]) / 2 / fabs(median);
}
