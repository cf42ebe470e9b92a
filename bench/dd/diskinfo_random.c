/* SPDX-License-Identifier: MIT */
/* diskinfo_random.c - random reads with many in flight, and random writes that are flushed */

#include "bench/dd/diskinfo.h"

#include "bench/io/io.h"
#include "bench/lib/random.h"

#include <errno.h>
#include <liburing.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define READS_NS SECONDS(3)
#define WRITES_NS SECONDS(1)
#define WRITES_BATCH 250 /* between two looks at the clock */
#define PIECE_BYTES KIB(128)
#define PIECES_MAX (DISKINFO_BUFFER_BYTES / PIECE_BYTES)

/* One line in @why, if the engine had none. */
static int explain(const struct io_outcome *outcome, int rc, char *why, size_t why_size)
{
	const struct io_error *error = &outcome->errors[0];

	if (rc && outcome->error_count)
		snprintf(why, why_size, "read of %u bytes at byte %llu: %s", error->bytes,
		         (unsigned long long)error->offset_bytes, strerror(error->error));
	else if (rc)
		snprintf(why, why_size, "random reads: %s", strerror(-rc));
	return rc;
}

int diskinfo_iops(struct diskinfo *info, uint32_t block_bytes, struct diskinfo_pass *pass,
                  char *why, size_t why_size)
{
	static struct io_outcome outcome; /* large */
	struct io_work work = { .engine = IO_URING,
		                .mode = IO_PEAK,
		                .fd = info->fd,
		                .depth = DISKINFO_DEPTH,
		                .region_bytes = info->bytes / block_bytes * block_bytes,
		                .random_percent = 100,
		                .read_percent = 100,
		                .sizes[IO_READ] = { { block_bytes, 100 } },
		                .size_count[IO_READ] = 1,
		                .repeat = true,
		                .deadline_ns = SECONDS(30) };
	struct io *io;
	uint64_t start_ns;
	int rc = io_open(&io, &work, why, why_size);

	if (rc)
		return rc;
	memset(&outcome, 0, sizeof(outcome));
	start_ns = diskinfo_start_clock(info);
	rc = io_run(io, (uint64_t)((double)READS_NS * info->share), &outcome);
	if (rc == 0)
		rc = io_drain(io, &outcome);
	pass->elapsed_ns = info->now() - start_ns;
	pass->count = outcome.tally[IO_READ].ios;
	io_close(io);
	return explain(&outcome, rc, why, why_size);
}

static int failed(struct diskinfo *info, uint64_t offset_bytes, uint32_t bytes, int got)
{
	info->failed_offset_bytes = offset_bytes;
	info->failed_bytes = bytes;
	info->failed_got = got;
	return -EIO;
}

/* See to the end of @count writes of @bytes each, from @offset_bytes on. */
static int reap(struct diskinfo *info, struct io_uring *ring, unsigned count, uint32_t bytes,
                uint64_t offset_bytes)
{
	struct io_uring_cqe *cqe;
	int rc = 0;

	while (count-- > 0) {
		int waited = io_uring_wait_cqe(ring, &cqe);

		if (waited == -EINTR) {
			count++;
			continue;
		}
		if (waited)
			return waited;
		if (cqe->res != (int)bytes && rc == 0)
			rc = failed(info, offset_bytes + cqe->user_data, bytes, cqe->res);
		io_uring_cqe_seen(ring, cqe);
	}
	return rc;
}

/* Write one block in its pieces, all at once, and wait until it is on the medium. */
static int write_block(struct diskinfo *info, struct io_uring *ring, uint64_t offset_bytes,
                       uint32_t block_bytes)
{
	uint32_t piece_bytes = block_bytes < PIECE_BYTES ? block_bytes : (uint32_t)PIECE_BYTES;
	unsigned count = block_bytes / piece_bytes;
	int rc;

	if (info->may_write_bytes < block_bytes)
		return -EDQUOT;
	info->may_write_bytes -= block_bytes;
	for (unsigned i = 0; i < count; i++) {
		uint64_t at = (uint64_t)i * piece_bytes;
		struct io_uring_sqe *sqe = io_uring_get_sqe(ring);

		io_uring_prep_write(sqe, info->fd, (char *)info->buffer + at, piece_bytes,
		                    offset_bytes + at);
		io_uring_sqe_set_data64(sqe, at);
	}
	do {
		rc = io_uring_submit_and_wait(ring, count);
	} while (rc == -EINTR);
	if (rc >= 0)
		rc = reap(info, ring, count, piece_bytes, offset_bytes);
	if (rc == 0 && fdatasync(info->fd) < 0 && errno != EINVAL)
		rc = failed(info, offset_bytes, block_bytes, -errno);
	return rc;
}

int diskinfo_writes(struct diskinfo *info, uint32_t block_bytes, struct diskinfo_pass *pass)
{
	uint64_t blocks = info->bytes / block_bytes, *words = info->buffer, start_ns;
	struct io_uring ring;
	int rc = io_uring_queue_init(PIECES_MAX, &ring, 0);

	if (rc)
		return rc;
	for (size_t i = 0; i < DISKINFO_BUFFER_BYTES / sizeof(*words); i++)
		words[i] = random_next(&info->random);
	*pass = (struct diskinfo_pass){ 0 };
	start_ns = diskinfo_start_clock(info);
	do {
		for (unsigned i = 0; rc == 0 && i < WRITES_BATCH; i++) {
			uint64_t block = random_next(&info->random) % blocks;

			rc = write_block(info, &ring, block * block_bytes, block_bytes);
		}
		pass->count += WRITES_BATCH;
		pass->elapsed_ns = info->now() - start_ns;
	} while (rc == 0 && pass->elapsed_ns < WRITES_NS);
	io_uring_queue_exit(&ring);
	return rc;
}
