/* SPDX-License-Identifier: MIT */
/* test_format_sweep.c - the table and the JSON of a sweep over I/Os in flight */

#include "tests/unit/check.h"

#include "bench/formats/iometer.h"
#include "tests/unit/check_json.h"

#include <stdlib.h>
#include <string.h>

static char *text;
static size_t text_length;

static int unmake(void **state)
{
	(void)state;
	free(text);
	text = NULL;
	return 0;
}

/* 2 ms with 4, 20 ms with 8 in flight: at 15 ms 1000 + 800 * 13 / 18. */
static void make_sweep(struct iometer_sweep *sweep)
{
	*sweep = (struct iometer_sweep){
		.target = "sda",
		.target_count = 1,
		.region_bytes = 8000000,
		.load = { .profile = iometer_profile_find("oltp"),
		          .block_bytes = KIB(4),
		          .workers = 2 },
		.limit_ns = MS(15),
		.points = { { 4, 1000, 4096000, 2e6, 9e6, 10e6, false },
		            { 8, 1800, 7372800, 20e6, 60e6, 70e6, true } },
		.point_count = 2,
	};
}

static void prints_a_table(void **state)
{
	static const char *const lines[] = {
		("sda: oltp 4K (transactions: 67 % reads, at random places), active range 8.0 MB, "
		 "2 workers a disk\n"),
		"in flight         IOPS       MB/s   average ms      99 % ms\n",
		"        4       1000.0       4.10        2.000        9.000 *\n",
		"        8       1800.0       7.37       20.000       60.000 *\n",
		"  ended early: as much as may be was written (write.limit)\n",
		"  peak: 1800.0 IOPS; with 8 in flight 1800.0 IOPS, 7.37 MB/s, 20.000 ms\n",
		"  average at 15 ms: 1577.8 IOPS, 6.46 MB/s\n",
		"  99 % within 15 ms: 1094.1 IOPS, 4.48 MB/s\n",
	};
	struct iometer_sweep sweep;
	FILE *out = open_memstream(&text, &text_length);

	(void)state;
	make_sweep(&sweep);
	iometer_print_sweep(out, &sweep);
	fclose(out);
	for (size_t i = 0; i < countof(lines); i++)
		check_row(i, strstr(text, lines[i]));
}

static void makes_json(void **state)
{
	static const struct {
		const char *path, *value;
	} rows[] = {
		{ "/target", "sda" },
		{ "/profile", "oltp" },
		{ "/block_bytes", "4096" },
		{ "/workers", "2" },
		{ "/points/0/depth", "4" },
		{ "/points/1/little_deviation", "3.5" },
		{ "/points/1/cut", "true" },
		{ "/peak/depth", "8" },
		{ "/at_limit/reach", "reached" },
		{ "/at_limit/iops", "1577.7777777" },
		{ "/p99_at_limit/reach", "reached" },
	};
	yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
	struct iometer_sweep sweep;
	yyjson_doc *made;

	(void)state;
	make_sweep(&sweep);
	yyjson_mut_doc_set_root(doc, iometer_json_sweep(doc, &sweep));
	made = yyjson_mut_doc_imut_copy(doc, NULL);
	for (size_t i = 0; i < countof(rows); i++)
		check_row(
		    i, strncmp(at(made, rows[i].path), rows[i].value, strlen(rows[i].value)) == 0);
	yyjson_doc_free(made);
	yyjson_mut_doc_free(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(prints_a_table, unmake),
		cmocka_unit_test(makes_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
