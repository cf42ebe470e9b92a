/* SPDX-License-Identifier: MIT */
/* test_bench_histogram.c - percentiles of the latency histogram against exact ones */

#include "tests/unit/check.h"

#include "bench/io/histogram.h"
#include "bench/lib/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 100000

static struct histogram histogram;
static uint64_t values[COUNT];

static int compare(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return left < right ? -1 : left > right;
}

/* Latencies from 1 ns to 100 s, as many in each power of ten as in the others. */
static void is_within_one_percent(void **state)
{
	static const double percents[] = { 0.001, 1, 10, 50, 90, 99, 99.9, 99.99, 100 };
	uint64_t random = 1;

	(void)state;
	memset(&histogram, 0, sizeof(histogram));
	for (size_t i = 0; i < COUNT; i++) {
		double exponent = (double)(random_next(&random) >> 11) / 0x1p53 * 11;

		values[i] = (uint64_t)pow(10, exponent);
		histogram_add(&histogram, values[i]);
	}
	qsort(values, COUNT, sizeof(values[0]), compare);
	for (size_t i = 0; i < countof(percents); i++) {
		size_t rank = (size_t)ceil(COUNT * percents[i] / 100);
		double exact = (double)values[rank - 1];
		double got = histogram_percentile(&histogram, percents[i]);

		check_row(i, fabs(got - exact) <= 0.01 * exact);
	}
}

static void is_exact_for_small_values(void **state)
{
	(void)state;
	memset(&histogram, 0, sizeof(histogram));
	for (uint64_t i = 1; i <= 100; i++)
		histogram_add(&histogram, i);
	assert_int_equal(histogram.count, 100);
	for (int percent = 1; percent <= 100; percent++)
		check_row(percent, histogram_percentile(&histogram, percent) == percent);
}

static void has_room_for_every_value(void **state)
{
	static const uint64_t rows[] = { 0,   127,        128,       129,       255,
		                         256, UINT32_MAX, INT64_MAX, UINT64_MAX };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		double got;

		memset(&histogram, 0, sizeof(histogram));
		check_row(i, histogram_percentile(&histogram, 50) == 0);
		histogram_add(&histogram, rows[i]);
		got = histogram_percentile(&histogram, 50);
		check_row(i, fabs(got - (double)rows[i]) <= (double)rows[i] / 128);
		check_row(i, got == histogram_percentile(&histogram, 99));
	}
}

static void adds_up_and_counts_below(void **state)
{
	static struct histogram more;

	(void)state;
	memset(&histogram, 0, sizeof(histogram));
	for (uint64_t i = 1; i <= 100; i++) {
		histogram_add(&histogram, i);
		histogram_add(&more, 1000 * i);
	}
	histogram_merge(&histogram, &more);
	assert_int_equal(histogram.count, 200);
	assert_int_equal(histogram_count_below(&histogram, 1), 0);
	assert_int_equal(histogram_count_below(&histogram, 51), 50);
	assert_int_equal(histogram_count_below(&histogram, 40500), 140);
	assert_int_equal(histogram_count_below(&histogram, UINT64_MAX), 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_within_one_percent),
		cmocka_unit_test(is_exact_for_small_values),
		cmocka_unit_test(has_room_for_every_value),
		cmocka_unit_test(adds_up_and_counts_below),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
