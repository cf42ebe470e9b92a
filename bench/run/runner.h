/* SPDX-License-Identifier: MIT */
/* runner.h - run one job in a child process, under a time limit */

#ifndef ASSAY_RUNNER_H
#define ASSAY_RUNNER_H

#include "bench/bench.h"

/* A child that is stuck in the kernel is given this long after SIGKILL, then abandoned. */
#define ABANDON_AFTER_NS SECONDS(10)

/* What goes on from job to job. */
struct runner {
	const struct machine *machine;
	const struct pace *pace;
	void (*show)(const struct run *run); /* of struct run; NULL = results so far go nowhere */
	bool pins;                           /* keep jobs of one thread on @cpu */
	unsigned cpu;
	bool
	    barred[DISKS_MAX]; /* disks that do not answer, by index: set when a job hangs on one */
};

/* Never fails: whatever happens to the job is in @result. */
void runner_run(struct runner *runner, const struct job *job, struct result *result);

/* What a job that ended so makes of the whole run: an enum exit_status. */
int runner_exit_status(enum status status);

#endif
