/* SPDX-License-Identifier: MIT */
/*
 * disk.read.sequential - how fast a disk gives its data from one end to the other
 *
 * Method: reads of 1 MiB, 8 of them in flight, past the page cache (O_DIRECT) by
 * io_uring, from the start of the disk to its end and over again. Each sample is
 * one slice of time; a first slice is not counted.
 * Unit:   bytes per second.
 * Error:  a disk that turns is up to twice as fast at its start as at its end, and
 * in a short test only the start is read: disk.profile reads all over it. A solid-state disk
 * that holds next to nothing is flagged as unwritten.
 * Source: fio (rw=read bs=1M iodepth=8 direct=1), https://github.com/axboe/fio
 */

#include "bench/disk/trial.h"

static const struct stimulus stimulus = { .block_bytes = MIB(1), .depth = 8, .read_percent = 100 };

static int prepare_sequential(struct run *run)
{
	return trial_open(run, false, stimulus.block_bytes);
}

static int measure_sequential(struct run *run)
{
	return trial_samples(run, &stimulus, TRIAL_THROUGHPUT);
}

const struct benchmark disk_read_sequential = {
	.name = "disk.read.sequential",
	.title = "Reads of 1 MiB in order, 8 in flight",
	.source = "fio rw=read bs=1M iodepth=8 direct=1",
	.target = TARGET_DISK,
	.prepare = prepare_sequential,
	.measure = measure_sequential,
	.verify = trial_verify,
};
