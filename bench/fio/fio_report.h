/* SPDX-License-Identifier: MIT */
/* fio_report.h - the numbers of a run, added up as they are shown */

#ifndef ASSAY_DISK_FIO_REPORT_H
#define ASSAY_DISK_FIO_REPORT_H

#include "bench/fio/fio.h"

/* Samples of a rate; those of clones are added, as they ran at the same time. */
struct fio_rate {
	uint64_t samples;
	double min, max, mean;
	double squares; /* sum of the squared distances from the mean */
};

/* What is shown as one: a thread, or all clones and jobs of a group. */
struct fio_unit {
	const struct fio_job *job; /* of the first thread */
	unsigned group, threads;
	int tid; /* of the first thread */
	int error;
	const char *why;
	const char *path;
	struct io_outcome *outcome;
	uint64_t runtime_ms[IO_DIRECTIONS]; /* of the thread that took longest */
	uint64_t elapsed_ms;                /* of all threads, added */
	struct fio_rate bw_kib_per_s[IO_DIRECTIONS], iops[IO_DIRECTIONS];
};

/* One direction of a group of jobs. */
struct fio_group {
	uint64_t bytes, bytes_per_s;
	uint64_t least_bytes_per_s, most_bytes_per_s; /* of its units */
	uint64_t least_ms, most_ms;
};

struct fio_report {
	struct fio_request *request;
	const char *version;
	uint64_t wall_ns;   /* when it was made */
	uint64_t elapsed_s; /* since the run began, rounded up */
	unsigned unit_count, group_count, stat_count;
	struct fio_unit *units;
	struct fio_group (*groups)[IO_DIRECTIONS];
	const struct fio_stat_source *stats;
};

/* Returns 0, or -ENOMEM. fio_report_free() in any case. */
MUST_CHECK int fio_report_make(struct fio_report *report, const struct fio_run *run);
void fio_report_free(struct fio_report *report);

/* Bytes and I/Os a second of one direction of a unit; 0 without a runtime. */
uint64_t fio_unit_bytes_per_s(const struct fio_unit *unit, enum io_direction direction);
double fio_unit_iops(const struct fio_unit *unit, enum io_direction direction);

double fio_rate_deviation(const struct fio_rate *rate);

/* What a unit's mean rate is of all its group did, in percent, at most 100. */
double fio_rate_share(const struct fio_rate *rate, const struct fio_group *group);

/* User and system time of the threads, in percent of the time that they ran. */
double fio_user_percent(const struct fio_unit *unit);
double fio_system_percent(const struct fio_unit *unit);

/*
 * How many I/Os of all directions took how long; the last one of ms is 2000 ms and more. Counted
 * from the histograms: an I/O within 1 % of a bound may be on its other side.
 */
#define FIO_NS_CLASSES 10
#define FIO_MS_CLASSES 12
struct fio_spread {
	uint64_t count;
	uint64_t ns[FIO_NS_CLASSES], us[FIO_NS_CLASSES], ms[FIO_MS_CLASSES];
};

/* The upper bounds of the classes: 2, 4, 10, ... 1000, 2000, and 2000 again. */
extern const unsigned fio_class_bounds[FIO_MS_CLASSES];

void fio_spread_make(struct fio_spread *spread, const struct io_outcome *outcome);

/* Where ns are not apart: they go to the first class of us. */
void fio_spread_fold(struct fio_spread *spread);

/* @part of @whole in percent; one that is there is shown as @least at least. 0 of 0 is 0. */
double fio_share(uint64_t part, uint64_t whole, double least);

#endif
