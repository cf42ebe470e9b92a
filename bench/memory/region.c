/* SPDX-License-Identifier: MIT */
/* region.c - how much memory must be touched to get past the caches, and where it comes from */

#include "bench/memory/region.h"

#include "bench/lib/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define BRIEF_SAMPLE_NS MS(100) /* a plan with shorter samples is brief */
#define BRIEF_BYTES MIB(4)
#define HUGE_PAGE_BYTES MIB(2)

uint64_t region_wanted_bytes(const struct machine *machine)
{
	uint64_t wanted_bytes = MIB(64);

	for (unsigned i = 0; i < machine->cpu.cache_count; i++)
		if (4 * machine->cpu.caches[i].bytes > wanted_bytes)
			wanted_bytes = 4 * machine->cpu.caches[i].bytes;
	return wanted_bytes;
}

uint64_t region_wanted_by_all_bytes(const struct machine *machine)
{
	const struct cache *last = NULL;
	uint64_t caches = 1, wanted_bytes;

	for (unsigned i = 0; i < machine->cpu.cache_count; i++)
		if (!last || machine->cpu.caches[i].level > last->level)
			last = &machine->cpu.caches[i];
	if (last && last->shared_by_threads > 0)
		caches =
		    (machine->cpu.threads + last->shared_by_threads - 1) / last->shared_by_threads;
	wanted_bytes = last ? 4 * caches * last->bytes : 0;
	return wanted_bytes > MIB(64) ? wanted_bytes : MIB(64);
}

bool region_is_brief(const struct run *run)
{
	return run->pace->sample_ns < BRIEF_SAMPLE_NS;
}

size_t region_bytes(struct run *run, uint64_t wanted_bytes)
{
	if (region_is_brief(run) && wanted_bytes > BRIEF_BYTES) {
		run->result->warnings |= WARN_SHORT_REGION;
		wanted_bytes = BRIEF_BYTES;
	}
	return run_memory_bytes(run, wanted_bytes, 0.5);
}

int region_map(struct run *run, size_t bytes, void **memory)
{
	char *start = mmap(NULL, bytes + HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE,
	                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (start == MAP_FAILED)
		return broken(run, "no memory for %zu bytes", bytes);
	start += -(uintptr_t)start % HUGE_PAGE_BYTES;
	madvise(start, bytes, MADV_HUGEPAGE); /* a kernel without them says no: small ones do */
	*memory = start;
	return 0;
}

void region_param_huge(struct run *run)
{
	char text[4096];
	const char *line;
	uint64_t kib;

	if (text_read("", "/proc/self/smaps_rollup", text, sizeof(text)) < 0)
		return;
	line = strstr(text, "AnonHugePages:");
	if (line && sscanf(line, "AnonHugePages: %" SCNu64, &kib) == 1)
		param_number(run, "huge_page_bytes", (double)KIB(kib));
}
