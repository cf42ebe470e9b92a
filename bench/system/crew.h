/* SPDX-License-Identifier: MIT */
/* crew.h - the copies of a test, started together, and what each of them has to say */

#ifndef ASSAY_SYSTEM_CREW_H
#define ASSAY_SYSTEM_CREW_H

#include "bench/system/unixbench.h"

struct crew; /* memory for the copies of a job; ends with the process */

/* Returns 0 with *@crew set, or the value of broken(). */
MUST_CHECK int crew_make(struct run *run, struct crew **crew);

/*
 * Run one pass of @test. Returns 0 with @counts, one for each copy, or the value of the
 * first copy that has none.
 */
MUST_CHECK int crew_run(struct run *run, struct crew *crew, const struct unixbench_test *test,
                        struct count **counts);

#endif
