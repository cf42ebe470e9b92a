/* SPDX-License-Identifier: MIT */
/* node_memory.c - arrays in the memory of one NUMA node, and the CPUs beside it */

#include "bench/memory/node_memory.h"

#include "bench/memory/region.h"

#include <errno.h>
#include <linux/mempolicy.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NODE_IDS_MAX 1024 /* as many as Linux on x86-64 can have */
#define WORD_BITS (8 * sizeof(unsigned long))
#define B 2.0
#define C 1.0
#define TRIAD (B + STREAM_FACTOR * C)

/* From now on pages of @memory come from node @id only. Returns 0 or negative errno. */
static int bind_to(unsigned id, void *memory, size_t bytes)
{
	unsigned long bits[NODE_IDS_MAX / WORD_BITS] = { 0 };

	if (id >= NODE_IDS_MAX)
		return -EINVAL;
	bits[id / WORD_BITS] = 1ul << id % WORD_BITS;
	/* the kernel takes one bit less than it is told */
	if (syscall(SYS_mbind, memory, bytes, MPOL_BIND, bits, NODE_IDS_MAX + 1, 0) < 0)
		return -errno;
	return 0;
}

int node_memory_get(struct run *run, const struct node *node, uint64_t wanted_bytes,
                    struct node_memory *memory)
{
	size_t count, step_bytes = 3 * STREAM_STEP * sizeof(double);
	void *start;
	int rc;

	memory->id = node->id;
	cpus_find(&memory->cpus);
	cpus_keep(&memory->cpus, node->cpus);
	if (wanted_bytes > node->bytes / 8)
		wanted_bytes = node->bytes / 8;
	count = wanted_bytes / step_bytes * STREAM_STEP;
	memory->arrays = (struct stream){ .count = count };
	if (count == 0)
		return 0;

	rc = region_map(run, 3 * count * sizeof(double), &start);
	if (rc)
		return rc;
	rc = bind_to(node->id, start, 3 * count * sizeof(double));
	if (rc)
		return skip(run, "memory cannot be bound to node %u: %s", node->id, strerror(-rc));
	memory->arrays.a = start;
	memory->arrays.b = memory->arrays.a + count;
	memory->arrays.c = memory->arrays.b + count;
	stream_fill(&memory->arrays, 0, B, C); /* a is for the triad to make */
	return 0;
}

int node_memory_check(struct run *run, const struct node_memory *memory)
{
	struct stream_wrong wrong = stream_check(&memory->arrays, TRIAD, B, C);

	if (wrong.array)
		return fail(run, "node %u: element %zu of array %c is %a, not %a", memory->id,
		            wrong.index, wrong.array, wrong.found, wrong.wanted);
	return 0;
}
