/* SPDX-License-Identifier: MIT */
/* iometer_derive.c - what a sweep over the I/Os in flight comes to: its peak, its rate at 15 ms */

#include "bench/iometer/iometer_derive.h"

#include <math.h>

double iometer_peak_iops(const struct iometer_point *points, unsigned count)
{
	double most = 0;

	for (unsigned i = 0; i < count; i++)
		most = fmax(most, points[i].iops);
	return most;
}

const struct iometer_point *iometer_peak(const struct iometer_point *points, unsigned count)
{
	double enough = IOMETER_PEAK_SHARE * iometer_peak_iops(points, count);
	const struct iometer_point *best = NULL;

	for (unsigned i = 0; i < count; i++)
		if (points[i].iops >= enough && (!best || points[i].depth < best->depth))
			best = &points[i];
	return best;
}

static double response_ns(const struct iometer_point *point, enum iometer_measure measure)
{
	return measure == IOMETER_P99 ? point->p99_ns : point->average_ns;
}

/* Does the response time grow with the depth? */
static bool is_monotone(const struct iometer_point *points, unsigned count,
                        enum iometer_measure measure)
{
	for (unsigned i = 1; i < count; i++)
		if (response_ns(&points[i], measure) < response_ns(&points[i - 1], measure))
			return false;
	return true;
}

/* Where the line from @a to @b has the limit, which lies between the two. */
static struct iometer_at_limit interpolate(const struct iometer_point *a,
                                           const struct iometer_point *b, double limit_ns,
                                           enum iometer_measure measure)
{
	double from_ns = response_ns(a, measure), to_ns = response_ns(b, measure);
	double share = (limit_ns - from_ns) / (to_ns - from_ns);

	return (struct iometer_at_limit){
		.reach = IOMETER_REACHED,
		.iops = a->iops + (b->iops - a->iops) * share,
		.bytes_per_s = a->bytes_per_s + (b->bytes_per_s - a->bytes_per_s) * share,
	};
}

static void keep_more(struct iometer_at_limit *most, struct iometer_at_limit other)
{
	if (most->reach == IOMETER_NOT_REACHED || other.iops > most->iops)
		*most = other;
}

/* The lines between neighbouring depths that cross the limit; with @points, those within too. */
static struct iometer_at_limit envelope(const struct iometer_point *points, unsigned count,
                                        double limit_ns, enum iometer_measure measure,
                                        bool with_points)
{
	struct iometer_at_limit most = { .reach = IOMETER_NOT_REACHED };

	for (unsigned i = 0; i < count; i++) {
		bool within = response_ns(&points[i], measure) <= limit_ns;

		if (within && with_points)
			keep_more(&most, (struct iometer_at_limit){ IOMETER_REACHED, points[i].iops,
			                                            points[i].bytes_per_s });
		if (i > 0 && within != (response_ns(&points[i - 1], measure) <= limit_ns))
			keep_more(&most,
			          interpolate(&points[i - 1], &points[i], limit_ns, measure));
	}
	return most;
}

struct iometer_at_limit iometer_at_limit(const struct iometer_point *points, unsigned count,
                                         double limit_ns, enum iometer_measure measure)
{
	bool any_slower = false;
	struct iometer_at_limit most;

	for (unsigned i = 0; i < count; i++)
		any_slower |= response_ns(&points[i], measure) > limit_ns;
	most = envelope(points, count, limit_ns, measure,
	                !any_slower || !is_monotone(points, count, measure));
	if (!any_slower)
		most.reach = IOMETER_AT_LEAST;
	return most;
}

const char *iometer_reach_name(enum iometer_reach reach)
{
	static const char *const names[] = { "not-reached", "reached", "at-least" };

	return names[reach];
}

double iometer_little_deviation(const struct iometer_point *point)
{
	return fabs(point->iops * point->average_ns / 1e9 - point->depth) / point->depth;
}
