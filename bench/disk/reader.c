/* SPDX-License-Identifier: MIT */
/* reader.c - read a disk by io_uring with a fixed number of reads in flight, and time it */

#include "bench/disk/reader.h"

#include "bench/disk/probe.h"
#include "bench/lib/random.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <liburing.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One read: a place in the queue, with a buffer of its own. */
struct request {
	unsigned char *buffer;
	uint64_t offset;
	uint64_t start_ns;
};

struct reader {
	struct io_uring ring;
	int fd;
	struct read_method method;
	uint64_t block_count; /* that are read; a rest at the end of the disk is not */
	uint64_t next_block;  /* of sequential reads */
	uint64_t random;      /* state of the generator */
	uint64_t now_ns;      /* when the last read ended; 0 before the first slice */
	struct request requests[READER_DEPTH_MAX];
	struct request *idle[READER_DEPTH_MAX];
	unsigned idle_count;
	struct probe probe;
};

static int open_disk(struct run *run, int *fd)
{
	const struct disk *disk = run->job->disk;
	char path[sizeof("/dev/") + sizeof(disk->name)];

	snprintf(path, sizeof(path), "/dev/%s", disk->name);
	*fd = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
	if (*fd >= 0)
		return 0;
	switch (errno) {
	case ENOMEDIUM: return skip(run, "no medium in %s", disk->name);
	case EACCES:
	case EPERM:
		return skip(run, "open %s: %s%s", path, strerror(errno),
		            geteuid() == 0 ? "" : ": needs root");
	default: return fail(run, "open %s: %s", path, strerror(errno));
	}
}

/* A ring whose work is done when we wait for it (Linux 6.1), else a plain one. */
static int open_ring(struct run *run, struct reader *reader)
{
	unsigned depth = reader->method.depth;
	int rc;

	rc = io_uring_queue_init(depth, &reader->ring,
	                         IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN);
	if (rc == -EINVAL)
		rc = io_uring_queue_init(depth, &reader->ring, 0);
	if (rc == -ENOSYS || rc == -EPERM)
		return skip(run, "this kernel does not allow io_uring: %s", strerror(-rc));
	if (rc)
		return broken(run, "io_uring: %s", strerror(-rc));
	return 0;
}

static int register_with_ring(struct run *run, struct reader *reader)
{
	size_t bytes = (size_t)reader->method.depth * reader->method.block_bytes;
	struct iovec buffers = { .iov_len = bytes };
	int rc;

	rc = run_alloc(run, bytes, &buffers.iov_base);
	if (rc)
		return rc;
	for (unsigned i = 0; i < reader->method.depth; i++) {
		reader->requests[i].buffer =
		    (unsigned char *)buffers.iov_base + (size_t)i * reader->method.block_bytes;
		reader->idle[reader->idle_count++] = &reader->requests[i];
	}
	rc = io_uring_register_buffers(&reader->ring, &buffers, 1);
	if (rc == -ENOMEM)
		return skip(run, "may not lock %zu bytes of memory for reading: needs root", bytes);
	if (rc == 0)
		rc = io_uring_register_files(&reader->ring, &reader->fd, 1);
	return rc ? broken(run, "io_uring: %s", strerror(-rc)) : 0;
}

static void note_params(struct run *run, const struct reader *reader)
{
	param_text(run, "engine", "io_uring");
	param_text(run, "pattern", reader->method.random ? "random" : "sequential");
	param_number(run, "block_bytes", reader->method.block_bytes);
	param_number(run, "depth", reader->method.depth);
	param_number(run, "region_bytes", (double)reader->block_count * reader->method.block_bytes);
}

