/* SPDX-License-Identifier: MIT */
/* sysbench_measure.c - a sysbench test as a job of a plan: passes, metrics, parameters */

#include "bench/system/sysbench.h"

#include <string.h>

/* How much longer than expected 0.4's fixed work may take at full length. */
#define PATIENCE 3

/* The whole work of 0.4, in events; of mutex, which has one event, in locks. */
static double whole_work(const struct sysbench_options *options)
{
	if (options->kind == SYSBENCH_MUTEX)
		return (double)options->mutex_locks;
	if (options->kind == SYSBENCH_MEMORY)
		return (double)(options->total_bytes / options->block_bytes);
	return (double)options->events;
}

/*
 * Make the work as much shorter as the plan is. 0.4's mutex is short enough: its time is
 * that of starting the threads as well, which does not get shorter.
 */
static void scale(const struct run *run, struct sysbench_options *options)
{
	double share = run->pace->classic_share, pass_s = classic_pass_s(run);

	if (options->kind == SYSBENCH_MUTEX) {
		options->time_ns = 0;
		if (options->generation == SYSBENCH_10)
			options->mutex_locks = (uint64_t)((double)options->mutex_locks * share);
	} else if (options->generation == SYSBENCH_10) {
		options->time_ns = (uint64_t)(pass_s * 1e9);
	} else {
		options->budget_s = share < 1 ? pass_s : PATIENCE * pass_s;
		options->events = (uint64_t)((double)options->events * share);
		options->total_bytes = (uint64_t)((double)options->total_bytes * share);
	}
}

/* The metrics of a test, in the order of the report. */
struct metrics {
	struct metric *time, *throughput, *rate, *latency_average, *latency_p95;
};

static void add_metrics(struct run *run, const struct sysbench_options *options,
                        struct metrics *metrics)
{
	bool mutex = options->kind == SYSBENCH_MUTEX;

	memset(metrics, 0, sizeof(*metrics));
	if (options->generation == SYSBENCH_04 || mutex)
		metrics->time = metric_add(run, "time", UNIT_NS, BETTER_LOWER);
	if (options->kind == SYSBENCH_MEMORY)
		metrics->throughput =
		    metric_add(run, "throughput", UNIT_BYTES_PER_S, BETTER_HIGHER);
	metrics->rate = metric_add(run, "rate", UNIT_OPS_PER_S, BETTER_HIGHER);
	if (mutex)
		return; /* one event: its duration is the time */
	metrics->latency_average = metric_add(run, "latency_avg", UNIT_NS, BETTER_LOWER);
	metrics->latency_p95 = metric_add(run, "latency_p95", UNIT_NS, BETTER_LOWER);
}

/* The time is that of the whole work, also where less was done; @whole as whole_work(). */
static void add_samples(const struct metrics *metrics, const struct sysbench_options *options,
                        const struct sysbench_outcome *outcome, double whole)
{
	bool mutex = options->kind == SYSBENCH_MUTEX;
	double done = mutex ? (double)options->mutex_locks : (double)outcome->events;
	double time_ns = (double)outcome->total_ns * (done < whole ? whole / done : 1);

	if (metrics->time)
		metric_sample(metrics->time, time_ns);
	if (metrics->throughput)
		metric_sample(metrics->throughput, outcome->rate * (double)options->block_bytes);
	metric_sample(metrics->rate, outcome->rate * (mutex ? done : 1));
	if (metrics->latency_average)
		metric_sample(metrics->latency_average,
		              (double)outcome->sum_ns / (double)outcome->events);
	if (metrics->latency_p95)
		metric_sample(metrics->latency_p95, outcome->percentile_ns);
}

static void add_params(struct run *run, const struct sysbench_options *options)
{
	param_text(run, "semantics", options->generation == SYSBENCH_04 ? "0.4" : "1.0");
	param_number(run, "threads", (double)options->threads);
	if (run->pace->classic_share < 1) /* of the fixed work, or of the fixed time */
		param_number(run, "share", run->pace->classic_share);
	switch (options->kind) {
	case SYSBENCH_CPU: param_number(run, "cpu_max_prime", (double)options->max_prime); break;
	case SYSBENCH_MEMORY:
		param_number(run, "block_bytes", (double)options->block_bytes);
		param_text(run, "operation", "write");
		break;
	case SYSBENCH_THREADS:
		param_number(run, "yields", (double)options->yields);
		param_number(run, "locks", (double)options->locks);
		break;
	case SYSBENCH_MUTEX:
		param_number(run, "mutexes", (double)options->mutexes);
		param_number(run, "loops", (double)options->mutex_loops);
		break;
	}
}

int sysbench_measure(struct run *run, enum sysbench_kind kind, enum sysbench_generation generation)
{
	unsigned passes = classic_passes(run);
	struct sysbench_outcome outcome;
	struct sysbench_options options;
	struct metrics metrics;
	double whole;
	int rc;

	sysbench_default(&options, kind, generation);
	whole = whole_work(&options);
	scale(run, &options);
	options.threads = run->job->copies;
	add_params(run, &options);
	add_metrics(run, &options, &metrics);
	for (unsigned pass = 0; pass < passes; pass++) {
		rc = sysbench_run(&options, sysbench_test(kind), NULL, &outcome);
		if (rc)
			return broken(run, "%u threads: %s", run->job->copies, strerror(-rc));
		if (outcome.wrong[0])
			return fail(run, "%s", outcome.wrong);
		add_samples(&metrics, &options, &outcome, whole);
	}
	return 0;
}
