/* SPDX-License-Identifier: MIT */
/* measure.c - turn a run() hook into samples: calibrate, warm up, repeat */

#include "bench/run/measure.h"

#include "bench/run/stats.h"

/*
 * When one iteration alone is much longer than a sample should be (an old or
 * emulated CPU), fewer samples are taken: but never fewer than this.
 */
#define SAMPLES_MIN 3
#define SLOW_FACTOR 4

/* Enough is known when the 95 % interval of the median is within this. */
#define PRECISION 0.01

static int timed(struct run *run, uint64_t iterations, uint64_t *elapsed_ns)
{
	uint64_t start_ns = run->pace->now();
	int rc = run->job->benchmark->run(run, iterations);

	*elapsed_ns = run->pace->now() - start_ns;
	return rc;
}

/* Find how many iterations make one sample about as long as wanted. */
static int calibrate(struct run *run, uint64_t *iterations)
{
	uint64_t wanted_ns = run->pace->sample_ns, elapsed_ns;
	int rc;

	for (*iterations = 1; *iterations < UINT64_MAX / 16; *iterations *= 2) {
		rc = timed(run, *iterations, &elapsed_ns);
		if (rc)
			return rc;
		if (elapsed_ns < wanted_ns / 8)
			continue; /* too short to conclude from */
		if (elapsed_ns < wanted_ns)
			*iterations = (uint64_t)((double)*iterations * (double)wanted_ns /
			                         (double)elapsed_ns) +
			              1;
		return 0;
	}
	return broken(run, "the clock does not advance");
}

static double to_unit(const struct benchmark *benchmark, uint64_t iterations, uint64_t elapsed_ns)
{
	double per_iteration_ns = (double)elapsed_ns / (double)iterations;

	if (benchmark->unit == UNIT_NS)
		return per_iteration_ns / (double)benchmark->work;
	return (double)benchmark->work * 1e9 / per_iteration_ns;
}

static unsigned samples_affordable(const struct pace *pace, uint64_t sample_ns)
{
	uint64_t budget_ns = SLOW_FACTOR * pace->sample_ns * pace->samples;
	uint64_t samples = budget_ns / (sample_ns ? sample_ns : 1);

	if (samples < SAMPLES_MIN)
		samples = SAMPLES_MIN;
	return samples < pace->samples ? (unsigned)samples : pace->samples;
}

/* Is one more sample worth its time? The first ones always are. */
static bool wants_sample(const struct run *run, const struct metric *metric, unsigned least,
                         uint64_t start_ns)
{
	if (metric->sample_count < least)
		return true;
	return metric->sample_count < SAMPLES_MAX &&
	       run->pace->now() - start_ns < run->pace->limit_ns &&
	       stats_median_precision(metric->samples, metric->sample_count) > PRECISION;
}

int measure(struct run *run)
{
	const struct benchmark *benchmark = run->job->benchmark;
	uint64_t iterations, elapsed_ns, start_ns;
	struct metric *metric;
	double precision;
	unsigned least;
	int rc;

	rc = calibrate(run, &iterations);
	if (rc == 0)
		rc = timed(run, iterations, &elapsed_ns); /* warms up */
	if (rc)
		return rc;

	metric = metric_add(run, benchmark->metric, benchmark->unit, benchmark->better);
	least = samples_affordable(run->pace, elapsed_ns);
	start_ns = run->pace->now();
	while (wants_sample(run, metric, least, start_ns)) {
		run_rest(run);
		rc = timed(run, iterations, &elapsed_ns);
		if (rc)
			return rc;
		if (elapsed_ns == 0)
			return broken(run, "the clock does not advance");
		metric_sample(metric, to_unit(benchmark, iterations, elapsed_ns));
	}
	precision = stats_median_precision(metric->samples, metric->sample_count);
	param_text(run, "ended_by", precision <= PRECISION ? "precision" : "limit");
	param_number(run, "precision", precision);
	param_number(run, "iterations_per_sample", (double)iterations);
	return 0;
}
