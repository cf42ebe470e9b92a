/* SPDX-License-Identifier: MIT */
/* null.c - I/O that ends at once, for what the counting itself costs */

#include "bench/io/engine.h"

#include <string.h>

static int open_null(struct io *io, char *why, size_t why_size)
{
	(void)io;
	(void)why;
	(void)why_size;
	return 0;
}

static int enter_null(struct io *io, unsigned wait_for, uint64_t wait_ns)
{
	(void)wait_for;
	(void)wait_ns;
	memcpy(io->ended, io->queue, io->queue_count * sizeof(io->queue[0]));
	return (int)io->queue_count;
}

static unsigned reap_null(struct io *io)
{
	for (unsigned i = 0; i < io->in_flight; i++)
		io->ended[i]->result = (int)io->ended[i]->place.bytes;
	return io->in_flight;
}

static void close_null(struct io *io)
{
	(void)io;
}

const struct io_driver io_driver_null = {
	.name = "null",
	.open = open_null,
	.enter = enter_null,
	.reap = reap_null,
	.close = close_null,
};
