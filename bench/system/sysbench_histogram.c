/* SPDX-License-Identifier: MIT */
/* sysbench_histogram.c - durations of events in cells of equal width on a logarithmic scale */

#include "bench/system/sysbench_histogram.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

int sysbench_histogram_init(struct sysbench_histogram *histogram,
                            enum sysbench_generation generation)
{
	static const struct {
		unsigned cells, sets;
		double unit_ns, low, high; /* the last two in that unit */
	} grids[] = {
		[SYSBENCH_04] = { 100000, 1, 1, 1, 1e13 },
		[SYSBENCH_10] = { 1024, 128, 1e6, 1e-3, 1e5 },
	};
	double low_log = log(grids[generation].low), high_log = log(grids[generation].high);

	histogram->generation = generation;
	histogram->cells = grids[generation].cells;
	histogram->sets = grids[generation].sets;
	histogram->unit_ns = grids[generation].unit_ns;
	histogram->low_log = low_log;
	histogram->cells_a_log = (histogram->cells - 1) / (high_log - low_log);
	histogram->counts =
	    calloc((size_t)histogram->sets * histogram->cells, sizeof(*histogram->counts));
	return histogram->counts ? 0 : -ENOMEM;
}

void sysbench_histogram_free(struct sysbench_histogram *histogram)
{
	free(histogram->counts);
}

void sysbench_histogram_add(struct sysbench_histogram *histogram, uint64_t random,
                            uint64_t duration_ns)
{
	double logarithm = log((double)duration_ns / histogram->unit_ns);
	double cell = floor((logarithm - histogram->low_log) * histogram->cells_a_log + 0.5);
	size_t set = random % histogram->sets * histogram->cells;

	if (cell < 0)
		cell = 0;
	if (cell > histogram->cells - 1)
		cell = histogram->cells - 1;
	atomic_fetch_add_explicit(&histogram->counts[set + (size_t)cell], 1, memory_order_relaxed);
}

/* Count everything in the first set. Returns the number of events. */
static uint64_t unite(struct sysbench_histogram *histogram)
{
	uint64_t events = 0;

	for (size_t i = 0; i < (size_t)histogram->sets * histogram->cells; i++) {
		uint64_t count = histogram->counts[i];

		events += count;
		histogram->counts[i] = 0;
		histogram->counts[i % histogram->cells] += count;
	}
	return events;
}

static unsigned nearest_cell(const struct sysbench_histogram *histogram, uint64_t events,
                             unsigned rank)
{
	double best = 100;
	uint64_t count = 0;
	unsigned cell = 0;

	for (unsigned i = 0; i < histogram->cells; i++) {
		double distance;

		if (histogram->counts[i] == 0)
			continue;
		count += histogram->counts[i];
		distance = fabs(100 * (double)count / (double)events - rank);
		if (distance > best)
			break;
		best = distance;
		cell = i;
	}
	return cell;
}

static unsigned first_cell(const struct sysbench_histogram *histogram, uint64_t events,
                           unsigned rank)
{
	uint64_t needed = (uint64_t)((double)events * rank / 100 + 0.5);
	uint64_t count = histogram->counts[0];
	unsigned cell = 0;

	while (count < needed)
		count += histogram->counts[++cell];
	return cell;
}

double sysbench_histogram_percentile(struct sysbench_histogram *histogram, unsigned rank)
{
	uint64_t events = unite(histogram);
	unsigned cell;

	if (events == 0)
		return 0;
	cell = histogram->generation == SYSBENCH_04 ? nearest_cell(histogram, events, rank)
	                                            : first_cell(histogram, events, rank);
	return exp(cell / histogram->cells_a_log + histogram->low_log) * histogram->unit_ns;
}
