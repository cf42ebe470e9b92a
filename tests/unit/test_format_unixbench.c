/* SPDX-License-Identifier: MIT */
/* test_format_unixbench.c - the report of UnixBench, line for line, from its numbers */

#include "tests/unit/check.h"

#include "bench/formats/unixbench.h"
#include "bench/formats/unixbench_part.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/fake_unixbench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INDEX_AT 66 /* the column before it */

static struct machine machine;

/* The text of a block; free() it. */
static char *block_text(const struct unixbench_block *block, unsigned cpus,
                        enum unixbench_layout layout)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	if (layout == LAYOUT_4_1)
		part_block_4_1(out, block);
	else
		part_block_6_0(out, cpus, block);
	fclose(out);
	return text;
}

/* What follows the first @start in the text of a block, or all of it if @start is "". */
static void check_block(const struct unixbench_block *block, const char *start,
                        const char *expected)
{
	char *text = block_text(block, 2, LAYOUT_6_0), *from = strstr(text, start);

	assert_non_null(from);
	assert_string_equal(from, expected);
	free(text);
}

static void has(const struct unixbench_block *block, enum unixbench_layout layout, const char *part)
{
	char *text = block_text(block, 1, layout);

	if (!strstr(text, part))
		print_error("not in the text: %s\n%s", part, text);
	assert_non_null(strstr(text, part));
	free(text);
}

static void has_not(const struct unixbench_block *block, const char *part)
{
	char *text = block_text(block, 1, LAYOUT_6_0);

	assert_null(strstr(text, part));
	free(text);
}

static void whole_blocks_are_as_the_original(void **state)
{
	struct unixbench_block block = fake_block(fake_one_copy);

	(void)state;
	check_block(&block, "", fake_one_copy_text);
	block = fake_block(fake_two_copies);
	block.copies = 2;
	block.started_wall_ns = SECONDS(FAKE_BEGIN_S + 403);
	block.ended_wall_ns = SECONDS(FAKE_BEGIN_S + 403 + 404);
	check_block(&block, "", fake_two_copies_text);
}

/* The results were published rounded: an index may differ by one in its last digit. */
static void published_indexes_come_out(void **state)
{
	struct unixbench_block block = fake_block(fake_dl380_g6);
	char *text = block_text(&block, 2, LAYOUT_6_0), *table = strstr(text, "INDEX\n");
	const char *line = table + strlen("INDEX\n"), *wanted = fake_dl380_g6_text;

	(void)state;
	assert_non_null(table);
	for (int row = 0; *wanted != '\0'; row++) {
		check_row(row, strncmp(line, wanted, INDEX_AT) == 0);
		check_row(row, fabs(atof(line + INDEX_AT) - atof(wanted + INDEX_AT)) < 0.1001);
		line = strchr(line, '\n') + 1;
		wanted = strchr(wanted, '\n') + 1;
	}
	assert_non_null(
	    strstr(text, "Index Score                                         750.4\n"));
	free(text);
}

static void baseline_is_ten(void **state)
{
	struct unixbench_block block = fake_block(fake_one_copy);
	unsigned count;

	(void)state;
	for (unsigned i = 0; i < UNIXBENCH_TESTS; i++)
		block.results[i].score = block.results[i].test->baseline;
	assert_true(fabs(unixbench_index(&block, false, &count) - 10) < 1e-12);
	assert_int_equal(count, 12);
	has(&block, LAYOUT_6_0,
	    "Execl Throughput                                 43.0         43.0     10.0\n");
}

static void other_work_is_marked(void **state)
{
	static const char *const lines[] = {
		"Throughput                               1797.6 lps   (29.5 s, 1 samples) *\n",
		"Execl Throughput                                 43.0       1797.6    418.0 *\n",
		"Process Creation                                126.0       1243.3     98.7 *\n",
		"Shell Scripts (1 concurrent)                     42.4       3054.1    720.3 *\n",
		"Shell Scripts (8 concurrent)                      6.0       1005.2   1675.3 *\n",
		"System Call Overhead                          15000.0     765755.9    510.5\n",
		"System Benchmarks Index Score                                         731.6 *\n",
		"Comparable Index Score (the 8 tests without *)                        910.5\n",
	};
	struct unixbench_block block = fake_block(fake_one_copy);
	unsigned count;
	double index;

	(void)state;
	has_not(&block, "*");
	block.classic = false;
	for (size_t i = 0; i < countof(lines); i++)
		has(&block, LAYOUT_6_0, lines[i]);
	index = unixbench_index(&block, true, &count);
	assert_int_equal(count, 8);
	assert_true(fabs(index - 910.5) < 0.05);
	has(&block, LAYOUT_4_1,
	    "     FINAL SCORE                                                     731.6 *\n");
}

