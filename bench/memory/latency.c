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
#include "bench/lib/random.h"
#include "bench/memory/region.h"

struct line {
	struct line *next;
	char rest[64 - sizeof(struct line *)];
};

static struct ring {
	struct line *lines;
	size_t count;
	struct line *at; /* where the next load is */
} ring;

/* Sattolo's algorithm: exchange each line with an earlier one, never with itself. */
static void make_cycle(struct line *lines, size_t count)
{
	uint64_t random = 0x9e3779b97f4a7c15u;

	for (size_t i = 0; i < count; i++)
		lines[i].next = &lines[i];
	for (size_t i = count - 1; i > 0; i--) {
		size_t j = random_next(&random) % i;
		struct line *next = lines[i].next;

		lines[i].next = lines[j].next;
		lines[j].next = next;
	}
}

static int prepare_latency(struct run *run)
{
	size_t bytes = run_memory_bytes(run, region_wanted_bytes(run->machine), 0.5);
	void *lines;
	int rc;

	if (bytes < KIB(64))
		bytes = KIB(64);
	rc = run_alloc(run, bytes, &lines);
	if (rc)
		return rc;
	ring = (struct ring){ .lines = lines, .count = bytes / sizeof(struct line), .at = lines };
	make_cycle(ring.lines, ring.count);
	run->state = &ring;
	param_number(run, "working_set_bytes", bytes);
	param_number(run, "stride_bytes", sizeof(struct line));
	return 0;
}

static int run_latency(struct run *run, uint64_t iterations)
{
	struct ring *r = run->state;
	const struct line *at = r->at;

	while (iterations--)
		at = at->next;
	r->at = (struct line *)at;
	keep((uintptr_t)at);
	return 0;
}

/* Once around: back at the start after as many steps as there are lines, not before. */
static int verify_latency(struct run *run)
{
	const struct ring *r = run->state;
	const struct line *at = r->lines;
	size_t steps = 0;

	do {
		uintptr_t offset = (uintptr_t)at->next - (uintptr_t)r->lines;

		if (offset % sizeof(*at) || offset / sizeof(*at) >= r->count)
			return fail(run, "line %zu of the cycle points outside of it",
			            (size_t)(at - r->lines));
		at = at->next;
		steps++;
	} while (at != r->lines && steps < r->count);

	if (at != r->lines || steps != r->count)
		return fail(run, "the cycle of %zu lines is broken after %zu", r->count, steps);
	return 0;
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
