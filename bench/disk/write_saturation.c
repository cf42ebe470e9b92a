/* SPDX-License-Identifier: MIT */
/*
 * disk.write.saturation - how a disk slows down while it is written all over, and where it settles
 *
 * Method: writes of 4096 bytes (or one logical block, if that is larger), 32 in flight, past
 * the page cache (O_DIRECT) by io_uring, at places drawn uniformly from the whole disk, with
 * data that cannot be compressed, without a pause: until four times the capacity is written,
 * or five rounds one after another are steady (within 20 %, slope within 10 %), or the time or
 * what may be written is used up. A round is a minute in the full plan, in shorter ones a
 * share of it. No preconditioning: it is this that is looked at.
 * Unit:   operations (writes) per second. The grid has it for each round, against what was
 * written until its end; "fresh" is the first round, "steady" the last five, flagged
 * as not-steady when they are not. Latencies are of the writes of the last five rounds together.
 * Error:  the disk is not purged before: it begins with what earlier use left in it, and is
 * flagged.
 * Source: SNIA Solid State Storage Performance Test Specification 2.0.2, write saturation
 * (WSAT)
 */

#include "bench/disk/forecast.h"
#include "bench/disk/steady.h"
#include "bench/disk/tail.h"
#include "bench/disk/trial.h"

#include <stdio.h>

#define CAPACITIES 4      /* written at most */
#define ROUNDS_MAX 1024   /* 360 in six hours */
#define ROUND_SHARE 360   /* of the time */
#define SETTLED_ROUNDS 10 /* that a disk without a fast part usually takes */

static const struct stimulus stimulus = {
	.block_bytes = 4096, .depth = 32, .random = true, .seed = 0x3c6ef372fe94f82bu
};

static struct saturation {
	unsigned rounds;
	double rates[ROUNDS_MAX];
	double written_bytes[ROUNDS_MAX];          /* until the end of the round */
	struct histogram latencies[STEADY_ROUNDS]; /* of the last rounds, in turn */
	bool steady;
} saturation;

static uint64_t round_ns(const struct run *run)
{
	uint64_t share_ns = trial_time_ns(run) / ROUND_SHARE;

	return share_ns > run->pace->sample_ns ? share_ns : run->pace->sample_ns;
}

static uint64_t writes_bytes(const struct run *run)
{
	return trial_writes_bytes(run, &stimulus, trial_time_ns(run) + round_ns(run),
	                          CAPACITIES * run->job->disk->bytes);
}

/* A disk that turns settles soon; a solid-state disk when it has been written all over. */
static uint64_t expect_ns(const struct run *run)
{
	const struct disk *disk = run->job->disk;
	uint64_t time_ns = trial_time_ns(run);
	uint64_t settled_ns = disk->rotational
	                          ? SETTLED_ROUNDS * round_ns(run)
	                          : forecast_time_ns(disk, CAPACITIES * disk->bytes, MIB(1));

	return settled_ns < time_ns ? settled_ns : time_ns;
}

static int prepare_saturation(struct run *run)
{
	run->result->warnings |= WARN_NOT_PURGED;
	return trial_open(run, true, stimulus.block_bytes);
}

static int write_rounds(struct run *run, struct saturation *s)
{
	const struct trial *trial = run->state;
	const uint64_t time_ns = trial_time_ns(run);
	struct steadiness steadiness;
	uint64_t elapsed_ns = 0;
	int rc = 0;

	while (!s->steady && !trial->slice.done && elapsed_ns < time_ns && s->rounds < ROUNDS_MAX) {
		const struct io_tally *tally = &trial->slice.tally[IO_WRITE];

		rc = trial_slice(run, round_ns(run));
		if (rc || tally->ios == 0)
			break;
		elapsed_ns += trial->slice.elapsed_ns;
		s->rates[s->rounds] = (double)tally->ios * 1e9 / (double)trial->slice.elapsed_ns;
		s->written_bytes[s->rounds] = (double)trial->written_bytes;
		s->latencies[s->rounds % STEADY_ROUNDS] = tally->clat_histogram;
		s->steady = steady_judge(s->rates, ++s->rounds, &steadiness);
	}
	return rc;
}

static void report(struct run *run, struct saturation *s)
{
	struct metric *fresh = metric_add(run, "fresh", UNIT_OPS_PER_S, BETTER_HIGHER);
	struct metric *steady = metric_add(run, "steady", UNIT_OPS_PER_S, BETTER_HIGHER);
	unsigned last = s->rounds < STEADY_ROUNDS ? s->rounds : STEADY_ROUNDS;
	struct grid *grid = grid_add(run, "rate", UNIT_OPS_PER_S, s->rounds, 1);

	snprintf(grid->x_name, sizeof(grid->x_name), "written_bytes");
	for (unsigned i = 0; i < s->rounds; i++) {
		grid->x[i] = s->written_bytes[i];
		grid->values[i] = s->rates[i];
	}
	metric_sample(fresh, s->rates[0]);
	for (unsigned i = s->rounds - last; i < s->rounds; i++)
		metric_sample(steady, s->rates[i]);
	for (unsigned i = 1; i < last; i++)
		histogram_merge(&s->latencies[0], &s->latencies[i]);
	tail_add(run, &s->latencies[0]);
	param_number(run, "rounds", s->rounds);
	param_number(run, "written_bytes", s->written_bytes[s->rounds - 1]);
	if (!s->steady)
		run->result->warnings |= WARN_NOT_STEADY;
}

static int measure_saturation(struct run *run)
{
	struct saturation *s = &saturation;
	int rc;

	*s = (struct saturation){ 0 };
	trial_note(run, &stimulus);
	rc = trial_begin(run, &stimulus);
	if (rc == 0)
		rc = write_rounds(run, s);
	if (rc == 0)
		rc = trial_end(run);
	if (rc)
		return rc;
	if (s->rounds == 0)
		return skip(run, "it may not write even one round");
	report(run, s);
	return trial_finish(run);
}

const struct benchmark disk_write_saturation = {
	.name = "disk.write.saturation",
	.title = "Writes of 4 KiB all over until the disk settles",
	.source = "SNIA PTS 2.0.2, write saturation",
	.target = TARGET_WRITE,
	.classic = { .pass_s = 300, .passes = 72 },
	.estimate_ns = expect_ns,
	.writes_bytes = writes_bytes,
	.prepare = prepare_saturation,
	.measure = measure_saturation,
	.verify = trial_verify,
};
