/* SPDX-License-Identifier: MIT */
/*
 * fio_thread.c - one clone of a job, from its first I/O to its last
 *
 * Clones begin together and end each at its own time, so that each drives an engine of its own.
 */

#include "bench/fio/fio_part.h"
#include "bench/lib/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define SLICE_NS MS(250)    /* how soon a job sees that it is to stop */
#define HUNG_NS SECONDS(60) /* a disk that has not answered after this never will */
#define GOLDEN 0x9e3779b97f4a7c15u

static volatile sig_atomic_t stopping;

void fio_stop(void)
{
	stopping = 1;
}

bool fio_stopped(void)
{
	return stopping;
}

static void fail_thread(struct fio_thread *thread, int error, const char *what)
{
	if (thread->error)
		return; /* the first one counts */
	thread->error = error;
	snprintf(thread->why, sizeof(thread->why), "%s: %s", what, strerror(error));
}

/* The first bad place is what matters. */
static void fail_io(struct fio_thread *thread, int rc)
{
	const struct io_error *error = &thread->outcome.errors[0];
	char what[80];

	if (thread->outcome.error_count == 0 || rc == -ETIMEDOUT) {
		snprintf(what, sizeof(what), "I/O at offset %" PRIu64 " did not end",
		         thread->outcome.hung_offset_bytes);
		fail_thread(thread, -rc, rc == -ETIMEDOUT ? what : "I/O");
		return;
	}
	if (error->error == EBADMSG && !thread->error) {
		thread->error = EBADMSG;
		snprintf(thread->why, sizeof(thread->why),
		         "verify: other bytes than were written at offset %" PRIu64,
		         error->offset_bytes);
		return;
	}
	snprintf(what, sizeof(what), "%s of %" PRIu32 " bytes at offset %" PRIu64,
	         error->direction == IO_READ ? "read" : "write", error->bytes, error->offset_bytes);
	fail_thread(thread, fio_errno(error), what);
}

/* Clones draw different places, and the same ones in each run unless that is not wanted. */
static uint64_t seed_of(const struct fio_thread *thread)
{
	uint64_t seed = thread->job->seed;

	if (!thread->job->repeatable && getrandom(&seed, sizeof(seed), 0) != sizeof(seed))
		seed = clock_now_ns();
	seed = (seed + thread->number) * GOLDEN;
	return seed ? seed : GOLDEN;
}

static enum io_fill fill_of(const struct fio_job *job)
{
	if (job->zero_buffers)
		return IO_ZEROES;
	return job->refill_buffers || job->compress_percent ? IO_REFILLED : IO_REPEATED;
}

static void take_sizes(struct io_work *work, const struct fio_job *job)
{
	for (unsigned i = 0; i < IO_DIRECTIONS; i++) {
		memcpy(work->sizes[i], job->sizes[i].sizes, sizeof(work->sizes[i]));
		work->size_count[i] = job->sizes[i].count;
		work->rate_bytes_per_s[i] = job->rate_bytes_per_s[i];
		work->rate_ios_per_s[i] = job->rate_ios_per_s[i];
	}
}

static void make_work(const struct fio_thread *thread, struct fio_sampler *sampler,
                      struct io_work *work)
{
	const struct fio_job *job = thread->job;

	*work = (struct io_work){
		.engine = (enum io_engine)job->engine,
		.mode = job->peak ? IO_PEAK : IO_MEASURE,
		.fd = thread->fd,
		.depth = (unsigned)job->depth,
		.submit_batch = (unsigned)job->submit_batch,
		.poll = job->poll,
		.region_start_bytes = thread->start_bytes,
		.region_bytes = thread->region_bytes,
		.align_bytes = (uint32_t)job->align_bytes,
		.random_percent = FIO_RANDOM(job) ? (unsigned)job->random_percent : 0,
		.exactly_once = fio_is_once(job),
		.read_percent = !FIO_WRITES(job)  ? 100
		                : !FIO_READS(job) ? 0
		                                  : (unsigned)job->read_percent,
		.seed = seed_of(thread),
		.limit_bytes = thread->budget_bytes,
		.repeat = thread->budget_bytes == 0 || thread->budget_bytes > thread->region_bytes,
		.write_limit_bytes = thread->write_limit_bytes,
		.fsync_every = (unsigned)job->fsync_every,
		.fdatasync_every = (unsigned)job->fdatasync_every,
		.fill = fill_of(job),
		.compress_percent = (unsigned)job->compress_percent,
		.verify = job->verify,
		.deadline_ns = job->max_latency_ns ? job->max_latency_ns
		               : thread->disk      ? HUNG_NS
		                                   : 0,
		.slat_histogram = job->slat_percentiles,
		.lat_histogram = job->lat_percentiles,
		.sample_ns = job->peak ? 0 : sampler->tick_ns,
		.sample = fio_sampler_tick,
		.each = sampler->each ? fio_sampler_each : NULL,
		.context = sampler,
	};
	take_sizes(work, job);
}

/* What the page cache has of the region is dropped; the kernel learns the order. */
static void advise(const struct fio_thread *thread)
{
	const struct fio_job *job = thread->job;
	off_t start = (off_t)thread->start_bytes, bytes = (off_t)thread->region_bytes;

	if (thread->fd < 0)
		return;
	if (job->invalidate)
		posix_fadvise(thread->fd, start, bytes, POSIX_FADV_DONTNEED);
	if (job->fadvise)
		posix_fadvise(thread->fd, start, bytes,
		              FIO_RANDOM(job) ? POSIX_FADV_RANDOM : POSIX_FADV_SEQUENTIAL);
}

