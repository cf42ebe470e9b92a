/* SPDX-License-Identifier: MIT */
/* region.h - how much memory must be touched to get past the caches, and where it comes from */

#ifndef ASSAY_MEMORY_REGION_H
#define ASSAY_MEMORY_REGION_H

#include "bench/bench.h"

/*
 * Bytes that the caches of one CPU cannot hold: 64 MiB, or four times the largest cache if
 * that is more. Source: the rule of STREAM, https://www.cs.virginia.edu/stream/ref.html
 */
uint64_t region_wanted_bytes(const struct machine *machine);

/* The same for all CPUs: four times the last-level caches of the whole machine together. */
uint64_t region_wanted_by_all_bytes(const struct machine *machine);

/*
 * How much of @wanted_bytes to use: at most half of the memory that is available, and 4 MiB in
 * a plan that only asks whether all works. Flags the result as short-region when it is less.
 */
size_t region_bytes(struct run *run, uint64_t wanted_bytes);

/* Does the plan only ask whether all works? */
bool region_is_brief(const struct run *run);

/*
 * Memory that nobody has touched yet: a page comes to the node of the CPU that touches it
 * first. Huge pages are asked for, and it begins with one. Returns 0, or the value of broken().
 */
MUST_CHECK int region_map(struct run *run, size_t bytes, void **memory);

/* Say in the result how much of the memory of this process is in huge pages. */
void region_param_huge(struct run *run);

#endif
