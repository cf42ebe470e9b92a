/* SPDX-License-Identifier: MIT */
/*
 * disk.write.latency - how long one small write takes when the disk has nothing else to do
 *
 * Method: writes of 4096 bytes (or one logical block, if that is larger), one at a time, past
 * the page cache (O_DIRECT) by io_uring, at places drawn uniformly from the whole disk, the same
 * ones on every run. The data cannot be compressed. Each sample is that percentile of the writes
 * of one slice of time, from handing a write to the kernel until its end is seen; a first slice
 * is not counted. At most 8 GiB are written, or what the disk can take in that time.
 * Unit:   nanoseconds.
 * Error:  percentiles are exact to 1 %. A disk whose write cache is on answers when the data is
 * in its cache: the parameter "write_cache" says whether it was. A solid-state disk is flagged
 * as not-purged.
 * Source: fio (rw=randwrite bs=4k iodepth=1 direct=1), https://github.com/axboe/fio
 */

#include "bench/disk/trial.h"

static const struct stimulus stimulus = {
	.block_bytes = 4096, .depth = 1, .random = true, .seed = 0x8cb92ba72f3d8dd7u
};

static uint64_t writes_bytes(const struct run *run)
{
	return trial_writes_bytes(run, &stimulus, trial_samples_ns(run), GIB(8));
}

static int prepare_latency(struct run *run)
{
	return trial_open(run, true, stimulus.block_bytes);
}

static int measure_latency(struct run *run)
{
	return trial_samples(run, &stimulus, TRIAL_LATENCY);
}

const struct benchmark disk_write_latency = {
	.name = "disk.write.latency",
	.title = "Writes of 4 KiB at random places, one at a time",
	.source = "fio rw=randwrite bs=4k iodepth=1 direct=1",
	.target = TARGET_WRITE,
	.writes_bytes = writes_bytes,
	.prepare = prepare_latency,
	.measure = measure_latency,
	.verify = trial_verify,
};
