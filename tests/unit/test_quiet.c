/* SPDX-License-Identifier: MIT */
/* test_quiet.c - every value is put back exactly, whatever happens in between */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "bench/run/quiet.h"
#include "tests/unit/fake_tree.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define POLICY "/sys/devices/system/cpu/cpufreq/policy"
#define WATCHDOG "/proc/sys/kernel/nmi_watchdog"
#define INTERVAL "/proc/sys/vm/stat_interval"

static const char laptop[] = "/sys/devices/system/cpu/cpufreq/boost = 1\n" //
    POLICY "0/scaling_governor = schedutil\n"                              //
    POLICY "0/energy_performance_preference = balance_performance\n"       //
    POLICY "1/scaling_governor = powersave\n"                              //
    POLICY "1/energy_performance_preference = 128\n"                       //
    POLICY "10/scaling_governor = performance\n"                           //
    POLICY "10/energy_performance_preference = performance\n"              //
    WATCHDOG " = 1\n"                                                      //
    INTERVAL " = 1\n";

static struct fake_files files;

/* All that was told, one event a line. */
static char told[2048];
static int kinds[8];
static unsigned told_count;

static void hear(void *context, const struct event *event)
{
	size_t used = strlen(told);

	(void)context;
	kinds[told_count++ % countof(kinds)] = (int)event->kind;
	snprintf(told + used, sizeof(told) - used, "%s\n", event->text);
}

static const struct event_listener listener = { hear, NULL };

