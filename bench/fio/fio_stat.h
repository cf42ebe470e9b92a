/* SPDX-License-Identifier: MIT */
/* fio_stat.h - what the kernel counted on a disk meanwhile */

#ifndef ASSAY_DISK_FIO_STAT_H
#define ASSAY_DISK_FIO_STAT_H

#include "bench/lib/base.h"

#include <sys/types.h>

/* Counters of a block device, as /sys/block/DISK/stat has them. */
struct fio_stat {
	uint64_t ios[2], merges[2], ticks_ms[2]; /* reading, writing */
	uint64_t busy_ms, queue_ms;
	uint64_t elapsed_ms; /* of a difference */
};

struct fio_stat_source {
	char name[32];       /* "sda"; "" = none, as of a file in memory */
	struct fio_stat sum; /* what was counted between begin and end, over all of them */
	struct fio_stat at_begin;
	uint64_t begin_ns;
	unsigned member_count; /* sources after this one: the disks that an array is made of */
};

/* Find the whole disk that @device is, or is a part of, below @root ("" = this machine). */
void fio_stat_find(struct fio_stat_source *source, const char *root, dev_t device);

/* Find the disks that @source is made of: md, dm. Returns how many, at most @room. */
unsigned fio_stat_find_members(const struct fio_stat_source *source, const char *root,
                               struct fio_stat_source *members, unsigned room);

/* What its members did, as fio puts it together: the mean of each counter, the busiest one. */
void fio_stat_aggregate(const struct fio_stat_source *source, struct fio_stat *mean,
                        double *most_percent);

void fio_stat_begin(struct fio_stat_source *source, const char *root);
void fio_stat_end(struct fio_stat_source *source, const char *root);

/* Busy, in percent of the time, at most 100. */
double fio_stat_percent(const struct fio_stat *stat);

#endif
