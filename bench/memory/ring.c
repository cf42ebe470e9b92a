/* SPDX-License-Identifier: MIT */
/* ring.c - lines of memory that hold each other's addresses */

#include "bench/memory/ring.h"

#include "bench/lib/random.h"

/* Sattolo's algorithm: exchange each line with an earlier one, never with itself. */
void ring_make(struct ring *ring, void *memory, size_t bytes)
{
	struct line *lines = memory;
	size_t count = bytes / sizeof(*lines);
	uint64_t random = 0x9e3779b97f4a7c15u;

	for (size_t i = 0; i < count; i++)
		lines[i].next = &lines[i];
	for (size_t i = count - 1; i > 0; i--) {
		size_t j = random_next(&random) % i;
		struct line *next = lines[i].next;

		lines[i].next = lines[j].next;
		lines[j].next = next;
	}
	*ring = (struct ring){ .lines = lines, .count = count, .at = lines };
}

void ring_follow(struct ring *ring, uint64_t steps)
{
	const struct line *at = ring->at;

	while (steps--)
		at = at->next;
	ring->at = at;
	keep((uintptr_t)at);
}

/* Once around: back at the start after as many steps as there are lines, not before. */
int ring_check(struct run *run, const struct ring *ring)
{
	const struct line *at = ring->lines;
	size_t steps = 0;

	do {
		uintptr_t offset = (uintptr_t)at->next - (uintptr_t)ring->lines;

		if (offset % sizeof(*at) || offset / sizeof(*at) >= ring->count)
			return fail(run, "line %zu of the cycle points outside of it",
			            (size_t)(at - ring->lines));
		at = at->next;
		steps++;
	} while (at != ring->lines && steps < ring->count);

	if (at != ring->lines || steps != ring->count)
		return fail(run, "the cycle of %zu lines is broken after %zu", ring->count, steps);
	return 0;
}
