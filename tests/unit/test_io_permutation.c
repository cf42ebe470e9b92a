/* SPDX-License-Identifier: MIT */
/* test_io_permutation.c - each number once, in an order that looks random */

#include "tests/unit/check.h"

#include "bench/io/permutation.h"

#include <math.h>
#include <stdlib.h>

#define DRAWS 100000

static void each_number_is_given_once(void **state)
{
	static const uint64_t rows[] = { 1, 2, 3, 4, 5, 7, 8, 9, 127, 128, 129, 65537, 1000003 };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		for (uint64_t seed = 1; seed < 4; seed++) {
			unsigned char *seen = calloc(rows[i], 1);
			struct permutation permutation;
			uint64_t number = 0;

			permutation_begin(&permutation, rows[i], seed);
			for (uint64_t n = 0; n < rows[i]; n++) {
				check_row(i, permutation_next(&permutation, &number));
				check_row(i, number < rows[i] && seen[number]++ == 0);
			}
			check_row(i, !permutation_next(&permutation, &number));
			free(seen);
		}
	}
}

static int compare(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return left < right ? -1 : left > right;
}

/* Too many to see them all: of a part, none is there twice, and they lie all over. */
static void large_counts_work_too(void **state)
{
	static const uint64_t rows[] = { (UINT64_C(1) << 32) + 15, UINT64_C(1) << 40,
		                         (UINT64_C(1) << 63) + 29, UINT64_MAX };
	static uint64_t numbers[DRAWS];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct permutation permutation;
		double sum = 0;

		permutation_begin(&permutation, rows[i], 1);
		for (size_t n = 0; n < DRAWS; n++) {
			check_row(i, permutation_next(&permutation, &numbers[n]));
			check_row(i, numbers[n] < rows[i]);
			sum += (double)numbers[n] / (double)rows[i];
		}
		check_row(i, fabs(sum / DRAWS - 0.5) < 0.005); /* 5 deviations of the mean */
		qsort(numbers, DRAWS, sizeof(numbers[0]), compare);
		for (size_t n = 1; n < DRAWS; n++)
			check_row(i, numbers[n] != numbers[n - 1]);
	}
}

static void another_seed_gives_another_order(void **state)
{
	struct permutation one, other;
	uint64_t a = 0, b = 0;
	unsigned same = 0, next_to_each_other = 0;

	(void)state;
	permutation_begin(&one, 1000, 1);
	permutation_begin(&other, 1000, 2);
	for (unsigned i = 0; i < 1000; i++) {
		uint64_t before = a;

		assert_true(permutation_next(&one, &a) && permutation_next(&other, &b));
		same += a == b;
		next_to_each_other += a == before + 1 || before == a + 1;
	}
	assert_true(same < 20 && next_to_each_other < 20); /* 1 and 2 by chance */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_number_is_given_once),
		cmocka_unit_test(large_counts_work_too),
		cmocka_unit_test(another_seed_gives_another_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
