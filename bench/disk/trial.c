/* SPDX-License-Identifier: MIT */
/* trial.c - a disk under one load after the other: opened safely, watched */

#include "bench/disk/trial.h"

#include "bench/disk/door.h"
#include "bench/disk/forecast.h"
#include "bench/disk/queue.h"
#include "bench/disk/trial_error.h"
#include "bench/disk/trial_watch.h"
#include "bench/disk/unwritten.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What is written at the end to be read back. */
#define BACK_BLOCKS 64u
#define BACK_BLOCK_BYTES 4096u

static int open_disk(struct run *run, struct trial *trial)
{
	const struct disk *disk = run->job->disk;
	char why[sizeof(run->result->reason)] = "";

	if (trial->writes)
		trial->fd = disk_open_for_write(disk, "", DOOR_DIRECT, why, sizeof(why));
	else
		trial->fd = disk_open_for_read(disk, DOOR_DIRECT, why, sizeof(why));
	switch (trial->fd < 0 ? -trial->fd : 0) {
	case 0: return 0;
	case ENOMEDIUM:
	case EACCES:
	case EPERM:
	case EBUSY: return skip(run, "%s", why);
	default: return fail(run, "%s", why);
	}
}

static uint64_t whole_blocks(uint64_t bytes, uint32_t block_bytes)
{
	return bytes / block_bytes * block_bytes;
}

static uint32_t block_of(const struct disk *disk, uint32_t block_bytes)
{
	return block_bytes > disk->logical_block_bytes ? block_bytes : disk->logical_block_bytes;
}

/* What a stimulus is on this disk: blocks that it can, a region in whole blocks. */
static struct stimulus adapt(const struct disk *disk, const struct stimulus *wanted)
{
	struct stimulus stimulus = *wanted;

	stimulus.block_bytes = block_of(disk, wanted->block_bytes);
	if (stimulus.region_bytes == 0)
		stimulus.region_bytes = disk->bytes - stimulus.start_bytes;
	stimulus.region_bytes = whole_blocks(stimulus.region_bytes, stimulus.block_bytes);
	return stimulus;
}

void trial_note(struct run *run, const struct stimulus *wanted)
{
	const struct stimulus stimulus = adapt(run->job->disk, wanted);

	param_text(run, "engine", io_engine_name(IO_URING));
	param_text(run, "pattern", stimulus.random ? "random" : "sequential");
	param_number(run, "block_bytes", stimulus.block_bytes);
	param_number(run, "depth", stimulus.depth);
	param_number(run, "region_bytes", (double)stimulus.region_bytes);
}

uint64_t trial_writes_bytes(const struct run *run, const struct stimulus *stimulus,
                            uint64_t time_ns, uint64_t most_bytes)
{
	const struct disk *disk = run->job->disk;
	uint64_t bytes = forecast_writes_bytes(disk, block_of(disk, stimulus->block_bytes),
	                                       stimulus->depth, time_ns) +
	                 BACK_BLOCKS * block_of(disk, BACK_BLOCK_BYTES);

	return bytes < most_bytes ? bytes : most_bytes;
}

uint64_t trial_time_ns(const struct run *run)
{
	return (uint64_t)(classic_pass_s(run) * classic_passes(run) * 1e9);
}

uint64_t trial_budget_bytes(const struct run *run)
{
	const struct trial *trial = run->state;

	return trial->writes && run->job->write_limit_bytes > trial->written_bytes
	           ? run->job->write_limit_bytes - trial->written_bytes
	           : 0;
}

int trial_begin(struct run *run, const struct stimulus *wanted)
{
	struct trial *trial = run->state;
	const struct stimulus stimulus = adapt(run->job->disk, wanted);
	const struct io_work work = {
		.engine = IO_URING,
		.fd = trial->fd,
		.depth = stimulus.depth,
		.region_start_bytes = stimulus.start_bytes,
		.region_bytes = stimulus.region_bytes,
		.random_percent = stimulus.random ? 100 : 0,
		.read_percent = stimulus.read_percent,
		.sizes = { { { stimulus.block_bytes, 100 } }, { { stimulus.block_bytes, 100 } } },
		.size_count = { stimulus.read_percent > 0, stimulus.read_percent < 100 },
		.seed = stimulus.seed,
		.limit_bytes = stimulus.limit_bytes,
		.repeat = true,
		.write_limit_bytes = trial_budget_bytes(run),
		.deadline_ns = TRIAL_DEADLINE_NS,
		.errors_max = IO_ERRORS_MAX - 1,
		.verify = stimulus.verify,
	};
	char why[sizeof(run->result->reason)] = "";
	int rc;

	run_rest(run); /* nothing is in flight here */
	rc = io_open(&trial->io, &work, why, sizeof(why));
	if (rc == -ENOSYS || rc == -EPERM)
		return skip(run, "this kernel does not allow io_uring: %s", why);
	if (rc)
		return broken(run, "%s", why);
	trial->stimulus = stimulus;
	cost_look(&trial->start, "");
	return 0;
}

static void close_io(struct trial *trial)
{
	cost_add(&trial->spent, &trial->start, "");
	io_close(trial->io);
	trial->io = NULL;
}

