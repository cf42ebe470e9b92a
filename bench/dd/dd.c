/* SPDX-License-Identifier: MIT */
/* dd.c - copy blocks one after the other, one at a time, and time it: what dd does */

#include "bench/dd/dd.h"

#include "bench/lib/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALIGN_BYTES 4096 /* enough for direct I/O with any block of a disk */
#define SECTOR_BYTES 512

/* A copy on its way. */
struct copier {
	const struct dd_copy *copy;
	struct dd_outcome *outcome;
	struct dd_side input, output; /* their offsets advance, their O_DIRECT may go */
	unsigned char *buffer; /* what is read into; written from, unless blocks are refilled */
	unsigned char *filled; /* of reblock: one output block */
	size_t filled_bytes;
	bool flush_all;      /* a last block went through the page cache */
	size_t last_bytes;   /* what the last read gave */
	uint64_t next_label; /* of the content that we make ourselves */
};

static int failed(struct copier *copier, enum dd_place place, uint64_t offset_bytes, int error)
{
	copier->outcome->error = error;
	copier->outcome->place = place;
	copier->outcome->offset_bytes = offset_bytes;
	return error;
}

static void drop_cache(const struct dd_side *side, uint64_t offset_bytes, size_t bytes)
{
	if (side->nocache)
		posix_fadvise(side->fd, (off_t)offset_bytes, (off_t)bytes, POSIX_FADV_DONTNEED);
}

static int clear_direct(struct dd_side *side)
{
	int flags = fcntl(side->fd, F_GETFL);

	side->direct = false;
	return flags < 0 || fcntl(side->fd, F_SETFL, flags & ~O_DIRECT) < 0 ? -errno : 0;
}

/* No sector that is written is like another one: nothing can be saved by finding equal ones. */
static void label_sectors(struct copier *copier, size_t bytes)
{
	for (size_t at = 0; at + sizeof(uint64_t) <= bytes; at += SECTOR_BYTES) {
		memcpy(copier->buffer + at, &copier->next_label, sizeof(copier->next_label));
		copier->next_label++;
	}
}

/* One read(). Returns bytes or -errno. */
static ssize_t read_some(struct copier *copier, void *to, size_t bytes)
{
	struct dd_side *input = &copier->input;
	ssize_t got;

	for (;;) {
		got = read(input->fd, to, bytes);
		if (got >= 0)
			return got;
		if (errno == EINTR)
			continue;
		/* behind the last bytes of a file no direct read is aligned any more */
		if (errno != EINVAL || !input->direct || copier->last_bytes == 0 ||
		    copier->last_bytes == input->block_bytes)
			return -errno;
		if (clear_direct(input))
			return -EINVAL;
	}
}

/* One block of input, into the buffer. Returns bytes, 0 at the end, or -errno. */
static ssize_t read_block(struct copier *copier, size_t bytes)
{
	size_t have = 0;
	ssize_t got;

	if (copier->input.fd == DD_NO_INPUT) {
		label_sectors(copier, bytes);
		return (ssize_t)bytes;
	}
	do {
		got = read_some(copier, copier->buffer + have, bytes - have);
		if (got < 0)
			return failed(copier, DD_AT_READ, copier->input.offset_bytes + have,
			              (int)got);
		have += (size_t)got;
	} while (copier->copy->fullblock && got > 0 && have < bytes);
	return (ssize_t)have;
}

/* Write all of it, in as many calls as it takes. Returns 0 or -errno. */
static int write_block(struct copier *copier, const unsigned char *from, size_t bytes)
{
	struct dd_side *output = &copier->output;
	size_t done = 0;
	int rc = 0;

	if (output->direct && bytes < output->block_bytes) {
		rc = clear_direct(output);
		copier->flush_all = true;
	}
	while (rc == 0 && done < bytes) {
		ssize_t put = write(output->fd, from + done, bytes - done);

		if (put >= 0)
			done += (size_t)put;
		if (put == 0)
			rc = -ENOSPC;
		else if (put < 0 && errno != EINTR)
			rc = -errno;
	}
	if (done == output->block_bytes)
		copier->outcome->output_full++;
	else if (done > 0)
		copier->outcome->output_partial++;
	copier->outcome->bytes += done;
	output->offset_bytes += done;
	if (rc)
		return failed(copier, DD_AT_WRITE, output->offset_bytes, rc);
	drop_cache(output, output->offset_bytes - bytes, bytes);
	return 0;
}

