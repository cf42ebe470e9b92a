/* SPDX-License-Identifier: MIT */
/* test_unixbench.c - the copies of a pass: started, counted, and what one says that cannot */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"
#include "bench/system/unixbench.h"
#include "tests/unit/fake_run.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct fake_run fake;
static struct benchmark benchmark;

/* A job of @copies copies and @passes short passes of @id. */
static struct unixbench_test job_make(const char *id, unsigned copies, unsigned passes)
{
	struct unixbench_test test = *unixbench_find(id);

	benchmark = *test.benchmark;
	benchmark.classic.passes = passes;
	fake_run_make(&fake, &benchmark);
	fake.job.copies = copies;
	fake.job.level = 1;
	fake.pace.classic_share = 0.2 / test.duration_s;
	return test;
}

static double value_of(const char *metric)
{
	const struct metric *found = fake_run_metric(&fake, metric);

	assert_non_null(found);
	assert_true(found->sample_count > 0);
	return found->samples[0];
}

/* Those that need nothing but the kernel; the others have tests of their own. */
static void each_counts(void **state)
{
	static const char *const ids[] = { "syscall",  "pipe",   "context1", "fstime",
		                           "fsbuffer", "fsdisk", "spawn",    "execl" };

	(void)state;
	for (size_t i = 0; i < countof(ids); i++) {
		struct unixbench_test test = job_make(ids[i], 1, 1);

		check_row(i, unixbench_measure(&fake.run, &test) == 0);
		check_row(i, fake.result.reason[0] == '\0');
		check_row(i, value_of("rate") > 0);
		check_row(i, value_of("index") > 0);
	}
}

static void file_system_is_named(void **state)
{
	struct unixbench_test test = job_make("fsbuffer", 1, 1);

	(void)state;
	assert_int_equal(unixbench_measure(&fake.run, &test), 0);
	assert_true(fake_run_param(&fake, "file_system")[0]);
	assert_true(fake_run_param(&fake, "directory")[0] == '/');
}

static int count_by_number(const struct copy *copy, struct count *count)
{
	param_number(copy->run, "number", copy->number);
	count->count = 100 * (copy->number + 1);
	count->time_s = copy->number + 1;
	return 0;
}

static void copies_and_passes_are_combined(void **state)
{
	struct unixbench_test test = job_make("syscall", 3, 4);

	(void)state;
	test.run_copy = count_by_number;
	assert_int_equal(unixbench_measure(&fake.run, &test), 0);
	assert_true(value_of("rate") == 600 / 2.0);
	assert_int_equal(fake_run_metric(&fake, "rate")->sample_count, 3);
	assert_string_equal(fake_run_param(&fake, "number"), "0");
	assert_string_equal(fake_run_param(&fake, "passes"), "4");
	assert_string_equal(fake_run_param(&fake, "time_s"), "2");
	assert_int_equal(fake.result.param_count, 3);
}

/* A copy's time ends with the last process that it leaves behind. */
static int leave_one_behind(const struct copy *copy, struct count *count)
{
	(void)copy;
	count->count = 1;
	if (fork() == 0) {
		clock_sleep_ns(MS(200));
		_exit(0);
	}
	return 0;
}

static void time_is_until_the_last_process(void **state)
{
	struct unixbench_test test = job_make("syscall", 2, 1);

	(void)state;
	test.run_copy = leave_one_behind;
	assert_int_equal(unixbench_measure(&fake.run, &test), 0);
	assert_true(value_of("rate") <= 2 / 0.2);
}

static int say_something(const struct copy *copy, struct count *count)
{
	count->count = 1;
	if (copy->number == 1 && write(STDERR_FILENO, "oh\n", 3) != 3)
		return broken(copy->run, "cannot write");
	return 0;
}

static int die(const struct copy *copy, struct count *count)
{
	(void)copy;
	(void)count;
	return raise(SIGKILL);
}

static int leave(const struct copy *copy, struct count *count)
{
	(void)copy;
	(void)count;
	_exit(0);
}

static int give_up(const struct copy *copy, struct count *count)
{
	(void)count;
	return skip(copy->run, "no such thing");
}

static int find_fault(const struct copy *copy, struct count *count)
{
	(void)count;
	return fail(copy->run, "a pipe gave 1, expected 2");
}

static int count_nothing(const struct copy *copy, struct count *count)
{
	(void)copy;
	count->time_s = 1;
	return 0;
}

static void reasons_are_told(void **state)
{
	static const struct {
		int (*run_copy)(const struct copy *copy, struct count *count);
		enum status status;
		const char *reason;
	} rows[] = {
		{ say_something, STATUS_BROKEN, "copy 2 said: oh" },
		{ die, STATUS_BROKEN, "copy 1 died of signal 9" },
		{ leave, STATUS_BROKEN, "copy 1 ended without a result" },
		{ give_up, STATUS_SKIPPED, "no such thing" },
		{ find_fault, STATUS_FAILED, "a pipe gave 1, expected 2" },
		{ count_nothing, STATUS_BROKEN, "nothing was counted in 1 s" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct unixbench_test test = job_make("syscall", 2, 1);

		test.run_copy = rows[i].run_copy;
		check_row(i, unixbench_measure(&fake.run, &test) != 0);
		check_row(i, fake.result.status == rows[i].status);
		check_row(i, strcmp(fake.result.reason, rows[i].reason) == 0);
	}
}

static void files_that_cannot_be_are_skipped(void **state)
{
	struct unixbench_test test = job_make("fsdisk", 1, 1);

	(void)state;
	setenv("TMPDIR", "/proc/no-such-directory", 1);
	assert_int_not_equal(unixbench_measure(&fake.run, &test), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_string_equal(fake.result.reason,
	                    "/proc/no-such-directory: No such file or directory");
	unsetenv("TMPDIR");

	test = job_make("fsdisk", 2, 1);
	fake.machine.memory.available_bytes = MIB(32);
	assert_int_not_equal(unixbench_measure(&fake.run, &test), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_string_equal(fake.result.reason, "needs 33 MB of memory for its files");
}

/* What the jobs of a plan call finds its test by the name of the benchmark. */
static void benchmark_measures_its_test(void **state)
{
	(void)state;
	job_make("syscall", 1, 1);
	assert_int_equal(benchmark.measure(&fake.run), 0);
	assert_int_equal(fake_run_metric(&fake, "rate")->unit, UNIT_OPS_PER_S);
	benchmark.name = "unixbench.other";
	assert_int_not_equal(benchmark.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_BROKEN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_counts),
		cmocka_unit_test(file_system_is_named),
		cmocka_unit_test(copies_and_passes_are_combined),
		cmocka_unit_test(time_is_until_the_last_process),
		cmocka_unit_test(reasons_are_told),
		cmocka_unit_test(files_that_cannot_be_are_skipped),
		cmocka_unit_test(benchmark_measures_its_test),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
