/* SPDX-License-Identifier: MIT */
/* unixbench_score.h - from counts and times to scores and indexes; pure functions */

#ifndef ASSAY_SYSTEM_UNIXBENCH_SCORE_H
#define ASSAY_SYSTEM_UNIXBENCH_SCORE_H

#include "bench/system/unixbench.h"

/* One pass of all its copies. */
struct unixbench_pass {
	double count;  /* sum over the copies */
	double time_s; /* mean over the copies */
};

/* How many passes "-i @asked" means for @test: as many, or a third of them. */
unsigned score_passes(const struct unixbench_test *test, unsigned asked);

/* Put the counts of @copies copies together to one pass. */
struct unixbench_pass score_combine(const struct count *counts, unsigned copies);

/*
 * Drop the lowest third of @passes by count, rounded down; of equal ones the earlier.
 * The kept ones move to the front, by rising count. Returns how many they are.
 */
unsigned score_keep(struct unixbench_pass *passes, unsigned pass_count);

/* The rate of one pass, in the unit of @test. */
double score_rate(const struct unixbench_test *test, const struct unixbench_pass *pass);

/* The score of the passes that were kept: the geometric mean of their rates. */
double score_of(const struct unixbench_test *test, const struct unixbench_pass *kept,
                unsigned kept_count);

/* What a score is as an index: 10 is the SPARCstation. */
double score_index(const struct unixbench_test *test, double score);

/* The index of several tests as one number: the geometric mean. NAN without any. */
double score_total(const double *indexes, unsigned index_count);

#endif
