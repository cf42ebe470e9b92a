/* SPDX-License-Identifier: MIT */
/* iometer_crowd.h - many disks under one load: which, how many at once, how long, how much */

#ifndef ASSAY_IOMETER_CROWD_H
#define ASSAY_IOMETER_CROWD_H

#include "bench/iometer/iometer_job.h"

#define IOMETER_CROWD_PREFIX "iometer.together."
#define IOMETER_STEPS_MAX 10 /* 2, 4 ... 256 disks, and all of them */

/* Does @disk take part in the job? */
bool iometer_crowd_has(const struct run *run, const struct disk *disk);

/* How many of @count disks at once: 2, 4, 8 ... and all. Returns how many steps that are. */
unsigned iometer_crowd_steps(unsigned count, unsigned steps[IOMETER_STEPS_MAX]);

/* The time of one measurement, of each of @count disks alone, and of @step_count steps. */
uint64_t iometer_crowd_each_ns(const struct run *run, unsigned count, unsigned step_count);

/* The load that the name of the benchmark says, and its depth. */
void iometer_crowd_load(const struct run *run, struct iometer_load *load);

/* The hooks that look ahead: all measurements; the fastest disk, alone and in all steps. */
uint64_t iometer_crowd_expect_ns(const struct run *run);
uint64_t iometer_crowd_writes_bytes(const struct run *run);

#endif
