/* SPDX-License-Identifier: MIT */
/* stats.h - robust statistics of a handful of samples; pure functions */

#ifndef ASSAY_STATS_H
#define ASSAY_STATS_H

#include "bench/lib/base.h"

/* Median of @count > 0 values; sorts @values in place. */
double stats_median(double *values, size_t count);

/*
 * Median absolute deviation divided by the median: a relative spread that one
 * outlier cannot move. 0 when all samples are equal, NAN for fewer than two.
 *
 * @count  at most SAMPLES_MAX
 * Error: with 11 samples it is itself uncertain by roughly a third.
 */
double stats_spread(const double *values, size_t count);

#endif