/* What was read goes into output blocks, and those that are full go out. */
static int refill(struct copier *copier, size_t bytes)
{
	size_t block_bytes = copier->output.block_bytes, taken = 0;
	int rc = 0;

	while (rc == 0 && taken < bytes) {
		size_t room = block_bytes - copier->filled_bytes, part = bytes - taken;

		if (part > room)
			part = room;
		memcpy(copier->filled + copier->filled_bytes, copier->buffer + taken, part);
		copier->filled_bytes += part;
		taken += part;
		if (copier->filled_bytes < block_bytes)
			break;
		copier->filled_bytes = 0;
		rc = write_block(copier, copier->filled, block_bytes);
	}
	return rc;
}

/* How much the next read may take; 0 = all is copied. */
static size_t next_bytes(const struct copier *copier)
{
	const struct dd_copy *copy = copier->copy;
	uint64_t done = copier->outcome->input_full + copier->outcome->input_partial;

	if (done < copy->count_blocks)
		return copier->input.block_bytes;
	return done == copy->count_blocks ? copy->count_bytes : 0;
}

/* Returns 1 when a block was copied, 0 at the end, or -errno. */
static int copy_block(struct copier *copier)
{
	struct dd_outcome *outcome = copier->outcome;
	size_t bytes = next_bytes(copier);
	ssize_t got;
	int rc;

	got = bytes ? read_block(copier, bytes) : 0;
	if (got <= 0)
		return (int)got;
	copier->last_bytes = (size_t)got;
	if (copier->last_bytes == copier->input.block_bytes)
		outcome->input_full++;
	else
		outcome->input_partial++;
	drop_cache(&copier->input, copier->input.offset_bytes, copier->last_bytes);
	copier->input.offset_bytes += copier->last_bytes;
	rc = copier->copy->reblock ? refill(copier, copier->last_bytes)
	                           : write_block(copier, copier->buffer, copier->last_bytes);
	return rc ? rc : 1;
}

static int flush(struct copier *copier)
{
	enum dd_flush wanted = copier->flush_all ? DD_FLUSH_ALL : copier->copy->flush;
	int fd = copier->output.fd, rc = 0;

	if (wanted == DD_FLUSH_DATA && fdatasync(fd) < 0) {
		rc = errno == ENOSYS || errno == EINVAL ? 0 : -errno;
		wanted = DD_FLUSH_ALL;
	}
	if (wanted == DD_FLUSH_ALL && fsync(fd) < 0 && rc == 0)
		rc = -errno;
	if (rc)
		return failed(copier, DD_AT_FLUSH, copier->output.offset_bytes, rc);
	if (copier->flush_all)
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	return 0;
}

static int copy_all(struct copier *copier)
{
	const struct dd_copy *copy = copier->copy;
	bool enough = false;
	int rc;

	while (!enough && (rc = copy_block(copier)) > 0)
		if (copy->each)
			enough = copy->each(copy->context, clock_now_ns(), copier->outcome);
	if (enough)
		rc = 0;
	if (rc == 0 && copier->filled_bytes > 0)
		rc = write_block(copier, copier->filled, copier->filled_bytes);
	return rc ? rc : flush(copier);
}

int dd_run(const struct dd_copy *copy, struct dd_outcome *outcome)
{
	struct copier copier = { .copy = copy,
		                 .outcome = outcome,
		                 .input = copy->input,
		                 .output = copy->output,
		                 .buffer = copy->content,
		                 .next_label = 1 };
	int rc = 0;

	memset(outcome, 0, sizeof(*outcome));
	outcome->start_ns = clock_now_ns();
	if (!copy->content &&
	    posix_memalign((void **)&copier.buffer, ALIGN_BYTES, copy->input.block_bytes))
		rc = failed(&copier, DD_AT_READ, copy->input.offset_bytes, -ENOMEM);
	if (rc == 0 && copy->reblock &&
	    posix_memalign((void **)&copier.filled, ALIGN_BYTES, copy->output.block_bytes))
		rc = failed(&copier, DD_AT_WRITE, copy->output.offset_bytes, -ENOMEM);
	if (rc == 0)
		rc = copy_all(&copier);
	outcome->elapsed_ns = clock_now_ns() - outcome->start_ns;
	if (!copy->content)
		free(copier.buffer);
	free(copier.filled);
	return rc;
}

void dd_explain(const struct dd_outcome *outcome, const char *input_name, const char *output_name,
                char *why, size_t why_size)
{
	static const char *const places[] = {
		[DD_AT_READ] = "read", [DD_AT_WRITE] = "write", [DD_AT_FLUSH] = "flush"
	};

	snprintf(why, why_size, "%s at byte %" PRIu64 " of %s: %s", places[outcome->place],
	         outcome->offset_bytes, outcome->place == DD_AT_READ ? input_name : output_name,
	         strerror(-outcome->error));
}
