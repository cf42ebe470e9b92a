/* SPDX-License-Identifier: MIT */
/* trial_samples.c - one load on a disk, sampled in slices of time */

#include "bench/disk/trial.h"

#include <inttypes.h>

struct meters {
	struct metric *throughput, *rate, *p50, *p99;
};

static void meters_add(struct run *run, struct meters *meters, unsigned metrics)
{
	*meters = (struct meters){ 0 };
	if (metrics & TRIAL_THROUGHPUT)
		meters->throughput = metric_add(run, "throughput", UNIT_BYTES_PER_S, BETTER_HIGHER);
	if (metrics & TRIAL_RATE)
		meters->rate = metric_add(run, "rate", UNIT_OPS_PER_S, BETTER_HIGHER);
	if (metrics & TRIAL_LATENCY) {
		meters->p50 = metric_add(run, "latency_p50", UNIT_NS, BETTER_LOWER);
		meters->p99 = metric_add(run, "latency_p99", UNIT_NS, BETTER_LOWER);
	}
}

static void meters_sample(const struct meters *meters, const struct io_outcome *slice,
                          enum io_direction direction)
{
	const struct io_tally *tally = &slice->tally[direction];
	double elapsed_s = (double)slice->elapsed_ns / 1e9;

	if (meters->throughput)
		metric_sample(meters->throughput, (double)tally->bytes / elapsed_s);
	if (meters->rate)
		metric_sample(meters->rate, (double)tally->ios / elapsed_s);
	if (meters->p50) {
		metric_sample(meters->p50, histogram_percentile(&tally->clat_histogram, 50));
		metric_sample(meters->p99, histogram_percentile(&tally->clat_histogram, 99));
	}
}

uint64_t trial_samples_ns(const struct run *run)
{
	return (run->pace->samples + 1) * run->pace->sample_ns;
}

int trial_samples(struct run *run, const struct stimulus *stimulus, unsigned metrics)
{
	struct trial *trial = run->state;
	enum io_direction direction = stimulus->read_percent ? IO_READ : IO_WRITE;
	struct meters meters;
	int rc;

	trial_note(run, stimulus);
	meters_add(run, &meters, metrics);
	rc = trial_begin(run, stimulus);
	if (rc == 0)
		rc = trial_slice(run, run->pace->sample_ns); /* to warm up */
	for (unsigned i = 0; rc == 0 && i < run->pace->samples && !trial->slice.done; i++) {
		rc = trial_slice(run, run->pace->sample_ns);
		if (rc == 0 && trial->slice.tally[direction].ios > 0)
			meters_sample(&meters, &trial->slice, direction);
	}
	if (rc == 0)
		rc = trial_end(run);
	if (rc == 0 && run->result->metrics[0].sample_count == 0)
		rc = skip(run, "may write %" PRIu64 " bytes: too few to measure",
		          run->job->write_limit_bytes);
	return rc ? rc : trial_finish(run);
}
