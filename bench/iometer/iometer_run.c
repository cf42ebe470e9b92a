/* SPDX-License-Identifier: MIT */
/* iometer_run.c - one measurement of one load: workers on disks, a ramp, a run in slices */

#include "bench/iometer/iometer.h"

#include "bench/disk/trial.h"
#include "bench/lib/clock.h"
#include "bench/lib/random.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One measurement while it goes on: the works of all workers on all targets. */
struct bench {
	const struct iometer_load *load;
	const struct iometer_target *targets;
	unsigned count; /* of the works */
	struct io_group *group;
	struct io_work *works;
	struct io_outcome *outcomes, *rest; /* rest: what is still in flight at the end */
	int *rcs;
};

/* The same places on every run, other ones at each point: lest a cache remembers the last. */
static uint64_t seed_of(const struct iometer_load *load, unsigned index)
{
	uint64_t state = 0x9e3779b97f4a7c15u;

	state += load->block_bytes + load->profile->read_percent;
	state ^= (uint64_t)load->outstanding << 32 ^ (uint64_t)index << 44;
	return random_next(&state) | 1;
}

/* Streams have a part of the region each, so that none finds in a cache what another read. */
static void set_region(struct io_work *work, const struct bench *bench,
                       const struct iometer_target *target, unsigned worker)
{
	const struct iometer_load *load = bench->load;
	uint32_t align = load->block_bytes ? load->block_bytes : target->sector_bytes;
	uint64_t units = target->region_bytes / align;

	if (load->profile->random_percent < 100) {
		units /= load->workers;
		work->region_start_bytes = worker * units * align;
	}
	work->region_bytes = units * align;
	work->align_bytes = align;
}

static void make_work(const struct bench *bench, unsigned index)
{
	const struct iometer_load *load = bench->load;
	const struct iometer_target *target = &bench->targets[index / load->workers];
	struct io_work *work = &bench->works[index];

	work->engine = IO_URING;
	work->fd = target->fd;
	work->depth = load->outstanding;
	set_region(work, bench, target, index % load->workers);
	work->random_percent = load->profile->random_percent;
	work->one_stream = true;
	work->read_percent = load->profile->read_percent;
	if (load->profile->read_percent > 0)
		work->size_count[IO_READ] =
		    iometer_sizes(load, target->sector_bytes, work->sizes[IO_READ]);
	if (load->profile->read_percent < 100)
		work->size_count[IO_WRITE] =
		    iometer_sizes(load, target->sector_bytes, work->sizes[IO_WRITE]);
	work->seed = seed_of(load, index);
	work->repeat = true;
	work->write_limit_bytes = target->write_bytes / load->workers;
	work->deadline_ns = TRIAL_DEADLINE_NS;
	work->errors_max = IO_ERRORS_MAX - 1;
}

/* Name what the first work that failed has met. */
static void explain(const struct bench *bench, int rc, char *why, size_t why_size)
{
	const struct io_outcome *outcome;
	const struct io_error *error;
	const char *name;
	unsigned index = 0;

	while (index < bench->count - 1 && bench->rcs[index] == 0 &&
	       bench->outcomes[index].error_count == 0)
		index++;
	outcome = &bench->outcomes[index];
	error = &outcome->errors[0];
	name = bench->targets[index / bench->load->workers].name;
	if (outcome->hung)
		snprintf(why, why_size, "%s: I/O at byte %" PRIu64 ": no answer after %u s", name,
		         outcome->hung_offset_bytes, (unsigned)(TRIAL_DEADLINE_NS / SECONDS(1)));
	else if (outcome->error_count)
		snprintf(why, why_size, "%s: %s of %" PRIu32 " bytes at byte %" PRIu64 ": %s", name,
		         error->direction == IO_READ ? "read" : "write", error->bytes,
		         error->offset_bytes, error->error ? strerror(error->error) : "cut short");
	else
		snprintf(why, why_size, "%s: %s", name, strerror(-rc));
}

/* An error that the engine would go on after ends the measurement all the same. */
static int run_for(struct bench *bench, uint64_t duration_ns)
{
	int rc = io_group_run(bench->group, duration_ns, bench->outcomes, bench->rcs);

	for (unsigned i = 0; i < bench->count && rc == 0; i++)
		if (bench->outcomes[i].error_count)
			rc = -EIO;
	return rc;
}

static bool all_done(const struct bench *bench)
{
	for (unsigned i = 0; i < bench->count; i++)
		if (!bench->outcomes[i].done)
			return false;
	return true;
}

static uint64_t count_ios(const struct bench *bench)
{
	uint64_t ios = 0;

	for (unsigned i = 0; i < bench->count; i++)
		ios +=
		    bench->outcomes[i].tally[IO_READ].ios + bench->outcomes[i].tally[IO_WRITE].ios;
	return ios;
}

