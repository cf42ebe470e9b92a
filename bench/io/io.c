/* SPDX-License-Identifier: MIT */
/* io.c - keep I/O in flight on one open file or disk: make ready, run, drain */

#include "bench/io/engine.h"
#include "bench/lib/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define CACHE_LINE 64
#define GAP_NS MS(1) /* calls that follow each other within it are one run */

static const struct io_driver *const drivers[] = {
	[IO_URING] = &io_driver_uring,   [IO_PSYNC] = &io_driver_psync, [IO_SYNC] = &io_driver_sync,
	[IO_LIBAIO] = &io_driver_libaio, [IO_NULL] = &io_driver_null,
};

const char *io_engine_name(enum io_engine engine)
{
	return drivers[engine]->name;
}

static int check_depth(const struct io_work *work, char *why, size_t why_size)
{
	if (work->depth >= 1 && work->depth <= IO_DEPTH_MAX && work->submit_batch <= work->depth)
		return 0;
	if (work->submit_batch > work->depth)
		snprintf(why, why_size, "batches of %u: expected at most the depth, %u",
		         work->submit_batch, work->depth);
	else
		snprintf(why, why_size, "depth %u: expected 1 to %d", work->depth, IO_DEPTH_MAX);
	return -EINVAL;
}

static int check_writes(const struct io_work *work, char *why, size_t why_size)
{
	if (work->compress_percent > 100) {
		snprintf(why, why_size, "%u %% compressible: expected at most 100",
		         work->compress_percent);
		return -EINVAL;
	}
	if (work->read_percent < 100 && work->write_limit_bytes == 0) {
		snprintf(why, why_size, "writing was asked for, and no byte may be written");
		return -EPERM;
	}
	return 0;
}

static int check_verify(const struct io_work *work, uint32_t unit_bytes, char *why, size_t why_size)
{
	bool whole = unit_bytes >= VERIFY_UNIT_LEAST && unit_bytes % 8 == 0;

	for (enum io_direction direction = IO_READ; direction < IO_DIRECTIONS; direction++) {
		for (unsigned i = 0; i < work->size_count[direction]; i++)
			whole &= work->sizes[direction][i].bytes % unit_bytes == 0;
	}
	if (whole)
		return 0;
	snprintf(why, why_size,
	         "verify: expected block sizes that are multiples of %" PRIu32
	         ", and that a multiple of 8 from %d",
	         unit_bytes, VERIFY_UNIT_LEAST);
	return -EINVAL;
}

/* Requests, lists and the io itself in one piece of memory, away from that of other threads. */
static struct io *allocate(unsigned depth)
{
	size_t bytes = sizeof(struct io) +
	               depth * (sizeof(struct io_request) + 3 * sizeof(struct io_request *));
	struct io *io = aligned_alloc(CACHE_LINE, (bytes + 2 * CACHE_LINE) & ~(CACHE_LINE - 1ul));

	if (!io)
		return NULL;
	memset(io, 0, bytes);
	io->depth = depth;
	io->requests = (struct io_request *)(io + 1);
	io->idle = (struct io_request **)(io->requests + depth);
	io->queue = io->idle + depth;
	io->ended = io->queue + depth;
	return io;
}

static int prepare(struct io *io, char *why, size_t why_size)
{
	const struct io_work *work = &io->work;
	int rc = offsets_make(&io->offsets, work, why, why_size);

	if (rc == 0 && work->verify)
		rc = check_verify(work, io->offsets.align_bytes, why, why_size);
	if (rc)
		return rc;
	rc = buffers_make(&io->buffers, work, io->depth, offsets_largest(work));
	if (rc) {
		snprintf(why, why_size, "memory for %u buffers: %s", io->depth, strerror(-rc));
		return rc;
	}
	for (unsigned i = 0; i < io->depth; i++) {
		io->requests[i].buffer = buffers_at(&io->buffers, i);
		io->idle[io->idle_count++] = &io->requests[io->depth - 1 - i];
	}
	io->verify = (struct verify){
		.unit_bytes = io->offsets.align_bytes,
		.compress_percent = work->compress_percent,
		.seed = work->seed,
	};
	io->limit_bytes = work->limit_bytes ? work->limit_bytes : UINT64_MAX;
	rate_make(&io->rate, work);
	ticks_make(&io->ticks);
	return io->driver->open(io, why, why_size);
}

