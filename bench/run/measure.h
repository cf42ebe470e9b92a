/* SPDX-License-Identifier: MIT */
/* measure.h - turn a run() hook into samples: calibrate, warm up, repeat */

#ifndef ASSAY_MEASURE_H
#define ASSAY_MEASURE_H

#include "bench/bench.h"

/*
 * Call run->job->benchmark->run until run->result has one metric with its samples.
 *
 * Returns 0, or what the hook returned.
 */
MUST_CHECK int measure(struct run *run);

/* Note where a job that writes does so, as its parameter "writes": serials, or "directory". */
void result_note_writes(struct run *run);

/*
 * Note as parameter @name how much of its rated life the disk that this job writes to has used,
 * in percent, if it says so: of several the most worn one.
 */
void result_note_wear(struct run *run, const char *name);

/* A job that ran wild may have written over its result: make it safe to read, or broken. */
void result_make_safe(struct result *result);

/*
 * Compute value and spread of every metric; set WARN_NOISY and WARN_FEW_SAMPLES.
 * A classic takes as many samples as it is defined to: never too few.
 */
void result_finish(struct result *result, const struct pace *pace, bool is_classic);

#endif
