/* SPDX-License-Identifier: MIT */
/* buffers.h - memory for I/O, in huge pages when there are any, and what is in it */

#ifndef ASSAY_IO_BUFFERS_H
#define ASSAY_IO_BUFFERS_H

#include "bench/io/io.h"

struct buffers {
	unsigned char *memory;
	size_t bytes;      /* of all of it */
	size_t each_bytes; /* from one buffer to the next */
	unsigned count;
	bool huge;
	enum io_fill fill;
	unsigned compress_percent;
	uint64_t random; /* state of the generator */
};

/*
 * @count buffers for @work, each of @each_bytes, present and filled as its writes want it.
 * Returns 0, or -errno.
 */
MUST_CHECK int buffers_make(struct buffers *buffers, const struct io_work *work, unsigned count,
                            uint32_t each_bytes);

void buffers_free(struct buffers *buffers);

static inline unsigned char *buffers_at(const struct buffers *buffers, unsigned number)
{
	return buffers->memory + number * buffers->each_bytes;
}

/* Make @data, one of the buffers, ready for the next write of @bytes. */
void buffers_refresh(struct buffers *buffers, unsigned char *data, uint32_t bytes);

#endif
