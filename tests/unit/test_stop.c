/* SPDX-License-Identifier: MIT */
/* test_stop.c - signals that end a run in good order */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"
#include "bench/run/runner.h"
#include "bench/run/stop.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void notes_the_first_signal(void **state)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

	(void)state;
	for (size_t i = 0; i < countof(signals); i++) {
		struct pollfd asked;

		signal(signals[i], SIG_DFL); /* whoever runs the suite may have ignored it */
		stop_begin();
		check_row(i, stop_asked() == 0);
		asked = (struct pollfd){ .fd = stop_fd(), .events = POLLIN };
		check_row(i, poll(&asked, 1, 0) == 0);
		raise(signals[i]);
		check_row(i, poll(&asked, 1, 0) == 1);
		check_row(i, stop_asked() == signals[i]);
		raise(SIGTERM);
		raise(SIGINT);
		check_row(i, stop_asked() == signals[i]);
		stop_end(); /* those do not kill now */
		check_row(i, stop_fd() == -1);
		check_row(i, stop_asked() == signals[i]);
	}
	stop_end();
}

static void leaves_ignored_signals_ignored(void **state)
{
	(void)state;
	signal(SIGHUP, SIG_IGN);
	stop_begin();
	raise(SIGHUP);
	assert_int_equal(stop_asked(), 0);
	stop_end();
	signal(SIGHUP, SIG_DFL);
}

static void kills_again_afterwards(void **state)
{
	pid_t pid = fork();
	int status;

	(void)state;
	if (pid == 0) {
		stop_begin();
		stop_end();
		raise(SIGTERM);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

static int prepare_stop(struct run *run)
{
	(void)run;
	kill(getppid(), SIGTERM);
	for (;;)
		pause();
	return 0;
}

static int prepare_mask(struct run *run)
{
	sigset_t mask;

	sigprocmask(SIG_SETMASK, NULL, &mask);
	return sigismember(&mask, SIGTERM) ? fail(run, "SIGTERM is blocked") : 0;
}

static int run_nothing(struct run *run, uint64_t iterations)
{
	(void)run;
	clock_sleep_ns(iterations * 1000);
	return 0;
}

static void ends_the_job_that_runs(void **state)
{
	static const struct benchmark hangs = { .name = "hangs",
		                                .prepare = prepare_stop,
		                                .run = run_nothing },
				      ends = { .name = "ends",
		                               .metric = "rate",
		                               .work = 1,
		                               .prepare = prepare_mask,
		                               .run = run_nothing };
	static const struct machine machine;
	const struct pace pace = { .sample_ns = MS(1), .samples = 3, .now = clock_now_ns };
	struct runner runner = { .machine = &machine, .pace = &pace };
	struct job job = { .benchmark = &ends };
	static struct result result;

	(void)state;
	stop_begin();
	runner_run(&runner, &job, &result);
	assert_string_equal(result.reason, "");
	assert_int_equal(result.status, STATUS_OK);

	job.benchmark = &hangs;
	runner_run(&runner, &job, &result);
	assert_int_equal(result.status, STATUS_SKIPPED);
	assert_int_equal(result.metric_count, 0);
	assert_non_null(strstr(result.reason, "stopped by signal 15"));
	assert_in_range(result.elapsed_ns, 0, SECONDS(10));
	stop_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(notes_the_first_signal),
		cmocka_unit_test(leaves_ignored_signals_ignored),
		cmocka_unit_test(kills_again_afterwards),
		cmocka_unit_test(ends_the_job_that_runs),
	};

	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
