/* SPDX-License-Identifier: MIT */
/* fio_log.h - the logs of a job, each I/O or each window of time, and its rates */

#ifndef ASSAY_DISK_FIO_LOG_H
#define ASSAY_DISK_FIO_LOG_H

#include "bench/io/io.h"

#include <stdio.h>

/* What is to be logged; a prefix is a path, "" = no such log. */
struct fio_log_wish {
	char bw[256], lat[256], iops[256], hist[256];
	uint64_t window_ms;      /* 0 = a line for each I/O */
	uint64_t max_value;      /* the largest of a window, not its mean (bool) */
	uint64_t offset;         /* with the place (bool) */
	uint64_t hist_window_ms; /* of the log of histograms */
	uint64_t coarseness;     /* of which 2^this buckets are one */
};

/* Rates in the windows of a run. */
struct fio_rates {
	struct moments bw_kib_per_s, iops;
};

enum fio_log_kind { FIO_LOG_BW, FIO_LOG_IOPS, FIO_LOG_SLAT, FIO_LOG_CLAT, FIO_LOG_LAT };
#define FIO_LOGS 5

/* The values of one window of a log. */
struct fio_log_window {
	uint64_t count, sum, max;
};

struct fio_log {
	FILE *file; /* NULL = not wanted */
	struct fio_log_window windows[IO_DIRECTIONS];
	uint64_t next_ms; /* end of the window */
};

/* A rate that is looked at from time to time. */
struct fio_series {
	uint64_t period_ns, last_ns;
	uint64_t last[IO_DIRECTIONS];
};

/* Of one thread; the context of its work. */
struct fio_sampler {
	const struct fio_log_wish *wish;
	struct fio_log logs[FIO_LOGS];
	FILE *hist;
	uint64_t block_bytes[IO_DIRECTIONS]; /* for the log of histograms */
	struct fio_series bw, iops, hist_series;
	struct histogram *last_hist; /* IO_DIRECTIONS of them, or NULL */
	struct fio_rates *rates;     /* IO_DIRECTIONS of them */
	uint64_t epoch_ns;           /* 0 = not measuring yet */
	bool asynchronous;           /* handing over takes a time of its own */
	bool each;                   /* every I/O is wanted */
	uint64_t tick_ns;            /* how often fio_sampler_tick() is wanted */
};

/* Make a file for results, never a block device. Returns NULL with errno set. */
FILE *fio_file_create(const char *path);

/*
 * Open the logs.
 *
 * @number  of the thread, for their names
 * Returns 0, or negative errno with one line in @why. fio_sampler_close() in any case.
 */
MUST_CHECK int fio_sampler_open(struct fio_sampler *sampler, const struct fio_log_wish *wish,
                                unsigned number, char *why, size_t why_size);

/* Time begins: what was before does not count. */
void fio_sampler_begin(struct fio_sampler *sampler, uint64_t now_ns);

/* The two hooks of struct io_work; the context is the sampler. */
void fio_sampler_tick(void *context, uint64_t now_ns, const struct io_outcome *so_far);
void fio_sampler_each(void *context, const struct io_event *event);

/* Returns 0, or negative errno if a log was not taken as a whole. */
int fio_sampler_close(struct fio_sampler *sampler);

#endif
