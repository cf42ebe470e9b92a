/* SPDX-License-Identifier: MIT */
/*
 * disk.read.sequential - how fast a disk gives its data from one end to the other
 *
 * Method: reads of 1 MiB, 8 of them in flight, past the page cache (O_DIRECT) by
 * io_uring, from the start of the disk to its end and over again. Each sample is
 * one slice of time; a first slice is not counted.
 * Unit:   bytes per second.
 * Error:  a disk that turns is up to twice as fast at its start as at its end, and
 * in a short test only the start is read. Blocks that were never written are often
 * answered by a solid-state disk without reading anything.
 * Source: fio (rw=read bs=1M iodepth=8 direct=1), https://github.com/axboe/fio
 */

#include "bench/disk/reader.h"

static int prepare_sequential(struct run *run)
{
	static const struct read_method method = { .block_bytes = MIB(1), .depth = 8 };

	return reader_open(run, &method);
}

static int measure_sequential(struct run *run)
{
	struct metric *throughput = metric_add(run, "throughput", UNIT_BYTES_PER_S, BETTER_HIGHER);
	struct slice slice;
	int rc = reader_slice(run, &slice); /* to warm up */

	for (unsigned i = 0; rc == 0 && i < run->pace->samples; i++) {
		rc = reader_slice(run, &slice);
		if (rc)
			return rc;
		metric_sample(throughput, (double)slice.bytes * 1e9 / (double)slice.elapsed_ns);
	}
	return rc ? rc : reader_drain(run);
}

const struct benchmark disk_read_sequential = {
	.name = "disk.read.sequential",
	.title = "Reads of 1 MiB in order, 8 in flight",
	.source = "fio rw=read bs=1M iodepth=8 direct=1",
	.target = TARGET_DISK,
	.prepare = prepare_sequential,
	.measure = measure_sequential,
	.verify = reader_verify,
};
