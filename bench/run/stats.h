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

/*
 * Half the width of the 95 % confidence interval of the median, divided by the median,
 * from the order statistics: no assumption about the distribution. For fewer than 6
 * values there is no such interval: their whole range is taken.
 *
 * @count  1 to SAMPLES_MAX
 * Source: Conover, Practical Nonparametric Statistics, 3.2.
 */
double stats_median_precision(const double *values, size_t count);

#endif