/* Time is over: note how long it was, as fio rounds it. */
static void note_time(struct fio_thread *thread, uint64_t begin_ns, unsigned direction)
{
	uint64_t elapsed_us = (clock_now_ns() - begin_ns) / 1000;
	uint64_t elapsed_ms = (elapsed_us + 999) / 1000;

	thread->elapsed_ms += elapsed_ms;
	for (unsigned i = 0; i < IO_DIRECTIONS; i++)
		if (thread->outcome.tally[i].bytes &&
		    (direction == IO_DIRECTIONS || direction == i))
			thread->runtime_ms[i] = elapsed_ms ? elapsed_ms : 1;
}

/* Slice after slice, until @duration_ns (0 = no limit) is over, or all is done. */
static int run_for(struct fio_thread *thread, struct io *io, uint64_t duration_ns)
{
	uint64_t start_ns = clock_now_ns(), elapsed_ns = 0;
	int rc = 0;

	while (rc == 0 && !stopping && !thread->outcome.done &&
	       (duration_ns == 0 || elapsed_ns < duration_ns)) {
		uint64_t left_ns = duration_ns ? duration_ns - elapsed_ns : SLICE_NS;

		rc = io_run(io, left_ns < SLICE_NS ? left_ns : SLICE_NS, &thread->outcome);
		elapsed_ns = clock_now_ns() - start_ns;
	}
	return rc;
}

/* Let it run until its end, drain it. */
static void run_to_end(struct fio_thread *thread, struct io *io)
{
	int rc = run_for(thread, io, thread->job->runtime_ns);
	int drained = rc == -ETIMEDOUT ? 0 : io_drain(io, &thread->outcome);

	if (rc || drained)
		fail_io(thread, rc ? rc : drained);
}

static void measure(struct fio_thread *thread, struct io *io, struct fio_sampler *sampler)
{
	const struct fio_job *job = thread->job;
	uint64_t begin_ns;
	int rc = 0;

	if (job->ramp_ns)
		rc = run_for(thread, io, job->ramp_ns);
	if (rc) {
		fail_io(thread, rc);
		return;
	}
	if (thread->outcome.done) {
		fail_thread(thread, ENODATA, "all was done within ramp_time");
		return;
	}
	memset(&thread->outcome, 0, sizeof(thread->outcome));
	begin_ns = clock_now_ns();
	fio_sampler_begin(sampler, begin_ns);
	run_to_end(thread, io);
	if (job->end_fsync && FIO_WRITES(job) && thread->fd >= 0 && !thread->outcome.hung &&
	    fsync(thread->fd) != 0)
		fail_thread(thread, errno, "fsync");
	note_time(thread, begin_ns, IO_DIRECTIONS);
}

/* Read what was written, from the disk: the same places in the same order. */
static void verify(struct fio_thread *thread, struct io_work *work)
{
	uint64_t begin_ns = clock_now_ns();
	char why[128];
	struct io *io;
	int rc;

	thread->outcome.done = false;
	work->limit_bytes = thread->outcome.tally[IO_WRITE].bytes;
	work->read_percent = 100;
	work->sample_ns = 0;
	work->each = NULL;
	if (work->limit_bytes == 0 || thread->outcome.hung)
		return;
	if (thread->fd >= 0 && fsync(thread->fd) != 0) {
		fail_thread(thread, errno, "fsync before verify");
		return;
	}
	posix_fadvise(thread->fd, (off_t)thread->start_bytes, (off_t)thread->region_bytes,
	              POSIX_FADV_DONTNEED);
	rc = io_open(&io, work, why, sizeof(why));
	if (rc) {
		fail_thread(thread, -rc, why);
		return;
	}
	run_to_end(thread, io);
	io_close(io);
	note_time(thread, begin_ns, IO_READ);
}

static int open_sampler(struct fio_thread *thread, struct fio_sampler *sampler)
{
	const struct fio_job *job = thread->job;
	char why[160];
	int rc;

	sampler->bw.period_ns = MS(job->bw_window_ms);
	sampler->iops.period_ns = MS(job->iops_window_ms);
	sampler->rates = thread->rates;
	sampler->asynchronous = job->engine != IO_PSYNC && job->engine != IO_SYNC;
	for (unsigned i = 0; i < IO_DIRECTIONS; i++)
		sampler->block_bytes[i] = fio_most_bytes(&job->sizes[i]);
	rc = fio_sampler_open(sampler, &job->log, thread->number, why, sizeof(why));
	if (rc)
		fail_thread(thread, -rc, why);
	return rc;
}

void fio_thread_work(struct fio_thread *thread, struct fio_start *start)
{
	struct fio_sampler sampler = { 0 };
	struct io_work work;
	char why[128];
	struct io *io = NULL;
	int rc;

	pthread_mutex_lock(&start->gate); /* until all are there */
	pthread_mutex_unlock(&start->gate);
	thread->tid = gettid();
	rc = open_sampler(thread, &sampler);
	if (rc == 0) {
		make_work(thread, &sampler, &work);
		rc = io_open(&io, &work, why, sizeof(why));
		if (rc)
			fail_thread(thread, -rc, why);
	}
	advise(thread);
	pthread_barrier_wait(&start->barrier);
	if (rc)
		goto close_sampler;
	fio_wait(thread->job->start_delay_ns);
	measure(thread, io, &sampler);
	io_close(io);
	if (work.verify && thread->job->do_verify && FIO_WRITES(thread->job) && !thread->error)
		verify(thread, &work);
close_sampler:
	if (fio_sampler_close(&sampler) != 0)
		fail_thread(thread, EIO, "writing a log");
}
