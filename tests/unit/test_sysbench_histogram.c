/* SPDX-License-Identifier: MIT */
/* test_sysbench_histogram.c - the grids of both generations, and their percentiles */

#include "tests/unit/check.h"

#include "bench/system/sysbench_histogram.h"

#include <math.h>

static struct sysbench_histogram histogram;

static bool within(double value, double expected, double share)
{
	return fabs(value - expected) <= share * expected;
}

/* Every duration comes back as one that a cell is wide from it, at most. */
static void cells_are_as_narrow_as_promised(void **state)
{
	static const struct {
		enum sysbench_generation generation;
		uint64_t duration_ns;
		double expected_ns, share;
	} rows[] = {
		{ SYSBENCH_04, 1, 1, 0 },
		{ SYSBENCH_04, 263, 263, 0.00016 },
		{ SYSBENCH_04, 12390000, 12390000, 0.00016 },
		{ SYSBENCH_04, 0, 1, 0 },                    /* below the first cell */
		{ SYSBENCH_04, SECONDS(20000), 1e13, 1e-9 }, /* above the last */
		{ SYSBENCH_10, 1000, 1000, 1e-9 },
		{ SYSBENCH_10, 663000, 663000, 0.0091 },
		{ SYSBENCH_10, 5, 1000, 1e-9 },
		{ SYSBENCH_10, 0, 1000, 1e-9 },
		{ SYSBENCH_10, SECONDS(200), 1e11, 1e-9 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		assert_int_equal(sysbench_histogram_init(&histogram, rows[i].generation), 0);
		sysbench_histogram_add(&histogram, 77, rows[i].duration_ns);
		check_row(i, within(sysbench_histogram_percentile(&histogram, 95),
		                    rows[i].expected_ns, rows[i].share));
		sysbench_histogram_free(&histogram);
	}
}

/* 1.0's percentiles come in the steps that its users know, in ms. */
static void steps_are_those_of_1_0(void **state)
{
	static const struct {
		uint64_t duration_ns;
		double printed_ms;
	} rows[] = { { 370000, 0.37 },    { 380000, 0.38 },      { 10700000, 10.65 },
		     { 10800000, 10.84 }, { 402800000, 404.61 }, { 278360000, 277.21 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		double ms;

		assert_int_equal(sysbench_histogram_init(&histogram, SYSBENCH_10), 0);
		sysbench_histogram_add(&histogram, 3 * i, rows[i].duration_ns);
		ms = sysbench_histogram_percentile(&histogram, 100) / 1e6;
		sysbench_histogram_free(&histogram);
		check_row(i, fabs(ms - rows[i].printed_ms) < 0.005);
	}
}

/* Events of 1, 2, 3, ... ms, counted in different sets. */
static void percentiles_are_those_of_the_definition(void **state)
{
	static const struct {
		enum sysbench_generation generation;
		unsigned events, rank;
		double expected_ms;
	} rows[] = {
		{ SYSBENCH_04, 0, 95, 0 },
		{ SYSBENCH_04, 1, 95, 1 }, /* 0.4 itself printed 10000000.00 for up to ten */
		{ SYSBENCH_04, 2, 95, 2 },
		{ SYSBENCH_04, 10, 95, 10 }, /* 90 and 100 are as near: the longer one */
		{ SYSBENCH_04, 30, 95, 29 }, /* 93.3, 96.7 */
		{ SYSBENCH_04, 40, 95, 38 },
		{ SYSBENCH_04, 100, 95, 95 },
		{ SYSBENCH_04, 100, 100, 100 },
		{ SYSBENCH_04, 100, 1, 1 },
		{ SYSBENCH_10, 0, 95, 0 },
		{ SYSBENCH_10, 1, 95, 1 },
		{ SYSBENCH_10, 10, 95, 10 }, /* 9.5 is rounded to 10 */
		{ SYSBENCH_10, 30, 95, 29 },
		{ SYSBENCH_10, 100, 95, 95 },
		{ SYSBENCH_10, 100, 99, 99 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		double share = rows[i].generation == SYSBENCH_04 ? 0.0002 : 0.0091;

		assert_int_equal(sysbench_histogram_init(&histogram, rows[i].generation), 0);
		for (unsigned event = 1; event <= rows[i].events; event++)
			sysbench_histogram_add(&histogram, event * 1000003, MS(event));
		check_row(i, within(sysbench_histogram_percentile(&histogram, rows[i].rank),
		                    rows[i].expected_ms * 1e6, share));
		sysbench_histogram_free(&histogram);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_are_as_narrow_as_promised),
		cmocka_unit_test(steps_are_those_of_1_0),
		cmocka_unit_test(percentiles_are_those_of_the_definition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
