/* SPDX-License-Identifier: MIT */
/* sysbench_outcome.c - what the threads of a run add up to, and how evenly they shared it */

#include "bench/system/sysbench.h"
#include "bench/system/sysbench_histogram.h"

#include <math.h>

void sysbench_sum_up(const struct sysbench *bench, struct sysbench_outcome *outcome)
{
	double threads = (double)bench->options->threads, events = 0, time = 0;

	outcome->min_ns = UINT64_MAX;
	for (uint64_t i = 0; i < bench->options->threads; i++) {
		const struct sysbench_worker *worker = &bench->workers[i];

		outcome->events += worker->timer.events;
		outcome->sum_ns += worker->timer.sum_ns;
		if (worker->timer.min_ns < outcome->min_ns)
			outcome->min_ns = worker->timer.min_ns;
		if (worker->timer.max_ns > outcome->max_ns)
			outcome->max_ns = worker->timer.max_ns;
		outcome->threads_out_of_time += worker->out_of_time;
	}
	if (outcome->events == 0)
		outcome->min_ns = 0;
	outcome->rate = (double)outcome->events * 1e9 / (double)outcome->total_ns;
	outcome->events_average = (double)outcome->events / threads;
	outcome->time_average_s = (double)outcome->sum_ns / 1e9 / threads;
	for (uint64_t i = 0; i < bench->options->threads; i++) {
		const struct sysbench_worker *worker = &bench->workers[i];

		events += pow(outcome->events_average - (double)worker->timer.events, 2);
		time += pow(outcome->time_average_s - (double)worker->timer.sum_ns / 1e9, 2);
	}
	outcome->events_deviation = sqrt(events / threads);
	outcome->time_deviation_s = sqrt(time / threads);
	outcome->percentile_ns =
	    sysbench_histogram_percentile(bench->histogram, (unsigned)bench->options->percentile);
}
