/* SPDX-License-Identifier: MIT */
/* unixbench.h - the text report of UnixBench, as the tools that read it know it */

#ifndef ASSAY_FORMATS_UNIXBENCH_H
#define ASSAY_FORMATS_UNIXBENCH_H

#include <stdio.h>

#include "bench/bench.h"
#include "bench/system/unixbench.h"

/* What the passes of one test came to. */
struct unixbench_result {
	const struct unixbench_test *test;
	double score;     /* in the test's unit */
	double time_s;    /* mean of the passes that were kept */
	unsigned samples; /* how many were kept */
	bool ok;          /* else there is no number, and @reason says why */
	char reason[160];
};

/* All tests with one number of copies. */
struct unixbench_block {
	unsigned copies;
	bool classic; /* the classic userland was used: every test is comparable */
	uint64_t started_wall_ns, ended_wall_ns;
	unsigned result_count; /* of the tests that were asked for, at most UNIXBENCH_TESTS */
	struct unixbench_result results[UNIXBENCH_TESTS];
};

enum unixbench_layout { LAYOUT_6_0, LAYOUT_4_1 };

/*
 * Print the report of @blocks: the machine, then scores and indexes of each block. A test
 * whose work differs from the original's is marked with `*` at the end of its lines; only
 * then there are a footnote and a second index, which leaves those tests out. Times are
 * those of the process's time zone.
 */
void unixbench_print(FILE *out, const struct machine *machine, const struct unixbench_block *blocks,
                     size_t block_count, enum unixbench_layout layout);

/*
 * The geometric mean of the indexes of the results that are ok; with @comparable only of
 * those whose work is the original's. @count says how many there are; NAN if none.
 */
double unixbench_index(const struct unixbench_block *block, bool comparable, unsigned *count);

#endif
