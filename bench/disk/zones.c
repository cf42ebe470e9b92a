/* SPDX-License-Identifier: MIT */
/* zones.c - which parts of a disk are slower than those around them */

#include "bench/disk/zones.h"

/* The median of @count values; puts them in order. */
static double median(double *values, unsigned count)
{
	for (unsigned i = 1; i < count; i++)
		for (unsigned j = i; j > 0 && values[j - 1] > values[j]; j--) {
			double value = values[j];

			values[j] = values[j - 1];
			values[j - 1] = value;
		}
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

double zone_share(const double *speeds, unsigned count, unsigned at)
{
	double neighbours[2 * ZONE_NEIGHBOURS], middle;
	unsigned first = at > ZONE_NEIGHBOURS ? at - ZONE_NEIGHBOURS : 0, found = 0;

	for (unsigned i = first; i < count && i <= at + ZONE_NEIGHBOURS; i++)
		if (i != at)
			neighbours[found++] = speeds[i];
	middle = found ? median(neighbours, found) : 0;
	return middle > 0 ? speeds[at] / middle : 1;
}
