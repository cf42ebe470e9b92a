/* SPDX-License-Identifier: MIT */
/* test_registry.c - every benchmark is complete, and every text of the report is there */

#include "tests/unit/check.h"

#include "bench/bench.h"

#include <string.h>

static void benchmarks_are_complete(void **state)
{
	(void)state;
	assert_true(benchmark_count > 0);
	for (size_t i = 0; i < benchmark_count; i++) {
		const struct benchmark *benchmark = benchmarks[i];
		const char *name = benchmark->name;

		check_row(i, name && strchr(name, '.'));
		check_row(i,
		          strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789._-") == strlen(name));
		check_row(i, strlen(name) < 48); /* room in struct left_out */
		check_row(i, benchmark->title && benchmark->title[0]);
		check_row(i, benchmark->source && benchmark->source[0]);
		check_row(i, !benchmark->run != !benchmark->measure);
		check_row(i, !benchmark->run || (benchmark->metric && benchmark->work > 0));
		for (size_t j = 0; j < i; j++)
			check_row(i, strcmp(name, benchmarks[j]->name) != 0);
	}
}

static void texts_are_complete(void **state)
{
	static const char *const units[] = { "ops/s", "B/s", "ns", "B", "1", "W", "J", "Hz" };
	static const char *const statuses[] = { "ok", "skipped", "failed", "broken", "timed-out" };
	static const char *const warnings[WARNING_COUNT] = {
		"noisy",        "throttled",     "power-limited", "ecc-corrected",
		"pcie-aer",     "link-degraded", "disk-retried",  "cached",
		"short-region", "clock-stepped", "steal",         "few-samples",
		"other-load",   "unwritten",     "not-purged",    "not-steady",
	};

	(void)state;
	for (size_t i = 0; i < countof(units); i++)
		assert_string_equal(unit_name((enum unit)i), units[i]);
	for (size_t i = 0; i < countof(statuses); i++)
		assert_string_equal(status_name((enum status)i), statuses[i]);
	for (unsigned i = 0; i < WARNING_COUNT; i++)
		assert_string_equal(warning_name(i), warnings[i]);
	assert_string_equal(better_name(BETTER_HIGHER), "higher");
	assert_string_equal(better_name(BETTER_LOWER), "lower");
	assert_non_null(unit_name((enum unit)99));
	assert_non_null(status_name((enum status)99));
	assert_non_null(warning_name(99));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(benchmarks_are_complete),
		cmocka_unit_test(texts_are_complete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
