/* SPDX-License-Identifier: MIT */
/* test_watch.c - counters of /sys that rise while a job runs, and links that are too slow */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"
#include "bench/run/watch.h"
#include "tests/unit/fake_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPU "/sys/devices/system/cpu/"
#define MC "/sys/devices/system/edac/mc/mc0/"
#define PCI "/sys/bus/pci/devices/"
#define AER "RxErr 0\nBadTLP 7\nRollover 0\nTOTAL_ERR_COR "

static const char server[] = CPU "cpufreq/boost = 1\n"          //
    CPU "cpu0/thermal_throttle/core_throttle_count = 0\n"       //
    CPU "cpu0/thermal_throttle/package_throttle_count = 9\n"    //
    CPU "cpu0/thermal_throttle/core_power_limit_count = 0\n"    //
    CPU "cpu0/thermal_throttle/package_power_limit_count = 0\n" //
    CPU "cpu1/thermal_throttle/core_throttle_count = 3\n"       //
    CPU "cpu1/thermal_throttle/package_throttle_count = 9\n"    //
    MC "ce_count = 41\n"                                        //
    MC "ue_count = 2\n"                                         //
    PCI "0000:03:00.0/current_link_speed = 16.0 GT/s PCIe\n"    //
    PCI "0000:03:00.0/max_link_speed = 16.0 GT/s PCIe\n"        //
    PCI "0000:03:00.0/current_link_width = 4\n"                 //
    PCI "0000:03:00.0/max_link_width = 4\n";

static struct fake_files files;
static struct watch watch;
static char told[1024];
static enum event_kind kind;

static void hear(void *context, const struct event *event)
{
	size_t used = strlen(told);

	(void)context;
	kind = event->kind;
	snprintf(told + used, sizeof(told) - used, "%s\n", event->text);
}

static const struct event_listener listener = { hear, NULL };

static const struct disk disk = { .name = "nvme0n1", .controller = "0000:03:00.0 1000:0060" };
static const struct benchmark benchmark = { .name = "cpu.test" };
static const struct job job = { .benchmark = &benchmark };
static const struct job disk_job = { .benchmark = &benchmark, .disk = &disk };

static void put(const char *path, const char *content)
{
	fake_files_put(&files, path, content, strlen(content));
}

