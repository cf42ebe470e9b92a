/* SPDX-License-Identifier: MIT */
/* ring.c - what a console has yet to print; a slow one loses its oldest lines, and says so */

#include "init/init.h"

#include <stdio.h>
#include <string.h>

static size_t index_of(const struct ring *ring, size_t offset)
{
	return (ring->start + offset) % RING_BYTES;
}

static void drop_bytes(struct ring *ring, size_t count)
{
	ring->start = index_of(ring, count);
	ring->used -= count;
}

/* Forget the oldest line, or what is left of it when it was partly printed. */
static void drop_line(struct ring *ring)
{
	size_t count = 0;

	while (count < ring->used && ring->bytes[index_of(ring, count++)] != '\n')
		;
	drop_bytes(ring, count);
	ring->dropped_lines++;
}

void ring_put(struct ring *ring, const char *bytes, size_t size)
{
	size_t end, first;

	if (size > RING_BYTES)
		size = RING_BYTES;
	while (RING_BYTES - ring->used < size)
		drop_line(ring);

	end = index_of(ring, ring->used);
	first = size < RING_BYTES - end ? size : RING_BYTES - end;
	memcpy(ring->bytes + end, bytes, first);
	memcpy(ring->bytes, bytes + first, size - first);
	ring->used += size;
}

size_t ring_peek(struct ring *ring, const char **bytes)
{
	/* until its first byte is taken, the notice can still count more */
	if (ring->dropped_lines > 0 &&
	    (ring->notice_used == 0 || ring->notice_used == ring->notice_size)) {
		ring->notice_size = (size_t)snprintf(
		    ring->notice, sizeof(ring->notice), "%sinit: lines left out here: %lu\n",
		    ring->mid_line ? "\n" : "", ring->dropped_lines);
		ring->notice_used = 0;
	}
	if (ring->notice_used < ring->notice_size) {
		*bytes = ring->notice + ring->notice_used;
		return ring->notice_size - ring->notice_used;
	}
	*bytes = ring->bytes + ring->start;
	return ring->used < RING_BYTES - ring->start ? ring->used : RING_BYTES - ring->start;
}

void ring_take(struct ring *ring, size_t size)
{
	const char *bytes;

	if (size == 0)
		return;
	ring_peek(ring, &bytes);
	ring->mid_line = bytes[size - 1] != '\n';
	if (ring->notice_used == ring->notice_size) {
		drop_bytes(ring, size);
		return;
	}
	if (ring->notice_used == 0)
		ring->dropped_lines = 0;
	ring->notice_used += size;
}
