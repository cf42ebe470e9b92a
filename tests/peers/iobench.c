/* SPDX-License-Identifier: MIT */
/*
 * iobench.c - the I/O engine alone, and bare loops of liburing and pread beside it: what iocost
 * runs
 *
 * usage: iobench ENGINE DEPTH BATCH MODE SECONDS PATH [IOS]
 *
 * Reads blocks of 4 KiB anywhere in the file or disk at PATH ("-" with the engine null). ENGINE
 * may be "bare" or "bare-psync", the loops. MODE is measure or peak, with "+poll" to find by
 * polling what has ended, and "+cached" to read by the page cache. With IOS it stops after so many.
 * Prints one line of JSON; CPU times are of the whole process.
 */

#include "bench/io/io.h"
#include "bench/lib/clock.h"
#include "bench/lib/random.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define BLOCK_BYTES 4096
#define NULL_BYTES GIB(1) /* of a disk that is none */

struct options {
	const char *engine;
	unsigned depth, batch;
	bool peak, poll;
	uint64_t duration_ns;
	int fd;
	uint64_t bytes, ios;
};

static struct io_outcome outcome; /* too large for the stack */

static int complain(const char *what, const char *why)
{
	fprintf(stderr, "iobench: %s: %s\n", what, why);
	return 1;
}

/* One enter, which hands over all that is free and waits for a batch; nothing else. */
static uint64_t run_bare(const struct options *options)
{
	size_t buffer_bytes = (size_t)options->depth * BLOCK_BYTES;
	struct iovec all = { .iov_len = buffer_bytes };
	uint64_t random = 1, ios = 0, end_ns = clock_now_ns() + options->duration_ns;
	unsigned idle = options->depth, rounds = 0;
	struct io_uring ring;

	all.iov_base = mmap(NULL, buffer_bytes, PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (io_uring_queue_init(options->depth, &ring,
	                        IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN) ||
	    io_uring_register_ring_fd(&ring) != 1 || io_uring_register_buffers(&ring, &all, 1) ||
	    io_uring_register_files(&ring, &options->fd, 1))
		return 0;
	while (rounds++ % 16 || clock_now_ns() < end_ns) {
		struct io_uring_cqe *cqe;
		unsigned head, count = 0;

		for (; idle > 0; idle--) {
			struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);
			uint64_t block = random_next(&random) % (options->bytes / BLOCK_BYTES);

			/* all into one buffer: nobody looks at it */
			io_uring_prep_read_fixed(sqe, 0, all.iov_base, BLOCK_BYTES,
			                         block * BLOCK_BYTES, 0);
			sqe->flags |= IOSQE_FIXED_FILE;
		}
		io_uring_submit_and_wait(&ring, options->batch ? options->batch : 1);
		io_uring_for_each_cqe(&ring, head, cqe)
		{
			if (cqe->res != BLOCK_BYTES)
				return 0;
			count++;
		}
		io_uring_cq_advance(&ring, count);
		idle += count;
		ios += count;
	}
	return ios;
}

/* pread, one after the other; nothing else. */
static uint64_t run_bare_psync(const struct options *options)
{
	uint64_t random = 1, ios = 0, end_ns = clock_now_ns() + options->duration_ns;
	void *buffer = mmap(NULL, BLOCK_BYTES, PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (buffer == MAP_FAILED)
		return 0;
	while (ios++ % 16 || clock_now_ns() < end_ns) {
		uint64_t block = random_next(&random) % (options->bytes / BLOCK_BYTES);

		if (pread(options->fd, buffer, BLOCK_BYTES, (off_t)(block * BLOCK_BYTES)) !=
		    BLOCK_BYTES)
			return 0;
	}
	return ios - 1;
}

static int run_engine(const struct options *options)
{
	struct io_work work = {
		.fd = options->fd,
		.depth = options->depth,
		.submit_batch = options->batch,
		.mode = options->peak ? IO_PEAK : IO_MEASURE,
		.poll = options->poll,
		.region_bytes = options->bytes,
		.random_percent = 100,
		.read_percent = 100,
		.sizes = { { { .bytes = BLOCK_BYTES, .percent = 100 } } },
		.size_count = { 1 },
		.limit_bytes = options->ios * BLOCK_BYTES,
		.repeat = true,
	};
	struct io *io;
	char why[160];
	int rc;

	while (strcmp(io_engine_name(work.engine), options->engine) != 0)
		if (work.engine++ == IO_NULL)
			return complain(options->engine, "no such engine");
	if (io_open(&io, &work, why, sizeof(why)))
		return complain(options->engine, why);
	rc = io_run(io, options->duration_ns, &outcome);
	if (rc == 0)
		rc = io_drain(io, &outcome);
	io_close(io);
	return rc ? complain(options->engine, strerror(-rc)) : 0;
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static int run(const struct options *options)
{
	const struct io_tally *tally = &outcome.tally[IO_READ];
	uint64_t start_ns = clock_now_ns(), elapsed_ns, ios;
	struct rusage usage;
	int rc = 0;

	if (strncmp(options->engine, "bare", strlen("bare")) == 0) {
		ios = options->engine[4] ? run_bare_psync(options) : run_bare(options);
		elapsed_ns = clock_now_ns() - start_ns;
		rc = ios == 0 ? complain(options->engine, "a read failed") : 0;
	} else {
		rc = run_engine(options);
		elapsed_ns = tally->elapsed_ns;
		ios = tally->ios;
	}
	getrusage(RUSAGE_SELF, &usage);
	printf("{\"ios\": %" PRIu64 ", \"elapsed_s\": %.6f, \"cpu_s\": %.6f, \"p50_ns\": %.0f, "
	       "\"p99_ns\": %.0f, \"polled\": %s}\n",
	       ios, (double)elapsed_ns / 1e9, seconds(usage.ru_utime) + seconds(usage.ru_stime),
	       histogram_percentile(&tally->clat_histogram, 50),
	       histogram_percentile(&tally->clat_histogram, 99), outcome.polled ? "true" : "false");
	return rc;
}

int main(int argc, char **argv)
{
	struct options options = { .fd = -1, .bytes = NULL_BYTES };

	if (argc < 7)
		return complain("usage", "iobench ENGINE DEPTH BATCH MODE SECONDS PATH [IOS]");
	options.engine = argv[1];
	options.depth = (unsigned)strtoul(argv[2], NULL, 10);
	options.batch = (unsigned)strtoul(argv[3], NULL, 10);
	options.peak = strncmp(argv[4], "peak", strlen("peak")) == 0;
	options.poll = strstr(argv[4], "+poll");
	options.duration_ns = (uint64_t)(strtod(argv[5], NULL) * 1e9);
	options.ios = argc > 7 ? strtoull(argv[7], NULL, 10) : 0;
	if (strcmp(argv[6], "-") != 0) {
		options.fd = open(argv[6], O_RDONLY | O_CLOEXEC |
		                               (strstr(argv[4], "+cached") ? 0 : O_DIRECT));
		if (options.fd < 0)
			return complain(argv[6], strerror(errno));
		options.bytes = (uint64_t)lseek(options.fd, 0, SEEK_END);
	}
	return run(&options);
}
