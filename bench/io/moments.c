/* SPDX-License-Identifier: MIT */
/* moments.c - mean, deviation, least and most of values that pass by */

#include "bench/io/moments.h"

#include <math.h>

void moments_merge(struct moments *sum, const struct moments *more)
{
	if (more->count == 0)
		return;
	if (sum->count == 0 || more->min < sum->min)
		sum->min = more->min;
	if (more->max > sum->max)
		sum->max = more->max;
	sum->count += more->count;
	sum->sum += more->sum;
	sum->squares += more->squares;
}

double moments_mean(const struct moments *moments)
{
	return moments->count ? (double)moments->sum / (double)moments->count : 0;
}

/*
 * count * squares - sum * sum, divided by count * (count - 1): the difference is exact as long
 * as it fits 128 bits, which 10^9 values of 17 minutes each do.
 */
double moments_deviation(const struct moments *moments)
{
	unsigned __int128 n = moments->count, difference;

	if (moments->count < 2)
		return 0;
	difference = n * moments->squares - (unsigned __int128)moments->sum * moments->sum;
	return sqrt((double)difference / ((double)moments->count * (double)(moments->count - 1)));
}
