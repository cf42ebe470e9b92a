/* SPDX-License-Identifier: MIT */
/*
 * sysbench_histogram.h - durations of events in cells of equal width on a logarithmic scale
 *
 * 0.4: 100,000 cells from 1 ns to 10,000 s, each 0.03 % wide; 1.0: 1,024 cells from 1 us to
 * 100 s, each 1.8 % wide. A percentile is as exact as that.
 */

#ifndef ASSAY_SYSTEM_SYSBENCH_HISTOGRAM_H
#define ASSAY_SYSTEM_SYSBENCH_HISTOGRAM_H

#include "bench/system/sysbench.h"

struct sysbench_histogram {
	enum sysbench_generation generation;
	unsigned cells;
	unsigned sets;               /* of cells: threads that use different ones do not meet */
	double unit_ns;              /* of what the logarithms are of: 1 ns, or 1 ms */
	double low_log, cells_a_log; /* where the first cell is, and cells for each e-fold */
	_Atomic uint64_t *counts;    /* @sets times @cells */
};

/* Returns 0 or -ENOMEM. */
MUST_CHECK int sysbench_histogram_init(struct sysbench_histogram *histogram,
                                       enum sysbench_generation generation);
void sysbench_histogram_free(struct sysbench_histogram *histogram);

/* Count one event in the set @random modulo their number. */
void sysbench_histogram_add(struct sysbench_histogram *histogram, uint64_t random,
                            uint64_t duration_ns);

/*
 * The duration below which @rank percent of the events lie, ns; 0 without events.
 *
 * 0.4: of the cells with events, the one up to which the share of events is nearest to
 * @rank, the longer one of two that are equally near. 1.0: the first cell up to which
 * there are @rank percent of the events. The sets become one.
 */
double sysbench_histogram_percentile(struct sysbench_histogram *histogram, unsigned rank);

#endif
