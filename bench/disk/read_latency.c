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
 * is the slowest of them. Blocks that were never written are often answered by a
 * solid-state disk without reading anything.
 * Source: fio (rw=randread bs=4k iodepth=1 direct=1), https://github.com/axboe/fio
 */

#include "bench/disk/reader.h"

static int prepare_latency(struct run *run)
{
	static const struct read_method method = {
		.block_bytes = 4096, .depth = 1, .random = true, .seed = 0x9fb21c651e98df25u
	};

	return reader_open(run, &method);
}

static int measure_latency(struct run *run)
{
	struct metric *p50 = metric_add(run, "latency_p50", UNIT_NS, BETTER_LOWER);
	struct metric *p99 = metric_add(run, "latency_p99", UNIT_NS, BETTER_LOWER);
	struct slice slice;
	int rc = reader_slice(run, &slice); /* to warm up */

	for (unsigned i = 0; rc == 0 && i < run->pace->samples; i++) {
		rc = reader_slice(run, &slice);
		if (rc)
			return rc;
		metric_sample(p50, histogram_percentile(&slice.latency_ns, 50));
		metric_sample(p99, histogram_percentile(&slice.latency_ns, 99));
	}
	return rc ? rc : reader_drain(run);
}

const struct benchmark disk_read_latency = {
	.name = "disk.read.latency",
	.title = "Reads of 4 KiB at random places, one at a time",
	.source = "fio rw=randread bs=4k iodepth=1 direct=1",
	.target = TARGET_DISK,
	.prepare = prepare_latency,
	.measure = measure_latency,
	.verify = reader_verify,
};
