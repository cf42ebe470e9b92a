/* SPDX-License-Identifier: MIT */
/* engine.h - what the files of this folder share: the state of an io, and the ways to do I/O */

#ifndef ASSAY_IO_ENGINE_H
#define ASSAY_IO_ENGINE_H

#include "bench/io/buffers.h"
#include "bench/io/io.h"
#include "bench/io/offsets.h"
#include "bench/io/rate.h"
#include "bench/io/ticks.h"
#include "bench/io/verify.h"

/* One I/O: a place in the queue, with a buffer of its own. */
struct io_request {
	unsigned char *buffer;
	struct io_place place;
	int result;                  /* bytes, or -errno */
	uint64_t start_ns, issue_ns; /* issue_ns is 0 unless it is in flight */
};

/* One way to do I/O. */
struct io_driver {
	const char *name;
	bool one_by_one; /* depth 1, and no slat */
	/* May set io->driver_state. Returns 0, or -errno with one line in @why. */
	int (*open)(struct io *io, char *why, size_t why_size);
	/*
	 * Hand over the requests in io->queue, and wait until @wait_for have ended or @wait_ns
	 * are over. Returns how many were taken, or -errno.
	 */
	int (*enter)(struct io *io, unsigned wait_for, uint64_t wait_ns);
	/* Put all that have ended into io->ended, with their results. Returns how many. */
	unsigned (*reap)(struct io *io);
	/* Never waits. */
	void (*close)(struct io *io);
};

struct io {
	struct io_work work;
	const struct io_driver *driver;
	void *driver_state;
	uint64_t position_bytes; /* of the descriptor, of IO_SYNC */
	unsigned depth;
	struct offsets offsets;
	struct rate rate;
	struct verify verify;
	struct buffers buffers;

	struct io_request *requests;                /* all of them, @depth */
	struct io_request **idle, **queue, **ended; /* each has room for all */
	unsigned idle_count, queue_count, in_flight;
	bool stepping; /* more is free than the last call was to hand over */

	struct io_place next; /* what comes next, if next_known */
	bool next_known;
	bool exhausted; /* nothing more is to begin */
	uint64_t issued_bytes, written_bytes, writes;
	uint64_t limit_bytes;
	bool sync_due, datasync_due;

	uint64_t error_count;
	bool hung, polled;

	struct ticks ticks;
	uint64_t now_ns;               /* when the clock was read last */
	uint64_t marked_ns;            /* up to here, time is in the outcome */
	uint64_t check_ns;             /* when to look for what has hung */
	uint64_t sample_ns;            /* when to call sample() */
	unsigned unlooked, look_after; /* batches since the clock was read; read it after so many */
};

extern const struct io_driver io_driver_uring, io_driver_psync, io_driver_sync, io_driver_libaio,
    io_driver_null;

/* io_open() with a driver of the caller's. */
MUST_CHECK int io_open_with(struct io **io, const struct io_work *work,
                            const struct io_driver *driver, char *why, size_t why_size);

/* io_run() from @start_ns, which may be a little ago, to @end_ns. */
MUST_CHECK int io_run_between(struct io *io, uint64_t start_ns, uint64_t end_ns,
                              struct io_outcome *outcome);

/* Read the clock into io->now_ns, which never goes back. */
static inline void io_look(struct io *io)
{
	uint64_t now_ns = ticks_now_ns(&io->ticks);

	if (now_ns > io->now_ns)
		io->now_ns = now_ns;
}

/* round.c: prepare as much as there is room for, and as the rates allow. */
void round_refill(struct io *io);

/* Hand it over, wait for some to end, count those. Returns 0, or -errno. */
MUST_CHECK int round_go(struct io *io, uint64_t end_ns, struct io_outcome *outcome);

/* Flush what was written. Nothing is in flight. Returns 0 or -EIO. */
MUST_CHECK int round_flush(struct io *io, struct io_outcome *outcome);

/* Add the time since the last call to @outcome. */
void round_mark_time(struct io *io, struct io_outcome *outcome);

/* What is in flight for longest, or NULL. */
const struct io_request *io_oldest(const struct io *io);

/* outcome.c: count the first @count of io->queue, which have been handed over. */
void outcome_issued(struct io *io, struct io_outcome *outcome, unsigned count);

/* One that has ended well, wholly or in part. */
void outcome_ended(struct io *io, struct io_outcome *outcome, const struct io_request *request);

/* One that has ended with @error, which is about @offset_bytes. */
void outcome_error(struct io *io, struct io_outcome *outcome, const struct io_request *request,
                   uint64_t offset_bytes, int error);

/* A call that took or gave @count I/Os. */
void outcome_batch(uint64_t classes[7], unsigned count);

#endif
