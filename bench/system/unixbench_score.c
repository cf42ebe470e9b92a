/* SPDX-License-Identifier: MIT */
/* unixbench_score.c - from counts and times to scores and indexes; pure functions */

#include "bench/system/unixbench_score.h"

#include <math.h>

#define BASE_INDEX 10.0

/* A test this much slower than the baseline has no say in the total, but is counted. */
#define RATIO_LEAST 1e-6

unsigned score_passes(const struct unixbench_test *test, unsigned asked)
{
	unsigned third = (asked + 1) / 3;

	if (test->long_passes)
		return asked;
	return third ? third : 1;
}

struct unixbench_pass score_combine(const struct count *counts, unsigned copies)
{
	struct unixbench_pass pass = { 0 };

	for (unsigned i = 0; i < copies; i++) {
		pass.count += counts[i].count;
		pass.time_s += counts[i].time_s;
	}
	pass.time_s /= copies;
	return pass;
}

unsigned score_keep(struct unixbench_pass *passes, unsigned pass_count)
{
	unsigned dropped = pass_count / 3;

	for (unsigned i = 1; i < pass_count; i++) { /* equal ones stay in their order */
		struct unixbench_pass pass = passes[i];
		unsigned place = i;

		for (; place && passes[place - 1].count > pass.count; place--)
			passes[place] = passes[place - 1];
		passes[place] = pass;
	}
	for (unsigned i = dropped; i < pass_count; i++)
		passes[i - dropped] = passes[i];
	return pass_count - dropped;
}

double score_rate(const struct unixbench_test *test, const struct unixbench_pass *pass)
{
	return test->timebase ? pass->count * test->timebase / pass->time_s : pass->count;
}

double score_of(const struct unixbench_test *test, const struct unixbench_pass *kept,
                unsigned kept_count)
{
	double sum = 0;

	for (unsigned i = 0; i < kept_count; i++)
		sum += log(score_rate(test, &kept[i]));
	return exp(sum / kept_count);
}

double score_index(const struct unixbench_test *test, double score)
{
	return score / test->baseline * BASE_INDEX;
}

double score_total(const double *indexes, unsigned index_count)
{
	double sum = 0;

	for (unsigned i = 0; i < index_count; i++)
		if (indexes[i] / BASE_INDEX > RATIO_LEAST)
			sum += log(indexes[i] / BASE_INDEX);
	return index_count ? BASE_INDEX * exp(sum / index_count) : NAN;
}
