/* SPDX-License-Identifier: MIT */
/*
 * disk.write.random - how many small writes a busy disk takes
 *
 * Method: writes of 4096 bytes (or one logical block, if that is larger), 32 of them in flight,
 * past the page cache (O_DIRECT) by io_uring, at places drawn uniformly from the whole disk, the
 * same ones on every run. The data cannot be compressed, and no two blocks are alike. Each
 * sample is one slice of time; a first slice is not counted. A latency is that percentile of the
 * writes of a slice, from handing a write to the kernel until its end is seen. At most 32 GiB
 * are written, or what the interface of the disk carries in that time.
 * Unit:   operations (writes) per second; nanoseconds.
 * Error:  percentiles are exact to 1 %. The write cache of the disk, and the fast part of a
 * solid-state disk, take a short test whole: disk.write.steady is the number that lasts. A
 * solid-state disk is flagged as not-purged.
 * Source: fio (rw=randwrite bs=4k iodepth=32 direct=1), https://github.com/axboe/fio
 */

#include "bench/disk/trial.h"

static const struct stimulus stimulus = {
	.block_bytes = 4096, .depth = 32, .random = true, .seed = 0xd1b54a32d192ed03u
};

static uint64_t writes_bytes(const struct run *run)
{
	return trial_writes_bytes(run, &stimulus, trial_samples_ns(run), GIB(32));
}

static int prepare_random(struct run *run)
{
	return trial_open(run, true, stimulus.block_bytes);
}

static int measure_random(struct run *run)
{
	return trial_samples(run, &stimulus, TRIAL_RATE | TRIAL_LATENCY);
}

const struct benchmark disk_write_random = {
	.name = "disk.write.random",
	.title = "Writes of 4 KiB at random places, 32 in flight",
	.source = "fio rw=randwrite bs=4k iodepth=32 direct=1",
	.target = TARGET_WRITE,
	.writes_bytes = writes_bytes,
	.prepare = prepare_random,
	.measure = measure_random,
	.verify = trial_verify,
};
