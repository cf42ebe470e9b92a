/* SPDX-License-Identifier: MIT */
/*
 * disk.read.latency - how long one small read takes when the disk has nothing else to do
 *
 * Method: reads of 4096 bytes (or one logical block, if that is larger), one at a
 * time, past the page cache (O_DIRECT) by io_uring, at places drawn uniformly from
 * the whole disk, the same ones on every run. Each sample is that percentile of the
 * reads of one slice of time, from handing a read to the kernel until its end is
 * seen; a first slice is not counted.
 * Unit:   nanoseconds.
 * Error:  percentiles are exact to 1 %; with fewer than 100 reads in a slice the 99th
 * is the slowest of them. A solid-state disk that holds next to nothing is flagged as unwritten.
 * Source: fio (rw=randread bs=4k iodepth=1 direct=1), https://github.com/axboe/fio
 */

#include "bench/disk/trial.h"

static const struct stimulus stimulus = { .block_bytes = 4096,
	                                  .depth = 1,
	                                  .random = true,
	                                  .read_percent = 100,
	                                  .seed = 0x9fb21c651e98df25u };

static int prepare_latency(struct run *run)
{
	return trial_open(run, false, stimulus.block_bytes);
}

static int measure_latency(struct run *run)
{
	return trial_samples(run, &stimulus, TRIAL_LATENCY);
}

const struct benchmark disk_read_latency = {
	.name = "disk.read.latency",
	.title = "Reads of 4 KiB at random places, one at a time",
	.source = "fio rw=randread bs=4k iodepth=1 direct=1",
	.target = TARGET_DISK,
	.prepare = prepare_latency,
	.measure = measure_latency,
	.verify = trial_verify,
};
