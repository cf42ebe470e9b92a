/* SPDX-License-Identifier: MIT */
/* test_load.c - who had the CPUs: each warning, on both sides of its limit */

#include "tests/unit/check.h"

#include "bench/bench.h"
#include "bench/lib/clock.h"
#include "bench/run/load.h"
#include "tests/unit/fake_tree.h"

#include <string.h>
#include <unistd.h>

static struct fake_files files;

static int setup(void **state)
{
	(void)state;
	fake_files_make(&files);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

/* What happened between two looks; all times in ms. */
static void warns_beyond_the_limits(void **state)
{
	static const struct {
		int elapsed_ms, busy_ms, own_ms, steal_ms, step_ms, stops;
		uint32_t warnings;
	} rows[] = {
		{ 10000, 10000, 10000, 0, 0, 0, 0 },
		/* others: 5 % of one CPU, and two ticks */
		{ 10000, 10520, 10000, 0, 0, 0, 0 },
		{ 10000, 10521, 10000, 0, 0, 0, WARN_OTHER_LOAD },
		{ 10000, 20521, 20000, 0, 0, 0, WARN_OTHER_LOAD },
		{ 100, 125, 100, 0, 0, 0, 0 },
		{ 100, 126, 100, 0, 0, 0, WARN_OTHER_LOAD },
		{ 10000, 500, 0, 0, 0, 0, 0 },   /* a disk job that waits */
		{ 10000, 0, 10000, 0, 0, 0, 0 }, /* no /proc/stat */
		/* the hypervisor: 1 % of the job's time, and two ticks */
		{ 10000, 10000, 10000, 100, 0, 0, 0 },
		{ 10000, 10000, 10000, 101, 0, 0, WARN_STEAL },
		{ 10000, 20000, 20000, 101, 0, 0, 0 },
		{ 1000, 100, 100, 20, 0, 0, 0 },
		{ 1000, 100, 100, 21, 0, 0, WARN_STEAL },
		/* the clock */
		{ 1000, 1000, 1000, 0, 10, 0, 0 },
		{ 1000, 1000, 1000, 0, 11, 0, WARN_CLOCK_STEPPED },
		{ 1000, 1000, 1000, 0, -10, 0, 0 },
		{ 1000, 1000, 1000, 0, -3600000, 0, WARN_CLOCK_STEPPED },
		/* a quota */
		{ 1000, 1000, 1000, 0, 0, 1, WARN_THROTTLED },
		{ 1000, 1021, 900, 200, 11, 1,
		  WARN_THROTTLED | WARN_STEAL | WARN_OTHER_LOAD | WARN_CLOCK_STEPPED },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct load before = { .now_ns = SECONDS(5),
			               .wall_offset_ns = (int64_t)SECONDS(1700000000),
			               .busy_ns = SECONDS(9000),
			               .steal_ns = SECONDS(70),
			               .own_ns = SECONDS(1),
			               .quota_stops = 4 };
		struct load after = before;

		after.now_ns += MS(rows[i].elapsed_ms);
		after.busy_ns += MS(rows[i].busy_ms);
		after.own_ns += MS(rows[i].own_ms);
		after.steal_ns += MS(rows[i].steal_ms);
		after.wall_offset_ns += rows[i].step_ms * (int64_t)MS(1);
		after.quota_stops += (uint64_t)rows[i].stops;
		check_row(i, load_warnings(&before, &after) == rows[i].warnings);
	}
}

static void reads_proc_stat(void **state)
{
	uint64_t tick_ns = SECONDS(1) / (uint64_t)sysconf(_SC_CLK_TCK);
	struct load load;

	(void)state;
	fake_tree_put(&files, "/proc/stat = cpu  100 20 3 90000 700 11 13 17 5 0\n");
	load_look(&load, files.root);
	assert_int_equal(load.busy_ns, 123 * tick_ns); /* neither idle nor interrupts nor guests */
	assert_int_equal(load.steal_ns, 17 * tick_ns);
	assert_int_equal(load.quota_stops, 0);
	assert_in_range(load.now_ns, 1, clock_now_ns());
	assert_in_range(load.wall_offset_ns + (int64_t)load.now_ns, clock_wall_ns() - SECONDS(60),
	                clock_wall_ns());
}

static void bears_what_is_no_stat(void **state)
{
	static const char *const contents[] = { "/proc/stat = cpu  1 2\n", "/proc/stat = intr 5\n",
		                                "/proc/none = 1\n" };

	(void)state;
	for (size_t i = 0; i < countof(contents); i++) {
		struct load load;

		fake_tree_put(&files, contents[i]);
		load_look(&load, files.root);
		check_row(i, load.busy_ns == 0 && load.steal_ns == 0);
	}
}

/* The quotas of the own group and of all above it; nobody else's. */
static void counts_stops_by_quotas(void **state)
{
	static const struct {
		const char *groups;
		uint64_t stops;
	} rows[] = {
		{ "0::/a/b\n", 1 + 10 + 100 },
		{ "0::/a\n", 1 + 10 },
		{ "0::/\n", 1 },
		{ "5:cpuset:/a\n4:cpu,cpuacct:/c\n1:name=systemd:/a\n", 1000 + 5000 },
		{ "5:cpuacct:/c\n", 0 },
		{ "4:cpu:/docker/0123\n", 1000 }, /* a path of the host, seen from inside */
		{ "0::/away/b\n", 1 },
		{ "nonsense\n:\n4:cpu\n", 0 },
	};
	struct load load;

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_files_remove(&files);
		fake_files_make(&files);
		fake_tree_put(&files, "/proc/self/none = 1\n"
		                      "/sys/fs/cgroup/cpu.stat = nr_throttled 1\n"
		                      "/sys/fs/cgroup/a/cpu.stat = nr_throttled 10\n"
		                      "/sys/fs/cgroup/a/b/cpu.stat = nr_throttled 100\n"
		                      "/sys/fs/cgroup/d/cpu.stat = nr_throttled 40\n"
		                      "/sys/fs/cgroup/cpu/cpu.stat = nr_throttled 1000\n"
		                      "/sys/fs/cgroup/cpu/c/cpu.stat = nr_throttled 5000\n");
		fake_files_put(&files, "/proc/self/cgroup", rows[i].groups, strlen(rows[i].groups));
		load_look(&load, files.root);
		check_row(i, load.quota_stops == rows[i].stops);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warns_beyond_the_limits),
		cmocka_unit_test_setup_teardown(reads_proc_stat, setup, teardown),
		cmocka_unit_test_setup_teardown(bears_what_is_no_stat, setup, teardown),
		cmocka_unit_test_setup_teardown(counts_stops_by_quotas, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
