/* SPDX-License-Identifier: MIT */
/* test_runner.c - jobs that go well, and jobs that do everything wrong */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"
#include "bench/lib/keeper.h"
#include "bench/run/runner.h"
#include "tests/unit/fake_jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct machine machine = { .disks = { { .name = "sda" }, { .name = "sdb" } },
	                          .disk_count = 2 };
static const struct pace pace = { .sample_ns = MS(1), .samples = 3, .now = clock_now_ns };
static struct runner runner = { .machine = &machine, .pace = &pace };

/* No process called @pid within 5 s: whoever has adopted it may be slow to bury it. */
static bool is_gone(pid_t pid)
{
	char path[64], state = 'Z';

	for (int i = 0; i < 500; i++) {
		FILE *file;

		snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
		file = fopen(path, "re");
		if (!file)
			return true;
		if (fscanf(file, "%*d %*s %c", &state) != 1)
			state = 'Z';
		fclose(file);
		if (state == 'Z' || state == 'X')
			return true;
		clock_sleep_ns(MS(10));
	}
	return false;
}

/* Only what report.schema.json allows. */
static void check_is_lawful(int row, const struct result *result)
{
	check_row(row, (unsigned)result->status <= STATUS_TIMED_OUT);
	check_row(row, memchr(result->reason, '\0', sizeof(result->reason)));
	for (const char *c = result->reason; *c; c++)
		check_row(row, *c >= 0x20 && *c < 0x7f);
	check_row(row, (result->status == STATUS_OK) == (result->reason[0] == '\0'));
	check_row(row, result->warnings < 1u << WARNING_COUNT);
	check_row(row, result->metric_count <= METRICS_MAX);
	check_row(row, (result->status == STATUS_OK) == (result->metric_count > 0));
	check_row(row, result->param_count <= PARAMS_MAX);
	check_row(row, result->elapsed_ns > 0 && result->elapsed_ns < SECONDS(30));
	check_row(row, result->started_wall_ns <= clock_wall_ns());
	check_row(row, result->started_wall_ns + SECONDS(60) > clock_wall_ns());
}

static void ends_every_job(void **state)
{
	struct result result;

	(void)state;
	for (size_t i = 0; i < fake_job_count; i++) {
		struct benchmark benchmark = fake_jobs[i].benchmark;
		const struct job job = { .benchmark = &benchmark, .wanted = "" };

		benchmark.name = "negative.test";
		seen_begin();
		memset(&result, 0xff, sizeof(result));
		runner_run(&runner, &job, &result);
		if (result.status != fake_jobs[i].status ||
		    !strstr(result.reason, fake_jobs[i].reason))
			print_error("row %zu: %d %s\n", i, result.status, result.reason);
		check_row(i, result.status == fake_jobs[i].status);
		check_row(i, strstr(result.reason, fake_jobs[i].reason));
		check_row(i, strcmp(seen->order, fake_jobs[i].order) == 0);
		check_row(i, seen->left_behind == 0 || is_gone(seen->left_behind));
		check_is_lawful((int)i, &result);
	}
}

static void brings_numbers_back(void **state)
{
	const struct job job = { .benchmark = &fake_two, .wanted = "" };
	struct result result;

	(void)state;
	seen_begin();
	runner_run(&runner, &job, &result);
	assert_int_equal(result.status, STATUS_OK);
	assert_int_equal(result.metric_count, 2);
	assert_string_equal(result.metrics[0].name, "fast");
	assert_true(result.metrics[0].value == 200 && result.metrics[0].spread == 0.5);
	assert_true(result.metrics[1].value == 5 && result.metrics[1].spread == 0);
	assert_int_equal(result.metrics[1].sample_count, 3);
	assert_int_equal(result.warnings, WARN_NOISY);
	assert_int_equal(result.param_count, 1);
	assert_int_equal(seen->oom_score_adj, 1000); /* the job is to die, not the runner */
}

static void leaves_barred_disks_alone(void **state)
{
	struct job job = { .benchmark = &fake_fine, .wanted = "" };
	struct runner barred = runner;
	struct result result;

	(void)state;
	barred.barred[1] = true;
	seen_begin();
	job.disk = &machine.disks[1];
	runner_run(&barred, &job, &result);
	assert_int_equal(result.status, STATUS_FAILED);
	assert_non_null(strstr(result.reason, "sdb"));
	assert_string_equal(seen->order, "");

	job.disk = &machine.disks[0];
	runner_run(&barred, &job, &result);
	assert_int_equal(result.status, STATUS_OK);
	job.disk = NULL;
	runner_run(&barred, &job, &result);
	assert_int_equal(result.status, STATUS_OK);
	assert_true(barred.barred[1] && !barred.barred[0]);
}

static void put_back_slowly(void *context)
{
	(void)context;
	clock_sleep_ns(MS(300));
	seen->order[0] = 'b';
}

static int measure_and_die(struct run *run)
{
	(void)run;
	return keeper_start(put_back_slowly, NULL) < 0 ? -EIO : raise(SIGKILL);
}

/* The next job is to find everything as it was before this one. */
static void waits_until_all_is_put_back(void **state)
{
	static const struct benchmark dying = { .name = "fake.dying", .measure = measure_and_die };
	const struct job job = { .benchmark = &dying, .wanted = "" };
	struct result result;

	(void)state;
	seen_begin();
	runner_run(&runner, &job, &result);
	assert_string_equal(seen->order, "b");
	assert_int_equal(result.status, STATUS_BROKEN);
	assert_non_null(strstr(result.reason, "signal 9"));
}

static int measure_lost_read(struct run *run)
{
	return end_early(run, STATUS_TIMED_OUT, "read at byte 4096: no answer");
}

/* The job itself ended in time: it did not wait for its disk. */
static void bars_a_disk_that_a_job_gave_up(void **state)
{
	static const struct benchmark lost = { .name = "fake.lost",
		                               .target = TARGET_DISK,
		                               .measure = measure_lost_read };
	struct job job = { .benchmark = &lost, .disk = &machine.disks[0], .wanted = "" };
	struct runner now = runner;
	struct result result;

	(void)state;
	runner_run(&now, &job, &result);
	assert_int_equal(result.status, STATUS_TIMED_OUT);
	assert_string_equal(result.reason, "read at byte 4096: no answer");
	assert_true(now.barred[0] && !now.barred[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends_every_job),
		cmocka_unit_test(brings_numbers_back),
		cmocka_unit_test(leaves_barred_disks_alone),
		cmocka_unit_test(waits_until_all_is_put_back),
		cmocka_unit_test(bars_a_disk_that_a_job_gave_up),
	};

	alarm(120); /* a runner that hangs is a failure too */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
