/* SPDX-License-Identifier: MIT */
/* steady.c - has a solid-state disk come to rest under a load? */

#include "bench/disk/steady.h"

#include <math.h>

#define EXCURSION_MAX 0.20
#define SLOPE_MAX 0.10

bool steady_judge(const double *values, unsigned count, struct steadiness *steadiness)
{
	const double middle = (STEADY_ROUNDS - 1) / 2.0;
	double least, most, sum = 0, moment = 0, squares = 0;

	*steadiness = (struct steadiness){ 0 };
	if (count < STEADY_ROUNDS)
		return false;
	values += count - STEADY_ROUNDS;
	least = most = values[0];
	for (int i = 0; i < STEADY_ROUNDS; i++) {
		least = fmin(least, values[i]);
		most = fmax(most, values[i]);
		sum += values[i];
		moment += (i - middle) * values[i];
		squares += (i - middle) * (i - middle);
	}
	if (!(sum > 0))
		return false;
	steadiness->average = sum / STEADY_ROUNDS;
	steadiness->excursion = (most - least) / steadiness->average;
	steadiness->slope = fabs(moment / squares) * (STEADY_ROUNDS - 1) / steadiness->average;
	return steadiness->excursion <= EXCURSION_MAX && steadiness->slope <= SLOPE_MAX;
}
