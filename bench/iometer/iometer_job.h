/* SPDX-License-Identifier: MIT */
/* iometer_job.h - what the jobs of a plan that put loads of Iometer on disks have in common */

#ifndef ASSAY_DISK_IOMETER_JOB_H
#define ASSAY_DISK_IOMETER_JOB_H

#include "bench/iometer/iometer.h"

/* A measurement that is shorter says nothing. */
#define IOMETER_RUN_MIN_NS MS(100)

/* The load that the name of the benchmark says after @prefix: "rndread.4k", "fileserver". */
void iometer_job_load(const struct run *run, const char *prefix, struct iometer_load *load);

/* @duration_ns for one measurement: a seventh to ramp up, the rest in as many slices as samples. */
struct iometer_timing iometer_job_timing(const struct run *run, uint64_t duration_ns);

/*
 * End a hook with what iometer_run() complained about: returns the value of skip(), fail(),
 * broken(), or STATUS_TIMED_OUT for an I/O that hung.
 */
int iometer_job_error(struct run *run, int rc, const char *why);

/*
 * What a job may write to @disk at most, if it puts @load on it with @depth in flight for @time_ns:
 * what the disk can take, but no more than its active range has, so that a disk that does not
 * turn is worn little; on a small one 1 GiB.
 */
uint64_t iometer_job_writes_bytes(const struct disk *disk, const struct iometer_load *load,
                                  unsigned depth, uint64_t time_ns);

/* The hooks of a sweep over the I/Os in flight, of a benchmark called "iometer.LOAD". */
uint64_t iometer_sweep_writes_bytes(const struct run *run);
int iometer_sweep_prepare(struct run *run);
int iometer_sweep_measure(struct run *run);

#endif
