/* SPDX-License-Identifier: MIT */
/*
 * memory.copy - bandwidth of a large copy by one core
 *
 * Method: memcpy() from one region to another, 1 MiB at a time, from their start
 * to their end and over again. Each region is 64 MiB, or four times the largest
 * cache if that is more; on a small machine less, flagged as short-region. The copy
 * is compared with what the original was made from.
 * Unit:   bytes per second, as STREAM counts them: each byte copied counts twice,
 * once as read and once as written.
 * Error:  page placement moves it by a few percent. A cache that reads a line before
 * it is written moves half as much again, which is not counted.
 * Source: STREAM "copy", McCalpin 1995, https://www.cs.virginia.edu/stream/
 */

#include "bench/bench.h"
#include "bench/memory/region.h"

#include <inttypes.h>
#include <string.h>

#define STEP_BYTES MIB(1)

static struct copy {
	uint64_t *to, *from;
	size_t bytes;  /* of each, a multiple of STEP_BYTES */
	size_t at;     /* where the next step begins */
	size_t copied; /* this much of @to has been written */
} copy;

/* What the word at @index must be; no two are alike, so that none can be mistaken. */
static uint64_t pattern(uint64_t index)
{
	return (index + 1) * 0x9e3779b97f4a7c15u;
}

static int prepare_copy(struct run *run)
{
	uint64_t wanted_bytes = region_wanted_bytes(run->machine);
	size_t bytes = region_bytes(run, 2 * wanted_bytes) / 2;
	void *to, *from;
	int rc;

	bytes -= bytes % STEP_BYTES;
	if (bytes == 0)
		bytes = STEP_BYTES;
	rc = run_alloc(run, bytes, &from);
	if (rc)
		return rc;
	rc = run_alloc(run, bytes, &to);
	if (rc)
		return rc;

	copy = (struct copy){ .to = to, .from = from, .bytes = bytes };
	for (size_t i = 0; i < bytes / sizeof(*copy.from); i++)
		copy.from[i] = pattern(i);
	run->state = &copy;
	param_number(run, "region_bytes", bytes);
	return 0;
}

static int run_copy(struct run *run, uint64_t iterations)
{
	struct copy *c = run->state;

	while (iterations--) {
		memcpy((char *)c->to + c->at, (const char *)c->from + c->at, STEP_BYTES);
		keep(c->at);
		c->at += STEP_BYTES;
		if (c->at > c->copied)
			c->copied = c->at;
		if (c->at == c->bytes)
			c->at = 0;
	}
	return 0;
}

static int verify_copy(struct run *run)
{
	const struct copy *c = run->state;

	for (size_t i = 0; i < c->copied / sizeof(*c->to); i++)
		if (c->to[i] != pattern(i))
			return fail(run, "byte %zu of the copy: %016" PRIx64 ", not %016" PRIx64,
			            i * sizeof(*c->to), c->to[i], pattern(i));
	return 0;
}

const struct benchmark memory_copy = {
	.name = "memory.copy",
	.title = "Copy of a large region, one core",
	.source = "STREAM copy, McCalpin 1995",
	.metric = "throughput",
	.unit = UNIT_BYTES_PER_S,
	.better = BETTER_HIGHER,
	.work = 2 * STEP_BYTES,
	.prepare = prepare_copy,
	.run = run_copy,
	.verify = verify_copy,
};
