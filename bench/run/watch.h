/* SPDX-License-Identifier: MIT */
/* watch.h - what went wrong beside a job: a look before, a look after, and the difference */

#ifndef ASSAY_WATCH_H
#define ASSAY_WATCH_H

#include "bench/bench.h"
#include "bench/run/event.h"
#include "bench/run/load.h"

#define COUNTERS_MAX 4096 /* four for each of 768 CPUs, and a thousand devices */

/* A file of /sys that counts what should not happen. */
struct counter {
	const struct counter_kind *kind;
	char name[24]; /* of the part: "cpu17", "mc0", "0000:03:00.0" */
	uint64_t value;
};

/* What is watched on this machine: large, one is enough. */
struct watch {
	const char *root;
	struct counter counters[COUNTERS_MAX];
	unsigned counter_count;
	struct load load;
};

/*
 * Find the counters that the machine below @root ("" = this one) has. Those there is
 * no room for are said to @listener and not watched.
 */
void watch_open(struct watch *watch, const char *root, const struct event_listener *listener);

/* Look before a job. */
void watch_begin(struct watch *watch);

/*
 * Look after the job. What rose, and where, is told in one note for each warning; an
 * error of memory that could not be corrected is told as the machine's fault.
 *
 * Returns enum warning bits.
 */
uint32_t watch_end(struct watch *watch, const struct job *job,
                   const struct event_listener *listener);

#endif
