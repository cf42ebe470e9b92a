/* SPDX-License-Identifier: MIT */
/* sysbench_timer.c - how long the events of one thread took */

#include "bench/system/sysbench_timer.h"

#include "bench/lib/clock.h"

void sysbench_timer_reset(struct sysbench_timer *timer)
{
	*timer = (struct sysbench_timer){ .min_ns = UINT64_MAX };
}

void sysbench_timer_start(struct sysbench_timer *timer)
{
	timer->started_ns = clock_now_ns();
}

uint64_t sysbench_timer_stop(struct sysbench_timer *timer)
{
	uint64_t duration_ns;

	timer->stopped_ns = clock_now_ns();
	duration_ns = timer->stopped_ns - timer->started_ns;
	timer->events++;
	timer->sum_ns += duration_ns;
	if (duration_ns < timer->min_ns)
		timer->min_ns = duration_ns;
	if (duration_ns > timer->max_ns)
		timer->max_ns = duration_ns;
	return duration_ns;
}
