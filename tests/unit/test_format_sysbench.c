/* SPDX-License-Identifier: MIT */
/* test_format_sysbench.c - the texts of sysbench 0.4 and 1.0, byte for byte */

#include "tests/unit/check.h"

#include "bench/formats/sysbench.h"
#include "tests/unit/sample_sysbench.h"

#include <stdlib.h>
#include <string.h>

static struct sysbench_options options;

/* The whole text; free() it. */
static char *text_of(const struct sysbench_outcome *outcome)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	sysbench_print_begin(out, &options);
	sysbench_print_started(out, &options);
	sysbench_print_end(out, &options, outcome);
	fclose(out);
	return text;
}

static void check_text(const struct sysbench_outcome *outcome, const char *expected)
{
	char *text = text_of(outcome);

	assert_string_equal(text, expected);
	free(text);
}

/* That the text has @part in it. */
static void check_part(const struct sysbench_outcome *outcome, const char *part)
{
	char *text = text_of(outcome);

	if (!strstr(text, part))
		print_error("%s\nhas not: %s\n", text, part);
	assert_non_null(strstr(text, part));
	free(text);
}

static void texts_of_0_4(void **state)
{
	struct sysbench_outcome cpu = {
		.total_ns = 3050000000,
		.events = 10000,
		.sum_ns = 6081600000,
		.min_ns = 260000,
		.max_ns = 12390000,
		.percentile_ns = 4350000,
		.events_average = 5000,
		.events_deviation = 107,
		.time_average_s = 3.0408,
	};
	struct sysbench_outcome memory = {
		.total_ns = 628600000,
		.events = 2097152,
		.rate = 3336233.91,
		.sum_ns = 898800000,
		.min_ns = 100,
		.max_ns = 8140000,
		.percentile_ns = 400,
		.events_average = 1048576,
		.events_deviation = 3158,
		.time_average_s = 0.4494,
	};

	(void)state;
	sysbench_default(&options, SYSBENCH_CPU, SYSBENCH_04);
	options.threads = 2;
	check_text(&cpu, cpu_04);
	sysbench_default(&options, SYSBENCH_MEMORY, SYSBENCH_04);
	options.threads = 2;
	options.total_bytes = GIB(2);
	check_text(&memory, memory_04);
}

static void texts_of_1_0(void **state)
{
	struct sysbench_outcome cpu = {
		.total_ns = 5002300000,
		.events = 15033,
		.rate = 3004.54,
		.sum_ns = 9955140000,
		.min_ns = 270000,
		.max_ns = 24240000,
		.percentile_ns = 4330000,
		.events_average = 7516.5,
		.events_deviation = 49.5,
		.time_average_s = 4.9776,
	};
	struct sysbench_outcome memory = {
		.total_ns = 828000000,
		.events = 2097152,
		.rate = 2530201.45,
		.sum_ns = 917210000,
		.max_ns = 12140000,
		.events_average = 1048576,
		.time_average_s = 0.4586,
		.time_deviation_s = 0.01,
	};

	(void)state;
	sysbench_default(&options, SYSBENCH_CPU, SYSBENCH_10);
	options.threads = 2;
	check_text(&cpu, cpu_10);
	sysbench_default(&options, SYSBENCH_MEMORY, SYSBENCH_10);
	options.threads = 2;
	options.total_bytes = GIB(2);
	check_text(&memory, memory_10);
}

/* threads and mutex: the same frame, nothing in it. */
static void frames_without_a_block(void **state)
{
	struct sysbench_outcome none = { .events = 1 };

	(void)state;
	sysbench_default(&options, SYSBENCH_THREADS, SYSBENCH_04);
	check_part(&none, "ignored\n\n\n"
	                  "Doing thread subsystem performance test\n"
	                  "Thread yields per test: 1000 Locks used: 8\n"
	                  "Threads started!\nDone.\n\n\nTest execution summary:\n");
	sysbench_default(&options, SYSBENCH_MUTEX, SYSBENCH_04);
	check_part(&none, "ignored\n\n\nDoing mutex performance test\n"
	                  "Threads started!\nDone.\n\n\nTest execution summary:\n");
	sysbench_default(&options, SYSBENCH_MUTEX, SYSBENCH_10);
	check_part(&none, "current time\n\n\nInitializing worker threads...\n\n"
	                  "Threads started!\n\n\nGeneral statistics:\n");
}

static void lines_that_options_add(void **state)
{
	struct sysbench_outcome late = { .events = 3, .threads_out_of_time = 3 };

	(void)state;
	sysbench_default(&options, SYSBENCH_CPU, SYSBENCH_04);
	options.validate = 1;
	options.init_rng = 1;
	options.percentile = 5;
	check_part(&late, "Number of threads: 1\n"
	                  "Additional request validation enabled.\n\n"
	                  "Initializing random number generator from timer.\n\n");
	check_part(&late, "Threads started!\nTime limit exceeded, exiting...\n"
	                  "(last message repeated 2 times)\nDone.\n\n");
	check_part(&late, "         approx.   5 percentile:               0.00ms\n\nThreads");
	late.threads_out_of_time = 1;
	check_part(&late, "Time limit exceeded, exiting...\nDone.\n\n");

	sysbench_default(&options, SYSBENCH_MEMORY, SYSBENCH_10);
	options.validate = 1;
	options.seed = 5;
	options.percentile = 0;
	options.operation = SYSBENCH_READ;
	options.local = 1;
	options.block_bytes = 512;
	check_part(&late, "Validation checks: on.\n\n"
	                  "Initializing random number generator from seed (5).\n\n\n");
	check_part(&late, "  block size: 0KiB\n  total size: 102400MiB\n"
	                  "  operation: read\n  scope: local\n\n");
	check_part(&late, "         percentile stats:               disabled\n");
}

/* Without an event there is no average, and in 0.4 no percentile. */
static void nothing_done_is_printed(void **state)
{
	struct sysbench_outcome none = { .total_ns = 1 };

	(void)state;
	sysbench_default(&options, SYSBENCH_CPU, SYSBENCH_04);
	check_part(&none, "         avg:                                  0.00ms\n"
	                  "         max:                                  0.00ms\n\nThreads");
	sysbench_default(&options, SYSBENCH_CPU, SYSBENCH_10);
	check_part(&none, "         avg:                                    0.00\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_of_0_4),
		cmocka_unit_test(texts_of_1_0),
		cmocka_unit_test(frames_without_a_block),
		cmocka_unit_test(lines_that_options_add),
		cmocka_unit_test(nothing_done_is_printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
