/* SPDX-License-Identifier: MIT */
/* test_format_dd.c - the lines of dd against what GNU dd 9.1 prints for the same numbers */

#include "tests/unit/check.h"

#include "bench/formats/dd.h"

#include <stdio.h>
#include <string.h>

/* Of GNU dd 9.1 with a clock that was set to give these times. */
static const struct {
	uint64_t bytes, elapsed_ns;
	const char *line;
} known[] = {
	/* sizes: where a prefix begins, ties, carries */
	{ 1, 3798240000, "1 byte copied, 3.79824 s, 0.0 kB/s" },
	{ 512, 3798240000, "512 bytes copied, 3.79824 s, 0.1 kB/s" },
	{ 999, 3798240000, "999 bytes copied, 3.79824 s, 0.3 kB/s" },
	{ 1000, 3798240000, "1000 bytes (1.0 kB) copied, 3.79824 s, 0.3 kB/s" },
	{ 1023, 3798240000, "1023 bytes (1.0 kB) copied, 3.79824 s, 0.3 kB/s" },
	{ 1024, 3798240000, "1024 bytes (1.0 kB, 1.0 KiB) copied, 3.79824 s, 0.3 kB/s" },
	{ 1048576, 3798240000, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 3.79824 s, 276 kB/s" },
	{ 268435456, 3798240000, "268435456 bytes (268 MB, 256 MiB) copied, 3.79824 s, 70.7 MB/s" },
	{ 999499, 3798240000, "999499 bytes (999 kB, 976 KiB) copied, 3.79824 s, 263 kB/s" },
	{ 999500, 3798240000, "999500 bytes (1.0 MB, 976 KiB) copied, 3.79824 s, 263 kB/s" },
	{ 995000000, 3798240000, "995000000 bytes (995 MB, 949 MiB) copied, 3.79824 s, 262 MB/s" },
	{ 1150000000, 3798240000,
	  "1150000000 bytes (1.2 GB, 1.1 GiB) copied, 3.79824 s, 303 MB/s" },
	{ 1250000000, 3798240000,
	  "1250000000 bytes (1.2 GB, 1.2 GiB) copied, 3.79824 s, 329 MB/s" },
	{ 1073741824, 3798240000,
	  "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 3.79824 s, 283 MB/s" },
	{ 9949, 3798240000, "9949 bytes (9.9 kB, 9.7 KiB) copied, 3.79824 s, 2.6 kB/s" },
	{ 9950, 3798240000, "9950 bytes (10 kB, 9.7 KiB) copied, 3.79824 s, 2.6 kB/s" },
	{ 9850, 3798240000, "9850 bytes (9.8 kB, 9.6 KiB) copied, 3.79824 s, 2.6 kB/s" },
	{ 10500, 3798240000, "10500 bytes (10 kB, 10 KiB) copied, 3.79824 s, 2.8 kB/s" },
	{ 11500, 3798240000, "11500 bytes (12 kB, 11 KiB) copied, 3.79824 s, 3.0 kB/s" },
	{ 1050000, 3798240000, "1050000 bytes (1.0 MB, 1.0 MiB) copied, 3.79824 s, 276 kB/s" },
	{ 1050001, 3798240000, "1050001 bytes (1.1 MB, 1.0 MiB) copied, 3.79824 s, 276 kB/s" },
	/* rates as printf() rounds them */
	{ 1048576, 206237, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.000206237 s, 5.1 GB/s" },
	{ 1048576, 71615, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 7.1615e-05 s, 14.6 GB/s" },
	{ 1048576, 21624100000, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 21.6241 s, 48.5 kB/s" },
	{ 1048576, 123456789012345, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 123457 s, 0.0 kB/s" },
	{ 1048576, 1000000500000, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 1000 s, 1.0 kB/s" },
	{ 999950, 999999, "999950 bytes (1.0 MB, 977 KiB) copied, 0.000999999 s, 1000 MB/s" },
	{ 999951, 1000000007, "999951 bytes (1.0 MB, 977 KiB) copied, 1 s, 1000 kB/s" },
	{ 99949, 1000000007, "99949 bytes (100 kB, 98 KiB) copied, 1 s, 99.9 kB/s" },
	{ 99951, 1000000007, "99951 bytes (100 kB, 98 KiB) copied, 1 s, 100 kB/s" },
	{ 10500, 1000000007, "10500 bytes (10 kB, 10 KiB) copied, 1 s, 10.5 kB/s" },
	{ 12450, 1000000007, "12450 bytes (12 kB, 12 KiB) copied, 1 s, 12.4 kB/s" },
	/* rates from integers: the time divides a second, or is whole seconds */
	{ 1048576, 0, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 0 s, Infinity B/s" },
	{ 1048576, 1, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 1e-09 s, 1.0 PB/s" },
	{ 1048576, 1000, "1048576 bytes (1.0 MB, 1.0 MiB) copied, 1e-06 s, 1.0 TB/s" },
	{ 9950, 1000000000, "9950 bytes (10 kB, 9.7 KiB) copied, 1 s, 10 kB/s" },
	{ 12345, 1000000000, "12345 bytes (12 kB, 12 KiB) copied, 1 s, 12 kB/s" },
	{ 999500, 1000000000, "999500 bytes (1.0 MB, 976 KiB) copied, 1 s, 1.0 MB/s" },
	{ 99950, 1000000000, "99950 bytes (100 kB, 98 KiB) copied, 1 s, 100 kB/s" },
	{ 999, 1000000000, "999 bytes copied, 1 s, 999 B/s" },
	{ 1, 1000000000, "1 byte copied, 1 s, 1 B/s" },
	{ 1, 250000000, "1 byte copied, 0.25 s, 4 B/s" },
	{ 499, 500000000, "499 bytes copied, 0.5 s, 998 B/s" },
	{ 37050, 3000000000, "37050 bytes (37 kB, 36 KiB) copied, 3 s, 12 kB/s" },
	{ 3, 2000000000, "3 bytes copied, 2 s, 2 B/s" },
	{ 1, 2000000000, "1 byte copied, 2 s, 0 B/s" },
	{ 19, 2000000000, "19 bytes copied, 2 s, 10 B/s" },
	{ 65536, 999, "65536 bytes (66 kB, 64 KiB) copied, 9.99e-07 s, 65.6 GB/s" },
};

static void new_lines_are_those_of_dd(void **state)
{
	char line[160];

	(void)state;
	for (size_t i = 0; i < countof(known); i++) {
		dd_line(line, sizeof(line), DD_NEW, known[i].bytes, known[i].elapsed_ns, false);
		if (strcmp(line, known[i].line) != 0)
			print_error("%s\n", line);
		check_row(i, strcmp(line, known[i].line) == 0);
	}
}

static void sizes_too_large_to_copy_here(void **state)
{
	static const struct {
		uint64_t bytes;
		const char *sizes;
	} rows[] = {
		{ 13107200000, "(13 GB, 12 GiB)" },     { 999500000000, "(1.0 TB, 931 GiB)" },
		{ 1099511627776, "(1.1 TB, 1.0 TiB)" }, { 9950000000000000, "(10 PB, 8.8 PiB)" },
		{ UINT64_MAX, "(18 EB, 16 EiB)" },
	};
	char line[160];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		dd_line(line, sizeof(line), DD_NEW, rows[i].bytes, SECONDS(3), false);
		check_row(i, strstr(line, rows[i].sizes));
	}
}

/* Published ones, and what 8.24 made of sizes without a prefix. */
static void old_lines(void **state)
{
	static const struct {
		uint64_t bytes, elapsed_ns;
		const char *line;
	} rows[] = {
		{ 1073741824, 3798240000, "1073741824 bytes (1.1 GB) copied, 3.79824 s, 283 MB/s" },
		{ 512, 71615, "512 bytes (512 B) copied, 7.1615e-05 s, 7.1 MB/s" },
		{ 1, 3798240000, "1 byte (1 B) copied, 3.79824 s, 0.0 kB/s" },
		{ 1024, 3798240000, "1024 bytes (1.0 kB) copied, 3.79824 s, 0.3 kB/s" },
	};
	char line[160];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		dd_line(line, sizeof(line), DD_OLD, rows[i].bytes, rows[i].elapsed_ns, false);
		check_row(i, strcmp(line, rows[i].line) == 0);
	}
}

static void whole_seconds_while_it_runs(void **state)
{
	char line[160];

	(void)state;
	dd_line(line, sizeof(line), DD_NEW, 1073741824, 3798240000, true);
	assert_string_equal(line, "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 4 s, 283 MB/s");
}

static void records(void **state)
{
	const struct dd_outcome outcome = {
		.input_full = 1024, .input_partial = 1, .output_full = 1023, .output_partial = 2
	};
	char text[64] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");

	(void)state;
	dd_print_records(out, &outcome);
	fclose(out);
	assert_string_equal(text, "1024+1 records in\n1023+2 records out\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_lines_are_those_of_dd),
		cmocka_unit_test(sizes_too_large_to_copy_here),
		cmocka_unit_test(old_lines),
		cmocka_unit_test(whole_seconds_while_it_runs),
		cmocka_unit_test(records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
