/* SPDX-License-Identifier: MIT */
/* tail.c - the slow end of a histogram of latencies, as far as its count reaches */

#include "bench/disk/tail.h"

#include <math.h>

#define BEYOND 10 /* values that a percentile leaves above it */

static const struct {
	const char *name;
	double percent;
} points[] = {
	{ "latency_p50", 50 },    { "latency_p90", 90 },      { "latency_p99", 99 },
	{ "latency_p999", 99.9 }, { "latency_p9999", 99.99 }, { "latency_p99999", 99.999 },
};

uint64_t tail_needs(double percent)
{
	return (uint64_t)llround(BEYOND * 100 / (100 - percent));
}

uint64_t tail_wants(void)
{
	return tail_needs(points[countof(points) - 1].percent);
}

void tail_add(struct run *run, const struct histogram *histogram)
{
	for (size_t i = 0; i < countof(points); i++)
		if (histogram->count >= tail_needs(points[i].percent))
			metric_sample(metric_add(run, points[i].name, UNIT_NS, BETTER_LOWER),
			              histogram_percentile(histogram, points[i].percent));
}
