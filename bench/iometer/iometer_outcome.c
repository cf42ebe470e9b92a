/* SPDX-License-Identifier: MIT */
/* iometer_outcome.c - what one measurement gave: added up, and as a point of a sweep */

#include "bench/iometer/iometer.h"

#include <stdlib.h>
#include <string.h>

void iometer_outcome_free(struct iometer_outcome *outcome)
{
	free(outcome->works);
	outcome->works = NULL;
	iometer_cpus_free(&outcome->cpus);
}

void iometer_sum(const struct iometer_outcome *outcome, unsigned target, unsigned worker,
                 struct io_outcome *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (unsigned t = 0; t < outcome->target_count; t++)
		for (unsigned w = 0; w < outcome->workers; w++) {
			const struct io_outcome *one = &outcome->works[t * outcome->workers + w];

			if ((target != IOMETER_ALL && t != target) ||
			    (worker != IOMETER_ALL && w != worker))
				continue;
			io_outcome_merge(sum, one);
			if (one->elapsed_ns > sum->elapsed_ns)
				sum->elapsed_ns = one->elapsed_ns;
		}
}

void iometer_point_make(const struct iometer_outcome *outcome, const struct iometer_load *load,
                        unsigned target, struct iometer_point *point)
{
	unsigned targets = target == IOMETER_ALL ? outcome->target_count : 1;
	static struct io_outcome sum; /* large */
	const struct io_tally *reads = &sum.tally[IO_READ], *writes = &sum.tally[IO_WRITE];
	double elapsed_s;

	*point = (struct iometer_point){ .depth = targets * load->workers * load->outstanding,
		                         .cut = outcome->cut };
	iometer_sum(outcome, target, IOMETER_ALL, &sum);
	elapsed_s = (double)sum.elapsed_ns / 1e9;
	if (elapsed_s <= 0)
		return;
	point->iops = (double)(reads->ios + writes->ios) / elapsed_s;
	point->bytes_per_s = (double)(reads->bytes + writes->bytes) / elapsed_s;
	moments_merge(&sum.tally[IO_READ].clat, &writes->clat);
	histogram_merge(&sum.tally[IO_READ].clat_histogram, &writes->clat_histogram);
	point->average_ns = moments_mean(&reads->clat);
	point->p99_ns = histogram_percentile(&reads->clat_histogram, 99);
	point->max_ns = (double)reads->clat.max;
}
