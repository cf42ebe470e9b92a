/* SPDX-License-Identifier: MIT */
/* node_memory.h - arrays in the memory of one NUMA node, and the CPUs beside it */

#ifndef ASSAY_MEMORY_NODE_MEMORY_H
#define ASSAY_MEMORY_NODE_MEMORY_H

#include "bench/bench.h"
#include "bench/lib/cpus.h"
#include "bench/memory/stream_kernel.h"

struct node_memory {
	unsigned id;
	struct cpus cpus;     /* that this process may run on; may be none */
	struct stream arrays; /* may be empty: a node without memory */
};

/*
 * Find the CPUs of @node and get @wanted_bytes of its memory for three arrays, or an eighth of
 * it if that is less. Their numbers are set to begin a triad with.
 *
 * Returns 0, or the value of skip() when the kernel does not bind memory, or of broken().
 */
MUST_CHECK int node_memory_get(struct run *run, const struct node *node, uint64_t wanted_bytes,
                               struct node_memory *memory);

/* Is every number what the triad gives? Returns 0, or the value of fail(). */
MUST_CHECK int node_memory_check(struct run *run, const struct node_memory *memory);

#endif