static uint64_t longest_ns(const struct bench *bench)
{
	uint64_t elapsed_ns = 0;

	for (unsigned i = 0; i < bench->count; i++)
		if (bench->outcomes[i].elapsed_ns > elapsed_ns)
			elapsed_ns = bench->outcomes[i].elapsed_ns;
	return elapsed_ns;
}

/* Of a work that has written all that it may by the end of the ramp, the ramp has to count. */
static int run_ramp(struct bench *bench, uint64_t ramp_ns)
{
	int rc = run_for(bench, ramp_ns);

	for (unsigned i = 0; i < bench->count && rc == 0; i++)
		if (!bench->outcomes[i].done)
			memset(&bench->outcomes[i], 0, sizeof(bench->outcomes[i]));
	return rc;
}

/*
 * A rate since the last one, of which @ios and @elapsed_ns are the end. A slice in which no I/O
 * has ended is a part of the next one: an I/O may take longer than a slice.
 */
static void add_rate(const struct bench *bench, struct iometer_outcome *outcome, uint64_t *ios,
                     uint64_t *elapsed_ns)
{
	uint64_t now_ios = count_ios(bench), now_ns = longest_ns(bench);

	if (now_ios == *ios || now_ns == *elapsed_ns || outcome->rate_count == SAMPLES_MAX)
		return;
	outcome->rates[outcome->rate_count++] =
	    (double)(now_ios - *ios) * 1e9 / (double)(now_ns - *elapsed_ns);
	*ios = now_ios;
	*elapsed_ns = now_ns;
}

static int run_slices(struct bench *bench, const struct iometer_timing *timing,
                      struct iometer_outcome *outcome)
{
	uint64_t ios = count_ios(bench), elapsed_ns = longest_ns(bench);
	struct iometer_cpus before;
	struct cost start;
	int rc = 0;

	iometer_cpus_look(&before, "");
	cost_look(&start, "");
	/* on until an I/O has ended: of none nothing can be said */
	for (unsigned i = 0;
	     (i < timing->slices || count_ios(bench) == 0) && rc == 0 && !all_done(bench); i++) {
		rc = run_for(bench, timing->run_ns / timing->slices);
		add_rate(bench, outcome, &ios, &elapsed_ns);
	}
	cost_add(&outcome->cost, &start, "");
	iometer_cpus_look(&outcome->cpus, "");
	iometer_cpus_since(&outcome->cpus, &before);
	iometer_cpus_free(&before);
	for (unsigned i = 0; i < bench->count; i++)
		outcome->cut |= bench->outcomes[i].done;
	return rc;
}

static int bench_make(struct bench *bench)
{
	bench->works = calloc(bench->count, sizeof(bench->works[0]));
	bench->outcomes = calloc(bench->count, sizeof(bench->outcomes[0]));
	bench->rest = calloc(bench->count, sizeof(bench->rest[0]));
	bench->rcs = calloc(bench->count, sizeof(bench->rcs[0]));
	if (!bench->works || !bench->outcomes || !bench->rest || !bench->rcs)
		return -ENOMEM;
	for (unsigned i = 0; i < bench->count; i++)
		make_work(bench, i);
	return 0;
}

/* What is still in flight counts only if it fails. */
static int drain(struct bench *bench)
{
	int rc = io_group_drain(bench->group, bench->rest, bench->rcs);

	for (unsigned i = 0; i < bench->count; i++)
		if (bench->rest[i].error_count || bench->rest[i].hung) {
			io_outcome_merge(&bench->outcomes[i], &bench->rest[i]);
			rc = rc ? rc : -EIO;
		}
	return rc;
}

static int measure(struct bench *bench, const struct iometer_timing *timing,
                   struct iometer_outcome *outcome, char *why, size_t why_size)
{
	int rc = io_group_open(&bench->group, bench->works, bench->count, why, why_size);

	if (rc)
		return rc;
	if (timing->ramp_ns)
		rc = run_ramp(bench, timing->ramp_ns);
	if (rc == 0)
		rc = run_slices(bench, timing, outcome);
	if (rc == 0)
		rc = drain(bench);
	if (rc)
		explain(bench, rc, why, why_size);
	io_group_close(bench->group);
	return rc;
}

int iometer_run(const struct iometer_load *load, const struct iometer_target *targets,
                unsigned target_count, const struct iometer_timing *timing,
                struct iometer_outcome *outcome, char *why, size_t why_size)
{
	struct bench bench = { .load = load,
		               .targets = targets,
		               .count = target_count * load->workers };
	int rc;

	*outcome = (struct iometer_outcome){ .target_count = target_count,
		                             .workers = load->workers,
		                             .started_wall_ns = clock_wall_ns() };
	rc = bench_make(&bench);
	if (rc)
		snprintf(why, why_size, "no memory for %u workers", bench.count);
	else
		rc = measure(&bench, timing, outcome, why, why_size);
	outcome->ended_wall_ns = clock_wall_ns();
	outcome->works = bench.outcomes;
	free(bench.works);
	free(bench.rest);
	free(bench.rcs);
	return rc;
}