int io_open_with(struct io **io, const struct io_work *work, const struct io_driver *driver,
                 char *why, size_t why_size)
{
	int rc = check_depth(work, why, why_size);

	if (rc == 0)
		rc = check_writes(work, why, why_size);
	if (rc)
		return rc;
	*io = allocate(driver->one_by_one ? 1 : work->depth);
	if (!*io) {
		snprintf(why, why_size, "no memory for a depth of %u", work->depth);
		return -ENOMEM;
	}
	(*io)->work = *work;
	(*io)->driver = driver;
	rc = prepare(*io, why, why_size);
	if (rc) {
		buffers_free(&(*io)->buffers);
		free(*io);
	}
	return rc;
}

int io_open(struct io **io, const struct io_work *work, char *why, size_t why_size)
{
	return io_open_with(io, work, drivers[work->engine], why, why_size);
}

void io_close(struct io *io)
{
	io->driver->close(io);
	buffers_free(&io->buffers);
	free(io);
}

/* Wait until a rate allows the next I/O, while nothing else is to be waited for. */
static void wait_for_rate(struct io *io, uint64_t end_ns)
{
	uint64_t until_ns = rate_due_ns(&io->rate, io->next.direction);

	if (until_ns > end_ns)
		until_ns = end_ns;
	if (until_ns > io->now_ns)
		clock_sleep_ns(until_ns - io->now_ns);
	io_look(io);
}

/* Round after round, until @end_ns or until nothing is left to do. Returns 0, or -errno. */
static int go_rounds(struct io *io, bool more, uint64_t end_ns, struct io_outcome *outcome)
{
	int rc = 0;

	do {
		if (more)
			round_refill(io);
		if (io->in_flight + io->queue_count > 0) {
			rc = round_go(io, end_ns, outcome);
		} else if (io->sync_due || io->datasync_due) {
			rc = round_flush(io, outcome);
		} else if (more && !io->exhausted) {
			wait_for_rate(io, end_ns);
		} else {
			break;
		}
	} while (rc == 0 && io->now_ns < end_ns);
	return rc;
}

static uint64_t ns_of(struct timeval time)
{
	return SECONDS(time.tv_sec) + (uint64_t)time.tv_usec * 1000;
}

static void add_usage(struct io_outcome *outcome, const struct rusage *before)
{
	struct rusage after;

	getrusage(RUSAGE_THREAD, &after);
	outcome->user_ns += ns_of(after.ru_utime) - ns_of(before->ru_utime);
	outcome->system_ns += ns_of(after.ru_stime) - ns_of(before->ru_stime);
	outcome->switches += (uint64_t)(after.ru_nvcsw - before->ru_nvcsw) +
	                     (uint64_t)(after.ru_nivcsw - before->ru_nivcsw);
	outcome->major_faults += (uint64_t)(after.ru_majflt - before->ru_majflt);
	outcome->minor_faults += (uint64_t)(after.ru_minflt - before->ru_minflt);
}

static int run(struct io *io, bool more, uint64_t start_ns, uint64_t end_ns,
               struct io_outcome *outcome)
{
	struct rusage before;
	int rc;

	outcome->hung |= io->hung;
	if (io->hung)
		return -ETIMEDOUT;
	if (more && io->error_count > io->work.errors_max)
		return -EIO;
	getrusage(RUSAGE_THREAD, &before);
	io->stepping &= more;
	ticks_set(&io->ticks);
	if (io->now_ns < start_ns)
		io->now_ns = start_ns;
	io_look(io);
	io->marked_ns = start_ns;
	rc = go_rounds(io, more, end_ns, outcome);
	if (io->work.mode == IO_PEAK)
		io_look(io);
	round_mark_time(io, outcome);
	add_usage(outcome, &before);
	outcome->done |= io->exhausted && io->in_flight == 0;
	outcome->polled = io->polled;
	return rc;
}

int io_run_between(struct io *io, uint64_t start_ns, uint64_t end_ns, struct io_outcome *outcome)
{
	if (start_ns < io->now_ns + GAP_NS && io->now_ns > 0) {
		start_ns = io->now_ns;
	} else {
		rate_begin(&io->rate, start_ns);
		io->sample_ns = start_ns + io->work.sample_ns;
	}
	return run(io, true, start_ns, end_ns, outcome);
}

int io_run(struct io *io, uint64_t duration_ns, struct io_outcome *outcome)
{
	uint64_t start_ns = clock_now_ns();

	if (start_ns - io->now_ns < GAP_NS)
		start_ns = io->now_ns;
	return io_run_between(io, start_ns, start_ns + duration_ns, outcome);
}

int io_drain(struct io *io, struct io_outcome *outcome)
{
	return run(io, false, clock_now_ns(), UINT64_MAX, outcome);
}
