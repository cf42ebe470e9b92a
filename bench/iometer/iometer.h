/* SPDX-License-Identifier: MIT */
/* iometer.h - the loads of Iometer: what they are, and one measurement of one of them */

#ifndef ASSAY_DISK_IOMETER_H
#define ASSAY_DISK_IOMETER_H

#include "bench/bench.h"
#include "bench/disk/cost.h"
#include "bench/io/io.h"
#include "bench/iometer/iometer_cpus.h"

#define IOMETER_BLOCKS_MAX 8
#define IOMETER_SIZES_MAX 10
#define IOMETER_DEPTHS_MAX 16
#define IOMETER_DEPTH_MAX 128 /* of a sweep: 1, 2, 4 ... */
#define IOMETER_LIMIT_NS MS(15)
#define IOMETER_REGION_PERCENT 8

/* One kind of load. */
struct iometer_profile {
	const char *name;  /* "oltp" */
	const char *title; /* one line for people */
	unsigned read_percent, random_percent;
	uint32_t blocks[IOMETER_BLOCKS_MAX]; /* bytes: each is a sweep of its own; or */
	unsigned block_count;
	struct io_size sizes[IOMETER_SIZES_MAX]; /* a mix, which is one sweep */
	unsigned size_count;
	bool one_at_a_time; /* no sweep over the I/Os in flight: 1 */
};

extern const struct iometer_profile iometer_profiles[];
extern const size_t iometer_profile_count;

/* A load with its numbers: what is asked of each disk at one time. */
struct iometer_load {
	const struct iometer_profile *profile;
	uint32_t block_bytes; /* 0 = the mix of the profile */
	unsigned workers;     /* threads for each disk, 1 or more */
	unsigned outstanding; /* I/Os in flight, of each worker on each disk */
};

/* A disk or a file under test. */
struct iometer_target {
	char name[64];
	const struct disk *disk; /* NULL = a plain file */
	int fd;                  /* open past the page cache */
	uint32_t sector_bytes;
	uint64_t region_bytes; /* from the start: the active range, whole sectors */
	uint64_t write_bytes;  /* that one measurement may write at most; 0 = none */
	bool unwritten;        /* what is read was never written, for the most part */
};

struct iometer_timing {
	uint64_t ramp_ns; /* before it counts; 0 = no ramp */
	uint64_t run_ns;
	unsigned slices; /* the run in so many parts, 1 to SAMPLES_MAX */
};

/* What one measurement gave. */
struct iometer_outcome {
	unsigned target_count, workers;
	struct io_outcome *works;  /* of worker w on target t: [t * workers + w] */
	double rates[SAMPLES_MAX]; /* I/Os per s of all together, slice by slice */
	unsigned rate_count;
	bool cut;         /* what may be written was used up before the time was */
	struct cost cost; /* of the run */
	struct iometer_cpus cpus;
	uint64_t started_wall_ns, ended_wall_ns;
};

/* One point of a sweep. */
struct iometer_point {
	unsigned depth; /* I/Os in flight in all */
	double iops, bytes_per_s;
	double average_ns, p99_ns, max_ns; /* response time: handed over until seen to have ended */
	bool cut;                          /* as of the outcome */
};

/* One load with more and more I/Os in flight. */
struct iometer_sweep {
	char target[64];          /* a disk, or how many together */
	unsigned target_count;    /* disks under the load at the same time */
	uint64_t region_bytes;    /* the active range, of all of them */
	struct iometer_load load; /* outstanding does not count */
	struct iometer_timing timing;
	uint64_t limit_ns;
	struct iometer_point points[IOMETER_DEPTHS_MAX];
	unsigned point_count;
};

const struct iometer_profile *iometer_profile_find(const char *name);

/* "oltp 4K", or "fileserver" for a mix. Returns @text. */
const char *iometer_load_name(const struct iometer_load *load, char *text, size_t size);

/* The lines of a load, sizes below @sector_bytes raised to it. Returns how many. */
unsigned iometer_sizes(const struct iometer_load *load, uint32_t sector_bytes,
                       struct io_size sizes[IOMETER_SIZES_MAX]);

/* The memory that the I/Os in flight of @target_count targets take, in bytes. */
uint64_t iometer_memory_bytes(const struct iometer_load *load, unsigned target_count);

/* @percent of @bytes, in whole sectors, as the sector count of the original is. */
uint64_t iometer_region_bytes(uint64_t bytes, unsigned percent, uint32_t sector_bytes);

/*
 * Can @load be put on @target? Returns 0, or -EINVAL with one line in @why that names the
 * target and what was expected.
 */
MUST_CHECK int iometer_check(const struct iometer_load *load, const struct iometer_target *target,
                             char *why, size_t why_size);

/*
 * Put @load on all @targets at once for the ramp and the run.
 *
 * @outcome  filled in, also after an error; iometer_outcome_free() must follow
 * Returns 0; or -errno with one line in @why, that names the target and the place of an I/O
 * that failed (-EIO) or hung (-ETIMEDOUT).
 */
MUST_CHECK int iometer_run(const struct iometer_load *load, const struct iometer_target *targets,
                           unsigned target_count, const struct iometer_timing *timing,
                           struct iometer_outcome *outcome, char *why, size_t why_size);
void iometer_outcome_free(struct iometer_outcome *outcome);

#define IOMETER_ALL UINT32_MAX

/* Add up the works of one target or of all, of one worker or of all (IOMETER_ALL). */
void iometer_sum(const struct iometer_outcome *outcome, unsigned target, unsigned worker,
                 struct io_outcome *sum);

/* The point that one target makes, or all of them (IOMETER_ALL). */
void iometer_point_make(const struct iometer_outcome *outcome, const struct iometer_load *load,
                        unsigned target, struct iometer_point *point);

/*
 * Open the disk or plain file that a user names. A disk goes through the door.
 *
 * @write   a load that writes is to come
 * Returns 0 with @target filled in (write_bytes is 0); or -errno with one line in @why.
 */
MUST_CHECK int iometer_target_open(struct iometer_target *target, const struct machine *machine,
                                   const char *path, bool write, unsigned region_percent, char *why,
                                   size_t why_size);

#endif