int reader_open(struct run *run, const struct read_method *method)
{
	const struct disk *disk = run->job->disk;
	struct reader *reader;
	void *memory;
	int rc;

	rc = run_alloc(run, sizeof(*reader), &memory);
	if (rc)
		return rc;
	reader = run->state = memory;
	reader->method = *method;
	if (reader->method.block_bytes < disk->logical_block_bytes)
		reader->method.block_bytes = disk->logical_block_bytes;
	reader->block_count = disk->bytes / reader->method.block_bytes;
	reader->random = method->seed;
	note_params(run, reader);

	rc = open_disk(run, &reader->fd);
	if (rc)
		return rc;
	if (disk->bytes == 0 && !disk->removable)
		return fail(run, "%s has no capacity: it is dead, most likely", disk->name);
	if (reader->block_count == 0)
		return skip(run, "%s has %" PRIu64 " bytes, less than one block of %" PRIu32,
		            disk->name, disk->bytes, reader->method.block_bytes);
	rc = open_ring(run, reader);
	if (rc)
		return rc;
	rc = register_with_ring(run, reader);
	if (rc)
		return rc;
	return probe_take(run, reader->fd, &reader->probe);
}

static uint64_t next_offset(struct reader *reader)
{
	uint64_t block;

	if (reader->method.random) {
		block = random_next(&reader->random) % reader->block_count;
	} else {
		block = reader->next_block++;
		if (reader->next_block == reader->block_count)
			reader->next_block = 0;
	}
	return block * reader->method.block_bytes;
}

/* Give every idle request something to read. */
static void queue_reads(struct reader *reader, uint64_t now_ns)
{
	while (reader->idle_count > 0) {
		struct request *request = reader->idle[--reader->idle_count];
		struct io_uring_sqe *sqe = io_uring_get_sqe(&reader->ring);

		request->offset = next_offset(reader);
		request->start_ns = now_ns;
		io_uring_prep_read_fixed(sqe, 0, request->buffer, reader->method.block_bytes,
		                         request->offset, 0);
		sqe->flags |= IOSQE_FIXED_FILE;
		io_uring_sqe_set_data(sqe, request);
	}
}

/* Hand what is queued to the kernel and wait until a read has ended. */
static int submit_and_wait(struct run *run, struct reader *reader, struct io_uring_cqe **cqe)
{
	int rc;

	do {
		rc = io_uring_submit_and_wait(&reader->ring, 1);
		if (rc >= 0)
			rc = io_uring_peek_cqe(&reader->ring, cqe);
	} while (rc == -EINTR || rc == -EAGAIN);
	return rc ? broken(run, "io_uring: %s", strerror(-rc)) : 0;
}

/*
 * Wait for one read and count it. One at a time, even if more have ended meanwhile: so
 * each is followed by the next one at once. In batches, the disk would have to wait for
 * us and then we for the disk, and some disks get markedly slower by it.
 */
static int finish_read(struct run *run, struct reader *reader, struct slice *slice)
{
	struct io_uring_cqe *cqe;
	struct request *request;
	int rc;

	rc = submit_and_wait(run, reader, &cqe);
	if (rc)
		return rc;
	request = io_uring_cqe_get_data(cqe);
	reader->now_ns = run->pace->now();
	rc = read_check(run, request->offset, reader->method.block_bytes, cqe->res);
	io_uring_cqe_seen(&reader->ring, cqe);
	reader->idle[reader->idle_count++] = request;

	histogram_add(&slice->latency_ns, reader->now_ns - request->start_ns);
	slice->reads++;
	slice->bytes += reader->method.block_bytes;
	return rc;
}

int reader_slice(struct run *run, struct slice *slice)
{
	struct reader *reader = run->state;
	uint64_t start_ns;
	int rc;

	if (reader->now_ns == 0) /* else this slice begins where the last one ended */
		reader->now_ns = run->pace->now();
	start_ns = reader->now_ns;
	memset(slice, 0, sizeof(*slice));
	do {
		queue_reads(reader, run->pace->now());
		rc = finish_read(run, reader, slice);
		if (rc)
			return rc;
		slice->elapsed_ns = reader->now_ns - start_ns;
	} while (slice->elapsed_ns < run->pace->sample_ns);
	return 0;
}

int reader_drain(struct run *run)
{
	struct reader *reader = run->state;
	struct slice rest = { 0 };
	int rc = 0;

	while (rc == 0 && reader->idle_count < reader->method.depth)
		rc = finish_read(run, reader, &rest);
	return rc;
}

int reader_verify(struct run *run)
{
	const struct reader *reader = run->state;

	return probe_compare(run, reader->fd, &reader->probe);
}
