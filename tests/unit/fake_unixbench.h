/* SPDX-License-Identifier: MIT */
/* fake_unixbench.h - runs of UnixBench that took place: their numbers, and their reports */

#ifndef ASSAY_FAKE_UNIXBENCH_H
#define ASSAY_FAKE_UNIXBENCH_H

#include "bench/formats/unixbench.h"

#define FAKE_BEGIN_S 1796048105u /* 30 November 2026, 14:15:05 UTC */

/* What one test came to, in the order of execution. */
struct fake_score {
	double score, time_s;
};

extern const struct fake_score fake_one_copy[UNIXBENCH_TESTS], fake_two_copies[UNIXBENCH_TESTS],
    fake_dl380_g6[UNIXBENCH_TESTS];

/* Of the first two all but the identification; of the third the table of indexes. */
extern const char fake_system_text[], fake_one_copy_text[], fake_two_copies_text[],
    fake_dl380_g6_text[];

/*
 * A block of all tests, with one copy and the classic userland, from FAKE_BEGIN_S on. The
 * results stand in another order than they are to be printed.
 */
struct unixbench_block fake_block(const struct fake_score scores[UNIXBENCH_TESTS]);

#endif
