/* SPDX-License-Identifier: MIT */
/* sysbench_timer.h - how long the events of one thread took */

#ifndef ASSAY_SYSTEM_SYSBENCH_TIMER_H
#define ASSAY_SYSTEM_SYSBENCH_TIMER_H

#include "bench/lib/base.h"

struct sysbench_timer {
	uint64_t started_ns, stopped_ns;         /* of the last event */
	uint64_t events, sum_ns, min_ns, max_ns; /* @min_ns is UINT64_MAX without events */
};

void sysbench_timer_reset(struct sysbench_timer *timer);

/* An event begins. */
void sysbench_timer_start(struct sysbench_timer *timer);

/* It has ended: count it. Returns its duration in ns. */
uint64_t sysbench_timer_stop(struct sysbench_timer *timer);

#endif
