/* SPDX-License-Identifier: MIT */
/*
 * unixbench.h - the twelve index tests of UnixBench 6.0: what a copy does, what passes make
 *
 * A test is one file with a run_copy() and its row in unixbench_tests[]. The driver starts
 * the copies of a pass, combines their counts, and the passes to a score.
 */

#ifndef ASSAY_SYSTEM_UNIXBENCH_H
#define ASSAY_SYSTEM_UNIXBENCH_H

#include "bench/bench.h"

#define UNIXBENCH_TESTS 12
#define UNIXBENCH_PASSES_MAX 96 /* two thirds of them are kept: SAMPLES_MAX */

/*
 * One copy of one pass, as its function sees it; it runs in a process of its own. What it or
 * a descendant writes to standard error makes the pass fail, with that text as the reason.
 */
struct copy {
	struct run *run;       /* its own: the first reason is kept, and the params of copy 0 */
	double duration_s;     /* to run for: nominal, as by alarm() */
	unsigned number;       /* 0 to copies - 1 */
	const char *directory; /* for files: writable, the same for all copies */
};

/* What one copy has to say at its end. */
struct count {
	double count;
	double time_s; /* by the test's own clock; 0 = the driver's: from before the start of
	                  the process to the end of the last one that it left behind */
};

struct unixbench_test {
	const char *id;       /* "dhry2reg": as on the command line of the original */
	const char *title;    /* "Dhrystone 2 using register variables" */
	const char *unit;     /* "lps", "lpm", "KBps", "MWIPS" */
	unsigned timebase;    /* seconds that the rate is for; 0 = the count is the rate */
	double baseline;      /* of the SPARCstation 20-61, whose index is 10 */
	double duration_s;    /* of what is timed, in one pass */
	bool long_passes;     /* -i n: n passes; else (n + 1) / 3 of them */
	bool depends_on_libc; /* the work differs with a static image and another shell: `*` */

	/*
	 * Do the work of one copy. Returns 0 with *@count set, or the value of skip(),
	 * fail() or broken().
	 */
	int (*run_copy)(const struct copy *copy, struct count *count);

	const struct benchmark *benchmark; /* that measures it */
};

/* In the order of execution. */
extern const struct unixbench_test unixbench_tests[UNIXBENCH_TESTS];

/* The test called @id, or NULL. */
const struct unixbench_test *unixbench_find(const char *id);

/* The run_copy() of each, in a file of its own. */
int dhrystone_copy(const struct copy *copy, struct count *count);
int whetstone_copy(const struct copy *copy, struct count *count);
int execl_copy(const struct copy *copy, struct count *count);
int file_copy_1024(const struct copy *copy, struct count *count);
int file_copy_256(const struct copy *copy, struct count *count);
int file_copy_4096(const struct copy *copy, struct count *count);
int pipe_copy(const struct copy *copy, struct count *count);
int context_copy(const struct copy *copy, struct count *count);
int spawn_copy(const struct copy *copy, struct count *count);
int syscall_copy(const struct copy *copy, struct count *count);
int shell1_copy(const struct copy *copy, struct count *count);
int shell8_copy(const struct copy *copy, struct count *count);

/* Called with 1, 2, ... when a pass starts, in the process of the job, if not NULL. */
extern void (*unixbench_pass_started)(unsigned number);

/*
 * A measure() hook: run->job->copies copies, as many passes as classic_passes() says.
 * Adds the metrics "rate" (SI unit, one sample a pass that was kept) and "index".
 */
int unixbench_measure(struct run *run, const struct unixbench_test *test);

#endif