static int setup(void **state)
{
	(void)state;
	fake_files_make(&files);
	fake_tree_put(&files, server);
	put(PCI "0000:03:00.0/aer_dev_correctable", AER "7\n");
	told[0] = '\0';
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

static void says_nothing_when_nothing_happens(void **state)
{
	(void)state;
	watch_open(&watch, files.root, &listener);
	assert_int_equal(watch.counter_count, 9);
	watch_begin(&watch);
	assert_int_equal(watch_end(&watch, &disk_job, &listener), 0);
	assert_string_equal(told, "");
}

static void warns_of_what_rises(void **state)
{
	static const struct {
		const char *path, *before, *after;
		uint32_t warnings;
		const char *text; /* part of what is told */
	} rows[] = {
		{ CPU "cpu1/thermal_throttle/core_throttle_count", "3", "4", WARN_THROTTLED,
		  "cpu.test: " CPU "cpu1/thermal_throttle/core_throttle_count rose by 1, and 0" },
		{ CPU "cpu0/thermal_throttle/package_throttle_count", "9", "20", WARN_THROTTLED,
		  "rose by 11" },
		{ CPU "cpu0/thermal_throttle/core_power_limit_count", "0", "1", WARN_POWER_LIMITED,
		  "" },
		{ CPU "cpu0/thermal_throttle/package_power_limit_count", "0", "1",
		  WARN_POWER_LIMITED, "" },
		{ MC "ce_count", "41", "42", WARN_ECC_CORRECTED, "mc0/ce_count" },
		{ MC "ue_count", "2", "3", 0, "mc0/ue_count rose by 1" },
		{ PCI "0000:03:00.0/aer_dev_correctable", AER "7\n", AER "8\n", WARN_PCIE_AER,
		  "0000:03:00.0/aer_dev_correctable rose by 1" },
		{ MC "ce_count", "41", "41", 0, "" },
		{ MC "ce_count", "41", "0", 0, "" }, /* somebody reset it */
		{ MC "ce_count", "41", "?", 0, "" },
		{ MC "ce_count", "?", "42", 0, "" },
		{ PCI "0000:03:00.0/aer_dev_correctable", AER "7\n", "RxErr 9\n", 0, "" },
	};

	(void)state;
	watch_open(&watch, files.root, &listener);
	for (size_t i = 0; i < countof(rows); i++) {
		told[0] = '\0';
		put(rows[i].path, rows[i].before);
		watch_begin(&watch);
		put(rows[i].path, rows[i].after);
		check_row(i, watch_end(&watch, &job, &listener) == rows[i].warnings);
		check_row(i, strstr(told, rows[i].text));
		check_row(i, (told[0] != '\0') == (rows[i].text[0] || rows[i].warnings));
		if (told[0] != '\0')
			check_row(i,
			          kind == (strstr(told, "ue_count") ? EVENT_HARDWARE : EVENT_NOTE));
	}
}

static void tells_many_rises_in_one_line(void **state)
{
	(void)state;
	watch_open(&watch, files.root, &listener);
	watch_begin(&watch);
	put(CPU "cpu0/thermal_throttle/package_throttle_count", "12");
	put(CPU "cpu1/thermal_throttle/package_throttle_count", "13");
	assert_int_equal(watch_end(&watch, &disk_job, &listener), WARN_THROTTLED);
	assert_string_equal(told, "cpu.test nvme0n1: " CPU "cpu0/thermal_throttle/"
	                          "package_throttle_count rose by 3, and 1 others like it\n");
}

static void warns_of_slow_links(void **state)
{
	static const struct {
		const char *speed, *max_speed, *width, *max_width;
		bool degraded;
	} rows[] = {
		{ "8.0 GT/s PCIe", "8.0 GT/s PCIe", "8", "8", false },
		{ "8.0 GT/s PCIe", "16.0 GT/s PCIe", "8", "8", true },
		{ "2.5 GT/s PCIe", "8.0 GT/s PCIe", "8", "8", true },
		{ "8.0 GT/s PCIe", "8.0 GT/s PCIe", "4", "8", true },
		{ "16.0 GT/s PCIe", "8.0 GT/s PCIe", "8", "8", false },
		{ "Unknown", "Unknown", "0", "8", false }, /* inside the chipset */
		{ "Unknown", "8.0 GT/s PCIe", "0", "0", false },
	};

	(void)state;
	watch_open(&watch, files.root, &listener);
	for (size_t i = 0; i < countof(rows); i++) {
		put(PCI "0000:03:00.0/current_link_speed", rows[i].speed);
		put(PCI "0000:03:00.0/max_link_speed", rows[i].max_speed);
		put(PCI "0000:03:00.0/current_link_width", rows[i].width);
		put(PCI "0000:03:00.0/max_link_width", rows[i].max_width);
		watch_begin(&watch);
		check_row(i, watch_end(&watch, &disk_job, &listener) ==
		                 (rows[i].degraded ? WARN_LINK_DEGRADED : 0));
		watch_begin(&watch);
		check_row(i, watch_end(&watch, &job, &listener) == 0);
	}
}

/* The largest machines: every CPU counts, in four ways. What a look costs is printed. */
static void has_room_for_768_cpus(void **state)
{
	static const char *const names[] = { "core_throttle_count", "package_throttle_count",
		                             "core_power_limit_count",
		                             "package_power_limit_count" };
	uint64_t start_ns;
	char line[128];

	(void)state;
	for (int cpu = 2; cpu < 768; cpu++)
		for (size_t i = 0; i < countof(names); i++) {
			snprintf(line, sizeof(line), CPU "cpu%d/thermal_throttle/%s = 0\n", cpu,
			         names[i]);
			fake_tree_put(&files, line);
		}
	watch_open(&watch, files.root, &listener);
	assert_string_equal(told, "");
	assert_int_equal(watch.counter_count, 9 + 766 * 4);
	start_ns = clock_now_ns();
	watch_begin(&watch);
	print_message("a look at %u counters: %.0f us\n", watch.counter_count,
	              (double)(clock_now_ns() - start_ns) / 1e3);
	put(CPU "cpu767/thermal_throttle/core_throttle_count", "1");
	assert_int_equal(watch_end(&watch, &job, &listener), WARN_THROTTLED);

	for (int cpu = 768; cpu < 1024; cpu++)
		for (size_t i = 0; i < countof(names); i++) {
			snprintf(line, sizeof(line), CPU "cpu%d/thermal_throttle/%s = 0\n", cpu,
			         names[i]);
			fake_tree_put(&files, line);
		}
	watch_open(&watch, files.root, &listener);
	assert_int_equal(watch.counter_count, COUNTERS_MAX);
	assert_non_null(strstr(told, "no room for "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(says_nothing_when_nothing_happens, setup, teardown),
		cmocka_unit_test_setup_teardown(warns_of_what_rises, setup, teardown),
		cmocka_unit_test_setup_teardown(tells_many_rises_in_one_line, setup, teardown),
		cmocka_unit_test_setup_teardown(warns_of_slow_links, setup, teardown),
		cmocka_unit_test_setup_teardown(has_room_for_768_cpus, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