static void missing_results_make_it_partial(void **state)
{
	struct unixbench_block block = fake_block(fake_one_copy);

	(void)state;
	block.results[0].ok = false; /* shell8 */
	snprintf(block.results[0].reason, sizeof(block.results[0].reason), "no /bin/sh");
	has(&block, LAYOUT_6_0,
	    "Shell Scripts (8 concurrent)                      --- lpm   (no /bin/sh)\n");
	has_not(&block, "Shell Scripts (8 concurrent)                      6.0");
	has(&block, LAYOUT_6_0,
	    "System Benchmarks Partial Index              BASELINE       RESULT    INDEX\n");
	has(&block, LAYOUT_6_0,
	    "System Benchmarks Index Score (Partial Only)                          678.5\n");
	block.result_count = 1;
	has_not(&block, "BASELINE");
	block.results[0].ok = true; /* only a marked one: there is nothing comparable */
	block.classic = false;
	has(&block, LAYOUT_6_0, "(Partial Only)                         1675.3 *\n");
	has_not(&block, "Comparable");
}

static void one_is_no_plural(void **state)
{
	struct unixbench_block block = fake_block(fake_one_copy);

	(void)state;
	has(&block, LAYOUT_6_0, "\n1 CPU in system; running 1 parallel copy of tests\n\n");
	block.copies = 16;
	has(&block, LAYOUT_6_0, "\n1 CPU in system; running 16 parallel copies of tests\n\n");
}

static void old_layout(void **state)
{
	static const char *const lines[] = {
		"register variables     36812516.8 lps   (10.0 secs, 1 samples)\n",
		"                               INDEX VALUES\n",
		"TEST                                        BASELINE     RESULT      INDEX\n\n",
		"Pipe-based Context Switching                  4000.0    74177.2      185.4\n",
		"                                                                 =========\n",
		"     FINAL SCORE                                                     731.6\n",
	};
	struct unixbench_block block = fake_block(fake_one_copy);

	(void)state;
	for (size_t i = 0; i < countof(lines); i++)
		has(&block, LAYOUT_4_1, lines[i]);
}

static void head_tells_the_machine(void **state)
{
	static const char cpuinfo[] =
	    "processor\t: 0\nmodel name\t: AMD EPYC\nbogomips\t: 4890.81\n\n"
	    "processor\t: 1\nmodel name\t: AMD EPYC\nbogomips\t: 4890.81\n\n";
	struct fake_files files;
	char *text = NULL, *line;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	fake_files_make(&files);
	fake_machine_put(&files, "vm", "/proc/sys/kernel/hostname");
	fake_machine_put(&files, "6.18.44", "/proc/sys/kernel/osrelease");
	fake_machine_put(&files, "#1 SMP PREEMPT_DYNAMIC @0", "/proc/sys/kernel/version");
	fake_machine_put(&files, cpuinfo, "/proc/cpuinfo");
	fake_machine_put(&files, "3403.12 5000.00", "/proc/uptime");
	fake_machine_put(&files, "7.19 6.43 5.52 3/100 4711", "/proc/loadavg");
	snprintf(machine.cpu.model, sizeof(machine.cpu.model), "AMD   EPYC");
	snprintf(machine.cpu.flags, sizeof(machine.cpu.flags),
	         "fpu pae sep mmx sse ht syscall nx mmxext lm");
	part_system_6_0(out, &machine, files.root, SECONDS(FAKE_BEGIN_S));
	fclose(out);
	line = strchr(text, '\n'); /* the first says who wrote it */
	assert_memory_equal(text, "   Assay ", 9);
	assert_string_equal(line, fake_system_text);
	free(text);
	fake_files_remove(&files);
}

static void report_ends_with_the_footnote(void **state)
{
	struct unixbench_block blocks[] = { fake_block(fake_one_copy),
		                            fake_block(fake_two_copies) };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	blocks[1].classic = false;
	unixbench_print(out, &machine, blocks, countof(blocks), LAYOUT_6_0);
	fclose(out);
	assert_non_null(strstr(text, "731.6\n\n-----"));
	assert_non_null(strstr(text, "\n\n* Done with static programs"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_blocks_are_as_the_original),
		cmocka_unit_test(published_indexes_come_out),
		cmocka_unit_test(baseline_is_ten),
		cmocka_unit_test(other_work_is_marked),
		cmocka_unit_test(missing_results_make_it_partial),
		cmocka_unit_test(one_is_no_plural),
		cmocka_unit_test(old_layout),
		cmocka_unit_test(head_tells_the_machine),
		cmocka_unit_test(report_ends_with_the_footnote),
	};

	setenv("TZ", "UTC0", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
