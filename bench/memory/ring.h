/* SPDX-License-Identifier: MIT */
/* ring.h - lines of memory that hold each other's addresses: of memory.latency and memory.curve */

#ifndef ASSAY_MEMORY_RING_H
#define ASSAY_MEMORY_RING_H

#include "bench/bench.h"

#define LINE_BYTES 64

struct line {
	struct line *next;
	char rest[LINE_BYTES - sizeof(struct line *)];
};

struct ring {
	struct line *lines;
	size_t count;
	const struct line *at; /* where the next load is */
};

/* Make the @bytes bytes of @memory one cycle in random order. */
void ring_make(struct ring *ring, void *memory, size_t bytes);

/* Follow @steps addresses, each load waiting for the one before. */
void ring_follow(struct ring *ring, uint64_t steps);

/* Is it one cycle through every line? Returns 0, or the value of fail(). */
MUST_CHECK int ring_check(struct run *run, const struct ring *ring);

#endif
