/* SPDX-License-Identifier: MIT */
/* iometer_derive.h - what a sweep over the I/Os in flight comes to: its peak, its rate at 15 ms */

#ifndef ASSAY_DISK_IOMETER_DERIVE_H
#define ASSAY_DISK_IOMETER_DERIVE_H

#include "bench/iometer/iometer.h"

#define IOMETER_PEAK_SHARE 0.99 /* as good as the peak: the smallest depth counts */
#define IOMETER_LITTLE_SHARE 0.05

/* The point of @points with the smallest depth whose IOPS are within 1 % of the most. */
const struct iometer_point *iometer_peak(const struct iometer_point *points, unsigned count);

/* The most IOPS of any point. */
double iometer_peak_iops(const struct iometer_point *points, unsigned count);

enum iometer_reach {
	IOMETER_NOT_REACHED, /* already the smallest depth answers more slowly: 0 */
	IOMETER_REACHED,
	IOMETER_AT_LEAST, /* even the largest depth answers faster: its peak, or more */
};

/* Which response time has to keep the limit. */
enum iometer_measure { IOMETER_AVERAGE, IOMETER_P99 };

struct iometer_at_limit {
	enum iometer_reach reach;
	double iops, bytes_per_s;
};

/*
 * IOPS at a response time of @limit_ns, by linear interpolation between the two points on
 * either side of it. Where the response time does not grow with the depth, the most that any
 * point, or any line between neighbouring depths, reaches within the limit.
 *
 * @points  with growing depth, 1 or more
 */
struct iometer_at_limit iometer_at_limit(const struct iometer_point *points, unsigned count,
                                         double limit_ns, enum iometer_measure measure);

/* "at-least", "reached" or "not-reached". */
const char *iometer_reach_name(enum iometer_reach reach);

/*
 * Little's law: I/Os in flight = IOPS x response time. How far off a point is, as a share of
 * its depth; more than IOMETER_LITTLE_SHARE says that the queue was not kept full.
 */
double iometer_little_deviation(const struct iometer_point *point);

#endif
