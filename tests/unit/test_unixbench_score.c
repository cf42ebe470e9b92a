/* SPDX-License-Identifier: MIT */
/* test_unixbench_score.c - which passes count, and what scores come to */

#include "tests/unit/check.h"

#include "bench/system/unixbench_score.h"

#include <math.h>
#include <string.h>

static struct unixbench_pass passes[UNIXBENCH_PASSES_MAX];

static void table_is_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < UNIXBENCH_TESTS; i++) {
		const struct unixbench_test *test = &unixbench_tests[i];

		check_row(i, unixbench_find(test->id) == test);
		check_row(i, test->run_copy && test->benchmark);
		check_row(i, test->baseline > 0 && test->duration_s > 0);
		check_row(i, test->benchmark->classic.passes == score_passes(test, 10));
		check_row(i, test->benchmark->classic.pass_s >= test->duration_s + 3);
	}
	assert_null(unixbench_find(""));
	assert_null(unixbench_find("dhry"));
}

/* -i: the long ones as often, the short ones a third, never 0. */
static void passes_follow_the_option(void **state)
{
	static const unsigned rows[][3] = {
		{ 1, 1, 1 }, { 2, 2, 1 }, { 3, 3, 1 }, { 4, 4, 1 }, { 5, 5, 2 }, { 10, 10, 3 },
	};
	const struct unixbench_test *tests[] = { unixbench_find("pipe"), unixbench_find("execl") };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, score_passes(tests[0], rows[i][0]) == rows[i][1]);
		check_row(i, score_passes(tests[1], rows[i][0]) == rows[i][2]);
	}
}

static void lowest_third_is_dropped(void **state)
{
	static const struct {
		unsigned count;
		double counts[10];
		unsigned kept_count;
		double kept[10];
	} rows[] = {
		{ 10, { 3, 9, 1, 7, 5, 2, 10, 8, 6, 4 }, 7, { 4, 5, 6, 7, 8, 9, 10 } },
		{ 3, { 7, 5, 6 }, 2, { 6, 7 } },
		{ 1, { 5 }, 1, { 5 } },
		{ 2, { 5, 4 }, 2, { 4, 5 } },
		{ 4, { 1, 1, 1, 1 }, 3, { 1, 1, 1 } },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		for (unsigned j = 0; j < rows[i].count; j++)
			passes[j] = (struct unixbench_pass){ rows[i].counts[j], 10 };
		check_row(i, score_keep(passes, rows[i].count) == rows[i].kept_count);
		for (unsigned j = 0; j < rows[i].kept_count; j++)
			check_row(i, passes[j].count == rows[i].kept[j]);
	}
}

/* By count, not by rate; of equal counts the pass that came first goes. */
static void ties_drop_the_earlier(void **state)
{
	(void)state;
	passes[0] = (struct unixbench_pass){ 5, 1 };
	passes[1] = (struct unixbench_pass){ 5, 2 };
	passes[2] = (struct unixbench_pass){ 6, 3 };
	assert_int_equal(score_keep(passes, 3), 2);
	assert_true(passes[0].time_s == 2 && passes[1].time_s == 3);
}

static void copies_are_added_and_times_averaged(void **state)
{
	static const struct count counts[] = { { 1000, 10 }, { 500, 12 } };
	struct unixbench_pass pass = score_combine(counts, 2);

	(void)state;
	assert_true(pass.count == 1500);
	assert_true(pass.time_s == 11);
}

static void rates_follow_the_timebase(void **state)
{
	static const struct unixbench_pass pass = { 1200, 60 };

	(void)state;
	assert_true(score_rate(unixbench_find("pipe"), &pass) == 20);
	assert_true(score_rate(unixbench_find("shell1"), &pass) == 1200);
	assert_true(score_rate(unixbench_find("fstime"), &pass) == 1200);
}

static void score_is_the_geometric_mean(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 10; i++)
		passes[i] = (struct unixbench_pass){ i + 1, 1 };
	assert_true(fabs(score_of(unixbench_find("pipe"), passes, score_keep(passes, 10)) -
	                 pow(4. * 5 * 6 * 7 * 8 * 9 * 10, 1. / 7)) < 1e-12);
}

static void baseline_is_exactly_ten(void **state)
{
	double indexes[UNIXBENCH_TESTS];

	(void)state;
	for (size_t i = 0; i < UNIXBENCH_TESTS; i++) {
		const struct unixbench_test *test = &unixbench_tests[i];

		indexes[i] = score_index(test, test->baseline);
		check_row(i, indexes[i] == 10.0);
	}
	assert_true(score_total(indexes, UNIXBENCH_TESTS) == 10.0);
}

/* A published report of UnixBench 5.1.3; what it prints is rounded. */
static void published_report_is_reproduced(void **state)
{
	static const struct {
		const char *id;
		double score, index;
	} rows[] = {
		{ "dhry2reg", 23806589.8, 2040.0 }, { "whetstone-double", 3143.5, 571.5 },
		{ "execl", 1592.1, 370.3 },         { "fstime", 477843.9, 1206.7 },
		{ "fsbuffer", 126115.2, 762.0 },    { "fsdisk", 1257179.0, 2167.5 },
		{ "pipe", 589279.2, 473.7 },        { "context1", 108094.4, 270.2 },
		{ "spawn", 3551.7, 281.9 },         { "shell1", 3369.7, 794.7 },
		{ "shell8", 2086.9, 3478.1 },       { "syscall", 557238.8, 371.5 },
	};
	double indexes[UNIXBENCH_TESTS];

	(void)state;
	assert_int_equal(countof(rows), UNIXBENCH_TESTS);
	for (size_t i = 0; i < countof(rows); i++) {
		indexes[i] = score_index(unixbench_find(rows[i].id), rows[i].score);
		check_row(i, fabs(indexes[i] - rows[i].index) <= 0.1);
	}
	assert_true(fabs(score_total(indexes, UNIXBENCH_TESTS) - 750.4) < 0.05);
}

static void total_of_few(void **state)
{
	static const double indexes[] = { 1000, 1e-6 }; /* the second has no say, but counts */

	(void)state;
	assert_true(isnan(score_total(indexes, 0)));
	assert_true(fabs(score_total(indexes, 1) - 1000) < 1e-9);
	assert_true(fabs(score_total(indexes, 2) - 100) < 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_is_complete),
		cmocka_unit_test(passes_follow_the_option),
		cmocka_unit_test(lowest_third_is_dropped),
		cmocka_unit_test(ties_drop_the_earlier),
		cmocka_unit_test(copies_are_added_and_times_averaged),
		cmocka_unit_test(rates_follow_the_timebase),
		cmocka_unit_test(score_is_the_geometric_mean),
		cmocka_unit_test(baseline_is_exactly_ten),
		cmocka_unit_test(published_report_is_reproduced),
		cmocka_unit_test(total_of_few),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
