/* SPDX-License-Identifier: MIT */
/*
 * disk.read.random - how many small reads a busy disk answers
 *
 * Method: reads of 4096 bytes (or one logical block, if that is larger), 32 of them
 * in flight, past the page cache (O_DIRECT) by io_uring, at places drawn uniformly
 * from the whole disk, the same ones on every run. Each sample is one slice of time;
 * a first slice is not counted. A latency is that percentile of the reads of a slice,
 * from handing a read to the kernel until its end is seen.
 * Unit:   operations (reads) per second; nanoseconds.
 * Error:  percentiles are exact to 1 %; with fewer than 100 reads in a slice the 99th
 * is the slowest of them. A solid-state disk that holds next to nothing is flagged as unwritten.
 * Source: fio (rw=randread bs=4k iodepth=32 direct=1), https://github.com/axboe/fio
 */

#include "bench/disk/trial.h"

static const struct stimulus stimulus = { .block_bytes = 4096,
	                                  .depth = 32,
	                                  .random = true,
	                                  .read_percent = 100,
	                                  .seed = 0x2b992ddfa23249d6u };

static int prepare_random(struct run *run)
{
	return trial_open(run, false, stimulus.block_bytes);
}

static int measure_random(struct run *run)
{
	return trial_samples(run, &stimulus, TRIAL_RATE | TRIAL_LATENCY);
}

const struct benchmark disk_read_random = {
	.name = "disk.read.random",
	.title = "Reads of 4 KiB at random places, 32 in flight",
	.source = "fio rw=randread bs=4k iodepth=32 direct=1",
	.target = TARGET_DISK,
	.prepare = prepare_random,
	.measure = measure_random,
	.verify = trial_verify,
};
