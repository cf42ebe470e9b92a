/* SPDX-License-Identifier: MIT */
/* crowd.h - all disks that can be read: each by itself, then all at once */

#ifndef ASSAY_DISK_CROWD_H
#define ASSAY_DISK_CROWD_H

#include "bench/bench.h"
#include "bench/disk/bottleneck.h"
#include "bench/io/io.h"

/* How they are read, and what of it counts. */
struct crowd_load {
	enum unit unit;       /* UNIT_BYTES_PER_S or UNIT_OPS_PER_S */
	uint32_t block_bytes; /* or the logical block of a disk, if that is larger */
	unsigned depth;
	bool random; /* uniform over the disk, else from its start and over again */
};

struct crowd {
	const struct disk *disks[DISKS_MAX];
	int fds[DISKS_MAX];
	unsigned count;
	struct io_work works[DISKS_MAX];
	struct speeds speeds[DISKS_MAX]; /* the means of all samples */
	double alone[SAMPLES_MAX];       /* what all disks gave, each alone */
	struct io_outcome *outcomes;     /* of each disk: of the last sample */
	int rcs[DISKS_MAX];
	char left_out[64]; /* names of disks that cannot be read */
	uint64_t ios;      /* of all disks at once */
};

/*
 * Open all disks that the user wants for reading past the page cache; flags the result as
 * unwritten if one of them is. Returns 0, or skip() with fewer than two.
 */
MUST_CHECK int crowd_open(struct run *run, struct crowd *crowd);

/*
 * Read each by itself, for a slice of time that counts as pace->samples samples; those that fail
 * are left out from here on. Returns 0, or skip() with fewer than two.
 */
MUST_CHECK int crowd_alone(struct run *run, struct crowd *crowd, const struct crowd_load *load);

/*
 * Read all at once for @time_ns. @group is of crowd->works. Into @speed goes the sum of all, its
 * share into the means in speeds[].
 *
 * Returns 0, or fail() naming the disk: one that worked alone and fails among the others is a
 * finding about what they share.
 */
MUST_CHECK int crowd_sample(struct run *run, struct crowd *crowd, const struct crowd_load *load,
                            struct io_group *group, uint64_t time_ns, double *speed);

/* Wait for what is in flight; returns as crowd_sample(). */
MUST_CHECK int crowd_drain(struct run *run, struct crowd *crowd, struct io_group *group);

#endif
