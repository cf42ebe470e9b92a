/* SPDX-License-Identifier: MIT */
/*
 * memory.latency - time of one load from memory when nothing can be foreseen
 *
 * Method: each 64-byte line of a region holds the address of another one; together
 * they are one cycle in random order. Every load needs the answer of the one before.
 * The region is 64 MiB, or four times the largest cache if that is more; on a small
 * machine less, flagged as short-region. The cycle is checked to visit every line.
 * Unit:   nanoseconds per load.
 * Error:  the part of the region that fits in a cache is answered by it: with four
 * times the cache, up to a quarter of the loads. Pages are 4 KiB: translations count.
 * Source: lat_mem_rd of lmbench, McVoy and Staelin 1996; the cycle: Sattolo 1986.
 */

#include "bench/bench.h"
#include "bench/memory/region.h"
#include "bench/memory/ring.h"

static struct ring ring;

static int prepare_latency(struct run *run)
{
	size_t bytes = region_bytes(run, region_wanted_bytes(run->machine));
	void *lines;
	int rc;

	if (bytes < KIB(64))
		bytes = KIB(64);
	rc = run_alloc(run, bytes, &lines);
	if (rc)
		return rc;
	ring_make(&ring, lines, bytes);
	run->state = &ring;
	param_number(run, "working_set_bytes", bytes);
	param_number(run, "stride_bytes", LINE_BYTES);
	return 0;
}

static int run_latency(struct run *run, uint64_t iterations)
{
	ring_follow(run->state, iterations);
	return 0;
}

static int verify_latency(struct run *run)
{
	return ring_check(run, run->state);
}

const struct benchmark memory_latency = {
	.name = "memory.latency",
	.title = "Dependent loads in random order, one core",
	.source = "lmbench lat_mem_rd, McVoy and Staelin 1996",
	.metric = "latency",
	.unit = UNIT_NS,
	.better = BETTER_LOWER,
	.work = 1,
	.prepare = prepare_latency,
	.run = run_latency,
	.verify = verify_latency,
};
