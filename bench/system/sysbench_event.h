/* SPDX-License-Identifier: MIT */
/*
 * sysbench_event.h - what is done around an event: limits, clocks, statistics
 *
 * All of it is part of what is measured, most of all by memory with small blocks: per event
 * 1.0 reads the clock three times, with a time limit, and 0.4 four times, or five.
 */

#ifndef ASSAY_SYSTEM_SYSBENCH_EVENT_H
#define ASSAY_SYSTEM_SYSBENCH_EVENT_H

#include "bench/system/sysbench.h"

/* Take the next event. Returns false when a limit is reached or there is none. */
bool sysbench_event_next(struct sysbench_worker *worker);

/* The work begins, the work has ended. */
void sysbench_event_start(struct sysbench_worker *worker);
void sysbench_event_stop(struct sysbench_worker *worker);

#endif
