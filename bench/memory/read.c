/* SPDX-License-Identifier: MIT */
/*
 * memory.read - bandwidth of reading a large region, one core
 *
 * Method: add up the 8-byte words of a region beyond the caches, 1 MiB at a time, from
 * its start to its end and over again; eight sums side by side, so that no addition
 * waits for the one before. The words count up from 0, so the sum of each MiB is known.
 * Unit:   bytes read per second.
 * Error:  page placement moves it by a few percent; huge pages are not forced.
 * Source: the rule for the size is that of STREAM, McCalpin 1995
 */

#include "bench/memory/region.h"

#include <inttypes.h>

#define STEP_WORDS (MIB(1) / sizeof(uint64_t))
#define LANES 8

static struct region {
	uint64_t *words; /* words[i] is i */
	size_t count;    /* a multiple of STEP_WORDS */
	size_t at;       /* where the next step begins */
	size_t wrong_at; /* the first step whose sum was wrong, if wrong */
	bool wrong;
} region;

static uint64_t add_up(const uint64_t *words)
{
	uint64_t sums[LANES] = { 0 }, total = 0;

	for (size_t i = 0; i < STEP_WORDS; i += LANES)
		for (size_t lane = 0; lane < LANES; lane++)
			sums[lane] += words[i + lane];
	for (size_t lane = 0; lane < LANES; lane++)
		total += sums[lane];
	return total;
}

static int prepare_read(struct run *run)
{
	size_t bytes = region_bytes(run, region_wanted_bytes(run->machine));
	void *memory;
	int rc;

	region = (struct region){ 0 };
	region.count = bytes / sizeof(uint64_t) / STEP_WORDS * STEP_WORDS;
	if (region.count == 0)
		region.count = STEP_WORDS;
	rc = run_alloc(run, region.count * sizeof(uint64_t), &memory);
	if (rc)
		return rc;
	region.words = memory;
	for (size_t i = 0; i < region.count; i++)
		region.words[i] = i;
	run->state = &region;
	param_number(run, "region_bytes", (double)region.count * sizeof(uint64_t));
	return 0;
}

static int run_read(struct run *run, uint64_t iterations)
{
	struct region *r = run->state;

	while (iterations--) {
		uint64_t expected = STEP_WORDS * r->at + STEP_WORDS * (STEP_WORDS - 1) / 2;

		if (add_up(r->words + r->at) != expected && !r->wrong) {
			r->wrong = true;
			r->wrong_at = r->at;
		}
		r->at += STEP_WORDS;
		if (r->at == r->count)
			r->at = 0;
	}
	return 0;
}

static int verify_read(struct run *run)
{
	const struct region *r = run->state;

	if (!r->wrong)
		return 0;
	for (size_t i = r->wrong_at; i < r->wrong_at + STEP_WORDS; i++)
		if (r->words[i] != i)
			return fail(run, "byte %zu of the region: %016" PRIx64 ", not %016zx",
			            i * sizeof(uint64_t), r->words[i], i);
	return fail(run, "the sum of the MiB at byte %zu was wrong once",
	            r->wrong_at * sizeof(uint64_t));
}

const struct benchmark memory_read = {
	.name = "memory.read",
	.title = "Reads of a large region, one core",
	.source = "the region is that of STREAM, McCalpin 1995",
	.metric = "throughput",
	.unit = UNIT_BYTES_PER_S,
	.better = BETTER_HIGHER,
	.work = STEP_WORDS * sizeof(uint64_t),
	.prepare = prepare_read,
	.run = run_read,
	.verify = verify_read,
};
