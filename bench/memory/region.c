/* SPDX-License-Identifier: MIT */
/* region.c - how much memory must be touched to get past the caches */

#include "bench/memory/region.h"

uint64_t region_wanted_bytes(const struct machine *machine)
{
	uint64_t wanted_bytes = MIB(64);

	for (unsigned i = 0; i < machine->cpu.cache_count; i++)
		if (4 * machine->cpu.caches[i].bytes > wanted_bytes)
			wanted_bytes = 4 * machine->cpu.caches[i].bytes;
	return wanted_bytes;
}
