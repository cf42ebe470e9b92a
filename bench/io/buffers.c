/* SPDX-License-Identifier: MIT */
/* buffers.c - memory for I/O, in huge pages when there are any, and what is in it */

#include "bench/io/buffers.h"

#include "bench/lib/random.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_BYTES MIB(2)
#define PIECE_BYTES 512 /* the smallest block of a disk: each has a content of its own */

/* Random bytes; the last part of each piece is zeroes, as much as is to be compressible. */
static void fill_random(struct buffers *buffers, unsigned char *data, size_t bytes)
{
	size_t zeroes = PIECE_BYTES * buffers->compress_percent / 100;

	for (size_t at = 0; at < bytes; at += sizeof(uint64_t)) {
		uint64_t word = random_next(&buffers->random);
		size_t left = bytes - at;

		if (at % PIECE_BYTES + zeroes >= PIECE_BYTES)
			word = 0;
		memcpy(data + at, &word, left < sizeof(word) ? left : sizeof(word));
	}
}

static void fill_all(struct buffers *buffers)
{
	if (buffers->fill == IO_ZEROES)
		return;
	fill_random(buffers, buffers->memory, buffers->each_bytes);
	for (unsigned i = 1; i < buffers->count; i++) {
		if (buffers->fill == IO_REPEATED)
			memcpy(buffers_at(buffers, i), buffers->memory, buffers->each_bytes);
		else
			fill_random(buffers, buffers_at(buffers, i), buffers->each_bytes);
	}
}

int buffers_make(struct buffers *buffers, const struct io_work *work, unsigned count,
                 uint32_t each_bytes)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE;
	size_t bytes, huge_bytes;
	void *memory;

	*buffers = (struct buffers){
		.each_bytes = (each_bytes + (size_t)PIECE_BYTES - 1) / PIECE_BYTES * PIECE_BYTES,
		.count = count,
		.fill = work->fill,
		.compress_percent = work->compress_percent,
		.random = work->seed ? work->seed : 1,
	};
	bytes = buffers->each_bytes * count;
	huge_bytes = (bytes + HUGE_BYTES - 1) / HUGE_BYTES * HUGE_BYTES;
	memory = mmap(NULL, huge_bytes, PROT_READ | PROT_WRITE, flags | MAP_HUGETLB, -1, 0);
	buffers->huge = memory != MAP_FAILED;
	buffers->bytes = buffers->huge ? huge_bytes : bytes;
	if (!buffers->huge)
		memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (memory == MAP_FAILED)
		return -errno;
	buffers->memory = memory;
	if (work->read_percent < 100)
		fill_all(buffers);
	return 0;
}

void buffers_free(struct buffers *buffers)
{
	if (buffers->memory)
		munmap(buffers->memory, buffers->bytes);
}

void buffers_refresh(struct buffers *buffers, unsigned char *data, uint32_t bytes)
{
	if (buffers->fill == IO_ZEROES)
		return;
	if (buffers->fill == IO_REFILLED) {
		fill_random(buffers, data, bytes);
		return;
	}
	if (buffers->compress_percent == 100)
		return;
	for (uint32_t at = 0; at + sizeof(uint64_t) <= bytes; at += PIECE_BYTES) {
		uint64_t word = random_next(&buffers->random);

		memcpy(data + at, &word, sizeof(word));
	}
}
