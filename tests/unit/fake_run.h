/* SPDX-License-Identifier: MIT */
/* fake_run.h - what a hook of a benchmark is given, without a runner */

#ifndef ASSAY_FAKE_RUN_H
#define ASSAY_FAKE_RUN_H

#include "bench/bench.h"

/* A small machine, and a job of one benchmark on it. */
struct fake_run {
	struct run run;
	struct machine machine;
	struct job job;
	struct pace pace;
	struct result result;
};

/* 64 MiB of memory, no caches, no disk; 3 samples of 1 ms by the real clock. */
void fake_run_make(struct fake_run *fake, const struct benchmark *benchmark);

/* Take this file for the disk of the job: @path is below /dev, or "../var/..." */
void fake_run_disk(struct fake_run *fake, const char *path, uint64_t bytes);

/* What run_rest() has shown since fake_run_watch(): how often, how many metrics the last time. */
struct fake_shown {
	unsigned count, metrics;
};
extern struct fake_shown fake_shown;

/* Be shown what is known at every rest: two seconds pass whenever the clock is looked at. */
void fake_run_watch(struct fake_run *fake);

/* The metric called @name, or NULL. */
const struct metric *fake_run_metric(const struct fake_run *fake, const char *name);

/* The text of the parameter called @name, or "". */
const char *fake_run_param(const struct fake_run *fake, const char *name);

#endif
