/* SPDX-License-Identifier: MIT */
/* test_bonnie_cells.c - how the cells of bonnie++'s table are made from numbers */

#include "tests/unit/check.h"

#include "tests/unit/sample_bonnie.h"

static void first_column(void **state)
{
	static const struct {
		const char *name;
		uint64_t size_mib;
		uint32_t chunk_bytes;
		unsigned concurrency;
		uint32_t seeks, seekers;
		const char *column;
	} rows[] = {
		{ "testhost", 2048, 8192, 1, 8192, 5, "testhost         2G" },
		{ "testhost", 1500, 8192, 1, 8192, 5, "testhost      1500M" },
		{ "averyveryverylonghostname", 64, 16384, 1, 8192, 5, "averyveryve 64M:16k" },
		{ "averyveryverylonghostname", 64, 512, 1, 8192, 5, "averyveryve 64M:512" },
		{ "testhost", 64, 1024, 1, 100, 5, "testhos 64M:1k::100" },
		{ "averyveryverylonghostname", 64, 8192, 2, 8000, 5, "averyve 64M::2:8000" },
		{ "testhost", 64, 4096, 3, 8192, 5, "testhost   64M:4k:3" },
		{ "testhost", 64, 8192, 1, 8192, 3, "testhost   64M::::3" },
		{ "testhost", 131072, 1048576, 10, 100000, 10, "128G:1024k:10:100000:10" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		char expected[128];

		memset(words.name, 0, sizeof(words.name));
		strncpy(words.name, rows[i].name, sizeof(words.name) - 1);
		words.options.size_mib = rows[i].size_mib;
		words.options.chunk_bytes = rows[i].chunk_bytes;
		words.concurrency = rows[i].concurrency;
		words.options.seeks = rows[i].seeks;
		words.options.seekers = rows[i].seekers;
		snprintf(expected, sizeof(expected),
		         "%s  762k  86  274m  34  428m  37  773k  59 +++++ +++ +++++ +++",
		         rows[i].column);
		check_line(3, expected);
	}
}

/* The cell of block write and that of seeks. */
static void speeds_have_five_letters(void **state)
{
	static const struct {
		double kib;
		const char *cell;
	} rows[] = {
		{ 1, "    1k" },       { 762, "  762k" },        { 9999, " 9999k" },
		{ 10000, "  9.8m" },   { 102297, " 99.9m" },     { 102349, "  100m" },
		{ 280836, "  274m" },  { 1022976, "  999m" },    { 1048576, "  1.0g" },
		{ 2611178, "  2.5g" }, { 104857600, " 100.0g" },
	};
	static const struct {
		double rate;
		const char *cell;
	} seeks[] = {
		{ 63.1, "  63.1" }, { 999.9, " 999.9" }, { 1000, "  1000" }, { 12345, " 12345" }
	};
	char expected[128];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		outcome.figures[BONNIE_WRITE] = figure(rows[i].kib, 34, 6035);
		snprintf(
		    expected, sizeof(expected),
		    "testhost       256M  762k  86%s  34  428m  37  773k  59 +++++ +++ +++++ +++",
		    rows[i].cell);
		check_line(3, expected);
	}
	set_up(state);
	for (size_t i = 0; i < countof(seeks); i++) {
		outcome.figures[BONNIE_SEEK] = figure(seeks[i].rate, 123, 6035);
		snprintf(
		    expected, sizeof(expected),
		    "testhost       256M  762k  86  274m  34  428m  37  773k  59 +++++ +++%s 123",
		    seeks[i].cell);
		check_line(3, expected);
	}
}

static void latencies_have_a_unit(void **state)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} rows[] = {
		{ 0, "" },
		{ 999, "0us" },
		{ 1000, "1us" },
		{ 33538999, "33538us" },
		{ 99999000, "99999us" },
		{ 100000000, "100ms" },
		{ 1161999999, "1161ms" },
		{ 99999999000, "99999ms" },
		{ 100000000000, "100s" },
		{ 3600000000000, "3600s" },
	};
	char text[16];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, strcmp(bonnie_latency(text, rows[i].ns), rows[i].text) == 0);
}

static void half_a_second_is_enough(void **state)
{
	struct bonnie_figure half = { .work = 512, .elapsed_ns = MS(500), .cpu_ns = MS(249) };

	(void)state;
	assert_false(bonnie_is_short(&half));
	assert_true(bonnie_rate(&half) == 1024);
	assert_int_equal(bonnie_cpu_percent(&half), 49); /* cut, not rounded */
	half.elapsed_ns--;
	assert_true(bonnie_is_short(&half));
}

static void percentiles_are_a_line_more(void **state)
{
	(void)state;
	words.percentiles = true;
	outcome.figures[BONNIE_WRITE].p99_ns = 123456789;
	check_line(5,
	           "Latency p99                     123ms                                        ");
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(first_column),
		TEST(speeds_have_five_letters),
		TEST(latencies_have_a_unit),
		TEST(half_a_second_is_enough),
		TEST(percentiles_are_a_line_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
