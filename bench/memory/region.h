/* SPDX-License-Identifier: MIT */
/* region.h - how much memory must be touched to get past the caches */

#ifndef ASSAY_MEMORY_REGION_H
#define ASSAY_MEMORY_REGION_H

#include "bench/bench.h"

/*
 * Bytes that the caches cannot hold: 64 MiB, or four times the largest cache if
 * that is more. Source: the rule of STREAM, https://www.cs.virginia.edu/stream/ref.html
 */
uint64_t region_wanted_bytes(const struct machine *machine);

#endif
