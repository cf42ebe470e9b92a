/* SPDX-License-Identifier: MIT */
/* test_stats.c - median and spread, against values worked out by hand */

#include "tests/unit/check.h"

#include "bench/bench.h"
#include "bench/run/stats.h"

#include <math.h>
#include <string.h>

static const struct {
	size_t count;
	double values[8];
	double median, spread; /* spread: median of |value - median|, divided by median */
} rows[] = {
	{ 1, { 5 }, 5, NAN },
	{ 2, { 1, 3 }, 2, 0.5 },                /* 1 1 */
	{ 3, { 3, 1, 2 }, 2, 0.5 },             /* 0 1 1 */
	{ 3, { 10, 10, 10 }, 10, 0 },           /* 0 0 0 */
	{ 4, { 4, 1, 3, 2 }, 2.5, 0.4 },        /* 0.5 0.5 1.5 1.5 -> 1 */
	{ 5, { 100, 1, 2, 4, 3 }, 3, 1.0 / 3 }, /* 0 1 1 2 97: the outlier is no matter */
	{ 5, { 7, 7, 7, 7, 9000 }, 7, 0 },      /* 0 0 0 0 8993 */
	{ 6, { 2, 4, 4, 6, 8, 12 }, 5, 0.4 },   /* 1 1 1 3 3 7 -> 2 */
	{ 2, { 0, 0 }, 0, 0 },                  /* all samples are equal */
	{ 3, { 1e-300, 2e-300, 3e-300 }, 2e-300, 0.5 },
	{ 2, { 1e308, 1.5e308 }, 1.25e308, 0.2 }, /* the sum of two does not fit */
};

static void medians(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		double values[8];

		memcpy(values, rows[i].values, sizeof(values));
		check_row(i, stats_median(values, rows[i].count) == rows[i].median);
		for (size_t j = 1; j < rows[i].count; j++)
			check_row(i, values[j - 1] <= values[j]);
	}
}

static void spreads(void **state)
{
	(void)state;
	assert_true(isnan(stats_spread(NULL, 0)));
	for (size_t i = 0; i < countof(rows); i++) {
		double values[8], spread;

		memcpy(values, rows[i].values, sizeof(values));
		spread = stats_spread(values, rows[i].count);
		check_row(i, isnan(spread) == isnan(rows[i].spread));
		check_row(i, isnan(spread) || fabs(spread - rows[i].spread) < 1e-12);
		check_row(i, memcmp(values, rows[i].values, sizeof(values)) == 0);
	}
}

/* As many as there can be: median 32.5, deviations 0.5 0.5 1.5 1.5 ... 31.5 31.5. */
static void many(void **state)
{
	double values[SAMPLES_MAX];

	(void)state;
	for (unsigned i = 0; i < SAMPLES_MAX; i++)
		values[i] = 1 + (i * 37) % SAMPLES_MAX;
	assert_true(fabs(stats_spread(values, SAMPLES_MAX) - 16 / 32.5) < 1e-12);
	assert_true(stats_median(values, SAMPLES_MAX) == 32.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(medians),
		cmocka_unit_test(spreads),
		cmocka_unit_test(many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