static int setup(void **state)
{
	(void)state;
	fake_files_make(&files);
	told[0] = '\0';
	told_count = 0;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

/* The process that puts things back may write to it at this moment: then it holds neither. */
static bool holds(const char *path, const char *value)
{
	char content[64];

	return text_read(files.root, path, content, sizeof(content)) >= 0 &&
	       strcmp(content, value) == 0;
}

/* The value of each file of laptop[], as it was and while it is quiet. */
static const struct {
	const char *path, *was, *quiet;
} values[] = {
	{ POLICY "0/scaling_governor", "schedutil", "performance" },
	{ POLICY "0/energy_performance_preference", "balance_performance", "performance" },
	{ POLICY "1/scaling_governor", "powersave", "performance" },
	{ POLICY "1/energy_performance_preference", "128", "performance" },
	{ POLICY "10/scaling_governor", "performance", "performance" },
	{ POLICY "10/energy_performance_preference", "performance", "performance" },
	{ WATCHDOG, "1", "0" },
	{ INTERVAL, "1", "60" },
	{ "/sys/devices/system/cpu/cpufreq/boost", "1", "1" },
};

static bool all_as_they_were(void)
{
	for (size_t i = 0; i < countof(values); i++)
		if (!holds(values[i].path, values[i].was))
			return false;
	return true;
}

static void sets_and_puts_back(void **state)
{
	(void)state;
	fake_tree_put(&files, laptop);
	for (int round = 0; round < 2; round++) {
		quiet_begin(files.root, &listener);
		for (size_t i = 0; i < countof(values); i++)
			check_row(i, holds(values[i].path, values[i].quiet));
		quiet_end(&listener);
		assert_true(all_as_they_were());
	}
	assert_int_equal(told_count, 4);
	assert_non_null(strstr(told, "quiet: energy_performance_preference balance_performance -> "
	                             "performance, governor schedutil -> performance, "
	                             "nmi_watchdog 1 -> 0, vm.stat_interval 1 -> 60\n"
	                             "quiet: values put back: 6\n"));
}

/* A file that can be read, but not written, even by root. */
static void goes_on_when_one_cannot_be_set(void **state)
{
	(void)state;
	fake_tree_put(&files, POLICY "0/scaling_governor = schedutil\n"       //
	              POLICY "1/scaling_governor > /proc/sys/kernel/ostype\n" //
	              POLICY "2/scaling_governor = ondemand\n"                //
	              WATCHDOG " > /proc/sys/kernel/ostype\n"                 //
	              INTERVAL " = 1\n");
	quiet_begin(files.root, &listener);
	assert_true(holds(POLICY "0/scaling_governor", "performance"));
	assert_true(holds(POLICY "2/scaling_governor", "performance"));
	assert_true(holds(INTERVAL, "60"));
	quiet_end(&listener);
	assert_true(holds(POLICY "0/scaling_governor", "schedutil"));
	assert_true(holds(POLICY "2/scaling_governor", "ondemand"));
	assert_true(holds(INTERVAL, "1"));

	assert_int_equal(told_count, 3);
	assert_non_null(strstr(told, "quiet: governor schedutil -> performance, "
	                             "vm.stat_interval 1 -> 60\n"));
	assert_non_null(strstr(told, "not set: energy_performance_preference (not there), governor "
	                             "schedutil (Permission denied, 1 of 3), "
	                             "nmi_watchdog Linux (Permission denied, 1 of 1)\n"));
	assert_non_null(strstr(told, "values put back: 3"));
}

static void says_so_on_a_machine_without_any_of_it(void **state)
{
	(void)state;
	quiet_begin(files.root, &listener);
	quiet_end(&listener);
	assert_int_equal(told_count, 1);
	assert_int_equal(kinds[0], EVENT_NOTE);
	assert_string_equal(told, "quiet: not set: energy_performance_preference (not there), "
	                          "governor (not there), nmi_watchdog (not there), "
	                          "vm.stat_interval (not there)\n");
}

static void leaves_alone_what_is_as_wanted(void **state)
{
	(void)state;
	fake_tree_put(&files, WATCHDOG " = 0\n" INTERVAL " = 60\n");
	quiet_begin(files.root, &listener);
	quiet_end(&listener);
	assert_non_null(strstr(told, "quiet: nmi_watchdog 0 as it was, vm.stat_interval 60"));
	assert_null(strstr(told, "put back"));
}

static void says_what_could_not_be_put_back(void **state)
{
	char path[PATH_MAX];

	(void)state;
	fake_tree_put(&files, laptop);
	quiet_begin(files.root, &listener);
	snprintf(path, sizeof(path), "%s%s", files.root, WATCHDOG);
	assert_int_equal(unlink(path), 0);
	quiet_end(&listener);
	assert_non_null(strstr(told, "values not put back: 1; " WATCHDOG " is to be 1 "
	                             "(No such file or directory)"));
	assert_int_equal(kinds[1], EVENT_SETTING);
	assert_true(holds(INTERVAL, "1"));
}

/* The process that set the values dies of @signal; a keeper puts them back. */
static void check_death_of(int signal)
{
	pid_t pid = fork();
	bool was_quiet;
	int i, status;

	if (pid == 0) {
		quiet_begin(files.root, &listener);
		kill(getpid(), signal);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	was_quiet = WIFSIGNALED(status) && WTERMSIG(status) == signal;
	assert_true(was_quiet);
	for (i = 0; i < 500 && !all_as_they_were(); i++)
		clock_sleep_ns(MS(10));
	check_row(signal, all_as_they_were());
}

static void survives_the_death_of_assay(void **state)
{
	(void)state;
	fake_tree_put(&files, laptop);
	check_death_of(SIGKILL);
	check_death_of(SIGTERM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(sets_and_puts_back, setup, teardown),
		cmocka_unit_test_setup_teardown(goes_on_when_one_cannot_be_set, setup, teardown),
		cmocka_unit_test_setup_teardown(says_so_on_a_machine_without_any_of_it, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(leaves_alone_what_is_as_wanted, setup, teardown),
		cmocka_unit_test_setup_teardown(says_what_could_not_be_put_back, setup, teardown),
		cmocka_unit_test_setup_teardown(survives_the_death_of_assay, setup, teardown),
	};

	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
