/* SPDX-License-Identifier: MIT */
/*
 * memory.pattern - find wrong bits in memory, and measure it meanwhile
 *
 * Method: fill a region with walking ones, a checkerboard, its inverse, the number of each word
 * and random words, one after the other, and read each back, by a thread on each CPU, bound
 * to it. The region is half of what is available in a plan with samples of 500 ms; 512 MiB
 * in a shorter one. It is worked on in parts, all of which are filled before the first is
 * read; a sample is one part. The first wrong word is reported: its place in the region and,
 * as far as the kernel tells, in physical memory, what was found and what had been
 * written, and how many words are wrong.
 * Unit:   bytes per second, written and read.
 * Error:  what a module or a cache corrects by itself is not seen here but in the
 * events of the kernel; a cell that fails once a day needs a day. Half of memory is not
 * looked at: the kernel does not give it.
 * Source: the patterns are those of memtest86, Brady 1994
 */

#include "bench/memory/pattern.h"
#include "bench/bench.h"
#include "bench/lib/clock.h"
#include "bench/lib/cpus.h"
#include "bench/lib/team.h"
#include "bench/memory/region.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WORD_BYTES sizeof(uint64_t)
#define PAGE_BYTES 4096
#define PAGE_WORDS (PAGE_BYTES / WORD_BYTES)
#define THOROUGH_SAMPLE_NS MS(500)
#define SHORT_BYTES MIB(512)

static struct check {
	const struct pattern *patterns; /* PATTERNS of them */
	const struct pattern *pattern;  /* the one in use */
	bool warms_up;
	uint64_t *words;
	uint64_t count;
	unsigned parts; /* of the region: each gives a sample */
	struct cpus cpus;
	struct metric *write, *read;
	struct pattern_wrong wrong[CPUS_MAX]; /* as each CPU has found it, in one pattern */
} state;

/* The words of part @part that are thread @number's: whole pages. */
static uint64_t slice(unsigned part, unsigned number, unsigned threads, uint64_t *count)
{
	uint64_t pages = state.count / PAGE_WORDS, slices = (uint64_t)state.parts * threads;
	uint64_t at = (uint64_t)part * threads + number;
	uint64_t first = pages * at / slices, end = pages * (at + 1) / slices;

	*count = (end - first) * PAGE_WORDS;
	return first * PAGE_WORDS;
}

static void add_sample(struct metric *metric, uint64_t elapsed_ns)
{
	metric_sample(metric, (double)state.count * WORD_BYTES / state.parts * 1e9 /
	                          (double)(elapsed_ns ? elapsed_ns : 1));
}

static void fill(struct team *team, unsigned number)
{
	uint64_t start_ns, first, count;

	for (unsigned part = 0; part < state.parts; part++) {
		first = slice(part, number, team->count, &count);
		team_wait(team);
		start_ns = clock_now_ns();
		state.pattern->fill(state.words + first, first, count);
		team_wait(team);
		if (number == 0 && !state.warms_up)
			add_sample(state.write, clock_now_ns() - start_ns);
	}
}

static void check(struct team *team, unsigned number)
{
	uint64_t start_ns, first, count;

	state.wrong[number].count = 0;
	for (unsigned part = 0; part < state.parts; part++) {
		first = slice(part, number, team->count, &count);
		team_wait(team);
		start_ns = clock_now_ns();
		state.pattern->check(state.words + first, first, count, &state.wrong[number]);
		team_wait(team);
		if (number == 0)
			add_sample(state.read, clock_now_ns() - start_ns);
	}
}

/* Where the word is in physical memory; false if the kernel does not tell. */
static bool find_physical(uint64_t index, uint64_t *address)
{
	uintptr_t at = (uintptr_t)(state.words + index);
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	uint64_t entry = 0, frame;
	ssize_t got;

	if (fd < 0)
		return false;
	got = pread(fd, &entry, sizeof(entry), (off_t)(at / PAGE_BYTES * sizeof(entry)));
	close(fd);
	frame = entry & ((1ull << 55) - 1); /* hidden as 0 from who may not know it */
	*address = frame * PAGE_BYTES + at % PAGE_BYTES;
	return got == sizeof(entry) && entry >> 63 && frame != 0;
}

/* What all CPUs together have found: nothing, or the value of fail(). */
static int conclude(struct run *run)
{
	struct pattern_wrong all = { .index = UINT64_MAX };
	char place[40] = "";
	uint64_t address;

	for (unsigned i = 0; i < state.cpus.count; i++) {
		uint64_t count = all.count + state.wrong[i].count;

		if (state.wrong[i].count > 0 && state.wrong[i].index < all.index)
			all = state.wrong[i];
		all.count = count;
	}
	if (all.count == 0)
		return 0;
	if (find_physical(all.index, &address))
		snprintf(place, sizeof(place), " (physical 0x%" PRIx64 ")", address);
	return fail(run,
	            "%s: byte %" PRIu64 "%s: %016" PRIx64 ", not %016" PRIx64 ", xor %016" PRIx64
	            "; %" PRIu64 " words wrong",
	            state.pattern->name, all.index * WORD_BYTES, place, all.found, all.wanted,
	            all.found ^ all.wanted, all.count);
}

static uint64_t wanted_bytes(const struct run *run)
{
	if (run->pace->sample_ns >= THOROUGH_SAMPLE_NS)
		return run->machine->memory.available_bytes / 2;
	return SHORT_BYTES;
}

static int prepare_pattern(struct run *run)
{
	size_t bytes = region_bytes(run, wanted_bytes(run));
	void *memory;
	int rc = region_map(run, bytes, &memory);

	if (rc)
		return rc;
	state.patterns = patterns;
	state.words = memory;
	state.count = bytes / WORD_BYTES;
	state.parts = (run->pace->samples + PATTERNS - 1) / PATTERNS;
	cpus_find(&state.cpus);
	run->state = &state;
	param_number(run, "region_bytes", (double)bytes);
	param_number(run, "threads", state.cpus.count);
	return 0;
}

static int run_team(struct run *run, void (*work)(struct team *team, unsigned number))
{
	struct team team = { .cpus = state.cpus.ids, .count = state.cpus.count };
	int rc = team_run(&team, work);

	if (rc)
		return broken(run, "a thread on each of %u CPUs: %s", team.count, strerror(-rc));
	return 0;
}

static int measure_pattern(struct run *run)
{
	int rc;

	state.write = metric_add(run, "write", UNIT_BYTES_PER_S, BETTER_HIGHER);
	state.read = metric_add(run, "read", UNIT_BYTES_PER_S, BETTER_HIGHER);
	state.pattern = &state.patterns[0];
	state.warms_up = true; /* and lets the kernel find the pages */
	rc = run_team(run, fill);
	state.warms_up = false;
	for (unsigned i = 0; i < PATTERNS && rc == 0; i++) {
		state.pattern = &state.patterns[i];
		rc = run_team(run, fill);
		if (rc == 0)
			rc = run_team(run, check);
		if (rc == 0)
			rc = conclude(run);
	}
	return rc;
}

const struct benchmark memory_pattern = {
	.name = "memory.pattern",
	.title = "Patterns that find wrong bits, written and read by all CPUs",
	.source = "memtest86, Brady 1994",
	.timeout_s = 3600,
	.prepare = prepare_pattern,
	.measure = measure_pattern,
};
