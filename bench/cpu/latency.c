/* SPDX-License-Identifier: MIT */
/*
 * cpu.latency - time for a message from one CPU to another through the caches
 *
 * Method: two threads, each bound to its CPU, pass a number to and fro in one cache line: each
 * waits for the number of the other, and writes the next. Half of a round trip is counted. All
 * pairs are measured; of more than 64 CPUs all pairs of 64, taken evenly. Cores come before
 * their second hardware threads. Every number is checked.
 * Unit:   nanoseconds; median, least and most over the pairs, and the matrix of all of them.
 * Error:  which cache slice the line falls in moves it by a tenth; a hypervisor that puts a
 * virtual CPU aside makes single samples much longer.
 * Source: the ping-pong of message-passing benchmarks, on one cache line
 */

#include "bench/bench.h"
#include "bench/cpu/pairs.h"
#include "bench/lib/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct latency {
	struct wrong_number wrong;
	unsigned cpus[PAIRS_CPUS_MAX], cpu_count;
	struct pair pairs[PAIRS_MAX];
	unsigned pair_count;
	unsigned samples;
	double each_ns[PAIRS_MAX][SAMPLES_MAX];
} latency;

static int prepare_latency(struct run *run)
{
	struct latency *l = &latency;
	static struct cpus cpus; /* large */

	l->wrong.is = false;
	cpus_find(&cpus);
	if (cpus.count < 2)
		return skip(run, "there is one CPU only");
	l->cpu_count = pairs_choose(&cpus, l->cpus);
	l->pair_count = pairs_list(l->cpu_count, l->pairs);
	l->samples = run->pace->samples;
	run->state = l;
	param_number(run, "cores", cpus.cores);
	param_number(run, "threads", cpus.count);
	param_number(run, "pairs", l->pair_count);
	return 0;
}

/* Sort the few values of one sample. */
static void sort(double *values, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		double value = values[i];
		unsigned at = i;

		for (; at > 0 && values[at - 1] > value; at--)
			values[at] = values[at - 1];
		values[at] = value;
	}
}

static void add_metrics(struct run *run, const struct latency *l)
{
	struct metric *median = metric_add(run, "latency_median", UNIT_NS, BETTER_LOWER);
	struct metric *least = metric_add(run, "latency_min", UNIT_NS, BETTER_LOWER);
	struct metric *most = metric_add(run, "latency_max", UNIT_NS, BETTER_LOWER);

	for (unsigned sample = 0; sample < l->samples; sample++) {
		static double sorted[PAIRS_MAX];
		unsigned count = l->pair_count;

		for (unsigned i = 0; i < count; i++)
			sorted[i] = l->each_ns[i][sample];
		sort(sorted, count);
		metric_sample(median, (sorted[(count - 1) / 2] + sorted[count / 2]) / 2);
		metric_sample(least, sorted[0]);
		metric_sample(most, sorted[count - 1]);
	}
}

/* Row and column of a pair, both ways: its median over the samples. */
static void add_matrix(struct run *run, struct latency *l)
{
	struct grid *matrix = grid_add(run, "latency", UNIT_NS, l->cpu_count, l->cpu_count);

	snprintf(matrix->x_name, sizeof(matrix->x_name), "cpu");
	snprintf(matrix->y_name, sizeof(matrix->y_name), "cpu");
	for (unsigned i = 0; i < l->cpu_count; i++)
		matrix->x[i] = matrix->y[i] = l->cpus[i];
	for (unsigned i = 0; i < l->pair_count; i++) {
		const struct pair *pair = &l->pairs[i];
		double *samples = l->each_ns[i];

		sort(samples, l->samples);
		matrix->values[pair->a * l->cpu_count + pair->b] = samples[l->samples / 2];
		matrix->values[pair->b * l->cpu_count + pair->a] = samples[l->samples / 2];
	}
}

static int measure_latency(struct run *run)
{
	struct latency *l = run->state;

	for (unsigned i = 0; i < l->pair_count; i++) {
		const struct pair *pair = &l->pairs[i];
		const unsigned cpus[2] = { l->cpus[pair->a], l->cpus[pair->b] };
		int rc = pair_measure(cpus, run->pace->sample_ns / l->pair_count, l->samples,
		                      l->each_ns[i], &l->wrong);

		if (rc)
			return broken(run, "a thread on CPU %u and one on CPU %u: %s", cpus[0],
			              cpus[1], strerror(-rc));
	}
	add_metrics(run, l);
	add_matrix(run, l);
	return 0;
}

static int verify_latency(struct run *run)
{
	const struct latency *l = run->state;

	if (l->wrong.is)
		return fail(run, "CPU %u read %" PRIu64 " in the line of CPU %u, not %" PRIu64,
		            l->wrong.reader, l->wrong.seen, l->wrong.writer, l->wrong.wanted);
	return 0;
}

const struct benchmark cpu_latency = {
	.name = "cpu.latency",
	.title = "Message from one CPU to another through a cache line",
	.source = "ping-pong on a cache line",
	.prepare = prepare_latency,
	.measure = measure_latency,
	.verify = verify_latency,
};