/* Count what the engine did; say what went wrong, which ends the load. */
static int account(struct run *run, struct trial *trial, int rc)
{
	const struct io_tally *tally = trial->slice.tally;

	trial->ios += tally[IO_READ].ios + tally[IO_WRITE].ios;
	trial->written_bytes += tally[IO_WRITE].bytes;
	rc = trial_error(run, &trial->stimulus, &trial->slice, rc);
	if (rc)
		close_io(trial);
	return rc;
}

int trial_slice(struct run *run, uint64_t duration_ns)
{
	struct trial *trial = run->state;
	struct io_outcome *slice = &trial->slice;
	int rc;

	memset(slice, 0, sizeof(*slice));
	do {
		rc = io_run(trial->io, duration_ns, slice);
	} while (rc == 0 && !slice->done &&
	         slice->tally[IO_READ].ios + slice->tally[IO_WRITE].ios == 0);
	if (run->pace->now() >= trial->next_look_ns)
		trial_watch(run);
	return account(run, trial, rc);
}

int trial_end(struct run *run)
{
	struct trial *trial = run->state;
	int rc;

	memset(&trial->slice, 0, sizeof(trial->slice));
	rc = account(run, trial, io_drain(trial->io, &trial->slice));
	if (rc == 0)
		close_io(trial);
	return rc;
}

int trial_finish(struct run *run)
{
	struct trial *trial = run->state;

	trial_watch(run);
	cost_note(run, &trial->spent, trial->ios);
	if (trial->temperature_mc)
		param_number(run, "temperature_mc", trial->temperature_mc);
	if (trial->writes && fdatasync(trial->fd) < 0)
		return fail(run, "flushing the write cache of %s: %s", run->job->disk->name,
		            strerror(errno));
	return 0;
}

/* A load that ends by itself, at its limit. */
static int do_all(struct run *run, const struct stimulus *stimulus)
{
	const struct trial *trial = run->state;
	int rc = trial_begin(run, stimulus);

	do {
		rc = rc ? rc : trial_slice(run, run->pace->sample_ns);
	} while (rc == 0 && !trial->slice.done);
	return rc ? rc : trial_end(run);
}

/* What follows has no deadline of its own: find out first whether the disk answers at all. */
static int first_read(struct run *run, struct trial *trial, uint32_t block_bytes)
{
	const struct stimulus one_block = { .block_bytes = block_bytes,
		                            .depth = 1,
		                            .read_percent = 100,
		                            .limit_bytes = block_bytes };
	int rc = do_all(run, &one_block);

	trial->ios = 0;
	trial->spent = (struct cost){ 0 };
	return rc;
}

int trial_open(struct run *run, bool writes, uint32_t block_bytes)
{
	const struct disk *disk = run->job->disk;
	struct trial *trial;
	void *memory;
	int rc;

	rc = run_alloc(run, sizeof(*trial), &memory);
	if (rc)
		return rc;
	trial = run->state = memory;
	trial->writes = writes;
	rc = open_disk(run, trial);
	if (rc)
		return rc;
	block_bytes = block_of(disk, block_bytes);
	if (disk->bytes == 0 && !disk->removable)
		return fail(run, "%s has no capacity: it is dead, most likely", disk->name);
	if (disk->bytes < block_bytes)
		return skip(run, "%s has %" PRIu64 " bytes, less than one block of %" PRIu32,
		            disk->name, disk->bytes, block_bytes);
	queue_note(run, disk);
	trial_watch(run);
	if (writes && !disk->rotational)
		run->result->warnings |= WARN_NOT_PURGED;
	if (writes && run->job->write_limit_bytes < block_bytes)
		return skip(run, "%s: not one block of %" PRIu32 " bytes may be written",
		            disk->name, block_bytes);
	if (writes)
		return 0;
	rc = first_read(run, trial, block_bytes);
	if (rc)
		return rc;
	if (disk_is_unwritten(disk, trial->fd, ""))
		run->result->warnings |= WARN_UNWRITTEN;
	return probe_take(run, trial->fd, &trial->probe);
}

static int read_back(struct run *run)
{
	const struct disk *disk = run->job->disk;
	const uint32_t block_bytes = block_of(disk, BACK_BLOCK_BYTES);
	struct stimulus stimulus = { .block_bytes = block_bytes,
		                     .depth = 1,
		                     .start_bytes = whole_blocks(disk->bytes / 2, block_bytes),
		                     .limit_bytes = BACK_BLOCKS * block_bytes,
		                     .verify = true };
	int rc;

	if (trial_budget_bytes(run) < stimulus.limit_bytes ||
	    disk->bytes - stimulus.start_bytes < stimulus.limit_bytes) {
		param_text(run, "read_back", "no: nothing is left of what may be written");
		return 0;
	}
	rc = do_all(run, &stimulus);
	stimulus.read_percent = 100;
	return rc ? rc : do_all(run, &stimulus);
}

int trial_verify(struct run *run)
{
	const struct trial *trial = run->state;

	return trial->writes ? read_back(run) : probe_compare(run, trial->fd, &trial->probe);
}
