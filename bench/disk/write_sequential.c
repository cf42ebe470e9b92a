/* SPDX-License-Identifier: MIT */
/*
 * disk.write.sequential - how fast a disk takes data from one end to the other
 *
 * Method: writes of 1 MiB, 8 of them in flight, past the page cache (O_DIRECT) by io_uring,
 * from the start of the disk to its end and over again. The data cannot be compressed, and no
 * two blocks are alike. Each sample is one slice of time; a first slice is not counted. What
 * the disk has in its cache at the end is not waited for in a sample, but before the job ends.
 * At most 64 GiB are written, or what the interface of the disk carries in that time.
 * Unit:   bytes per second.
 * Error:  the write cache of the disk, and the fast part of a solid-state disk, take a short
 * test whole: disk.write.saturation goes on until they are full. A solid-state disk is flagged
 * as not-purged: what earlier use left in it matters.
 * Source: fio (rw=write bs=1M iodepth=8 direct=1), https://github.com/axboe/fio
 */

#include "bench/disk/trial.h"

static const struct stimulus stimulus = { .block_bytes = MIB(1), .depth = 8 };

static uint64_t writes_bytes(const struct run *run)
{
	return trial_writes_bytes(run, &stimulus, trial_samples_ns(run), GIB(64));
}

static int prepare_sequential(struct run *run)
{
	return trial_open(run, true, stimulus.block_bytes);
}

static int measure_sequential(struct run *run)
{
	return trial_samples(run, &stimulus, TRIAL_THROUGHPUT);
}

const struct benchmark disk_write_sequential = {
	.name = "disk.write.sequential",
	.title = "Writes of 1 MiB in order, 8 in flight",
	.source = "fio rw=write bs=1M iodepth=8 direct=1",
	.target = TARGET_WRITE,
	.writes_bytes = writes_bytes,
	.prepare = prepare_sequential,
	.measure = measure_sequential,
	.verify = trial_verify,
};
