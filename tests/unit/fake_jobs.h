/* SPDX-License-Identifier: MIT */
/* fake_jobs.h - benchmarks that do everything wrong, and what must come of it */

#ifndef ASSAY_FAKE_JOBS_H
#define ASSAY_FAKE_JOBS_H

#include "bench/bench.h"

#include <sys/types.h>

/* One row: a benchmark, and how its job must end. */
struct fake_job {
	struct benchmark benchmark;
	enum status status;
	const char *reason; /* part of it */
	const char *order;  /* the hooks that must have run: p, r or m, v, c */
};

extern const struct fake_job fake_jobs[];
extern const size_t fake_job_count;

extern const struct benchmark fake_fine; /* of a disk; nothing is wrong with it */
extern const struct benchmark fake_two;  /* gives two metrics of three samples */

/* What hooks leave for the test to see: shared with the children. */
struct seen {
	char order[16]; /* one letter for each hook that ran */
	unsigned used;
	pid_t left_behind;
	int oom_score_adj;
};

extern struct seen *seen;

/* Forget what was seen; also before the first job. */
void seen_begin(void);

#endif
