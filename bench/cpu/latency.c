/* SPDX-License-Identifier: MIT */
/*
 * cpu.latency - time for a message from one CPU to another through the caches
 *
 * Method: two threads, each bound to its CPU, pass a number to and fro in one cache line: each
 * waits for the number of the other, and writes the next. Half of a round trip is counted. All
 * pairs are measured if there are at most 240; else CPU 0 with the next 15, and pairs taken at
 * random. Cores come before their second hardware threads. Every number is checked.
 * Unit:   nanoseconds; median, least and most over the pairs, and up to 15 pairs with the
 * first CPU each for itself.
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
	struct cpus cpus;
	struct pairs pairs;
	unsigned samples;
	double each_ns[PAIRS_MAX][SAMPLES_MAX];
} latency;

static int prepare_latency(struct run *run)
{
	struct latency *l = &latency;

	l->wrong.is = false;
	cpus_find(&l->cpus);
	if (l->cpus.count < 2)
		return skip(run, "there is one CPU only");
	pairs_choose(&l->pairs, l->cpus.count);
	l->samples = run->pace->samples;
	run->state = l;
	param_number(run, "cores", l->cpus.cores);
	param_number(run, "threads", l->cpus.count);
	param_number(run, "pairs", l->pairs.count);
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
		double sorted[PAIRS_MAX];
		unsigned count = l->pairs.count;

		for (unsigned i = 0; i < count; i++)
			sorted[i] = l->each_ns[i][sample];
		sort(sorted, count);
		metric_sample(median, (sorted[(count - 1) / 2] + sorted[count / 2]) / 2);
		metric_sample(least, sorted[0]);
		metric_sample(most, sorted[count - 1]);
	}
	for (unsigned i = 0; i < l->pairs.count && i < PAIRS_FIRST && l->pairs.pairs[i].a == 0;
	     i++) {
		struct metric *metric;
		char name[32];

		snprintf(name, sizeof(name), "cpu%u_cpu%u", l->cpus.ids[l->pairs.pairs[i].a],
		         l->cpus.ids[l->pairs.pairs[i].b]);
		metric = metric_add(run, name, UNIT_NS, BETTER_LOWER);
		for (unsigned sample = 0; sample < l->samples; sample++)
			metric_sample(metric, l->each_ns[i][sample]);
	}
}

static int measure_latency(struct run *run)
{
	struct latency *l = run->state;

	for (unsigned i = 0; i < l->pairs.count; i++) {
		const struct pair *pair = &l->pairs.pairs[i];
		const unsigned cpus[2] = { l->cpus.ids[pair->a], l->cpus.ids[pair->b] };
		int rc = pair_measure(cpus, run->pace->sample_ns / l->pairs.count, l->samples,
		                      l->each_ns[i], &l->wrong);

		if (rc)
			return broken(run, "a thread on CPU %u and one on CPU %u: %s", cpus[0],
			              cpus[1], strerror(-rc));
	}
	add_metrics(run, l);
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
