/* SPDX-License-Identifier: MIT */
/* test_view_health.c - temperature and power of CPUs, as a made-up /sys says them */

#include "tests/unit/check.h"

#include "tests/unit/fake_tree.h"
#include "tests/unit/fake_view.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static struct fake_files files;

static int start(void **state)
{
	(void)state;
	fake_files_make(&files);
	return 0;
}

static int finish(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

static void takes_the_hottest_cpu(void **state)
{
	struct view_health health = { .now_ns = 0 };

	(void)state;
	fake_tree_put(&files, "/sys/class/hwmon/hwmon0/name = coretemp\n"
	                      "/sys/class/hwmon/hwmon0/temp1_input = 54000\n"
	                      "/sys/class/hwmon/hwmon0/temp2_input = 99000\n"
	                      "/sys/class/hwmon/hwmon1/name = coretemp\n"
	                      "/sys/class/hwmon/hwmon1/temp1_input = 61000\n"
	                      /* to ask a disk is a command to it: it is left alone */
	                      "/sys/class/hwmon/hwmon2/name = drivetemp\n"
	                      "/sys/class/hwmon/hwmon2/temp1_input = 70000\n");
	view_look(&health, files.root);
	assert_int_equal(health.temperature_mc, 61000);
	assert_true(isnan(health.watts));
}

static void knows_nothing_where_nothing_is(void **state)
{
	struct view_health health = { .now_ns = 0 };

	(void)state;
	view_look(&health, files.root);
	assert_int_equal(health.temperature_mc, INT_MIN);
	assert_true(isnan(health.watts));
	view_look(&health, files.root);
	assert_true(isnan(health.watts));
}

static void counts_watts_from_one_look_to_the_next(void **state)
{
	struct view_health health = { .now_ns = 0 };
	uint64_t first_ns;

	(void)state;
	fake_tree_put(&files, "/sys/class/powercap/intel-rapl:0/name = package-0\n"
	                      "/sys/class/powercap/intel-rapl:0/energy_uj = 1000000\n"
	                      "/sys/class/powercap/intel-rapl:0:0/name = core\n"
	                      "/sys/class/powercap/intel-rapl:0:0/energy_uj = 900000\n"
	                      "/sys/class/powercap/intel-rapl:1/name = package-1\n"
	                      "/sys/class/powercap/intel-rapl:1/energy_uj = 2000000\n");
	view_look(&health, files.root);
	assert_true(isnan(health.watts)); /* there is nothing to compare with */
	assert_true(health.energy_j == 3);
	first_ns = health.now_ns;
	fake_tree_put(&files, "/sys/class/powercap/intel-rapl:1/energy_uj = 7000000\n");
	view_look(&health, files.root);
	assert_true(fabs(health.watts * (double)(health.now_ns - first_ns) / 1e9 - 5) < 1e-6);

	fake_tree_put(&files, "/sys/class/powercap/intel-rapl:1/energy_uj = 1\n"); /* went round */
	view_look(&health, files.root);
	assert_true(isnan(health.watts));
}

/* Whether a cable is in: only ports of the machine itself count. */
static void counts_ports_and_links(void **state)
{
	struct view_health health = { .now_ns = 0 };

	(void)state;
	fake_tree_put(&files, "/sys/class/net/lo/type = 772\n"
	                      "/sys/class/net/lo/carrier = 1\n"
	                      "/sys/class/net/eth0/type = 1\n"
	                      "/sys/class/net/eth0/carrier = 0\n"
	                      "/sys/class/net/eth0/device > ../../../bus/a\n"
	                      "/sys/class/net/eth1/type = 1\n"
	                      "/sys/class/net/eth1/carrier = 1\n"
	                      "/sys/class/net/eth1/device > ../../../bus/b\n"
	                      "/sys/class/net/bond0/type = 1\n"
	                      "/sys/class/net/bond0/carrier = 1\n");
	view_look(&health, files.root);
	assert_int_equal(health.ports, 2);
	assert_int_equal(health.links, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(takes_the_hottest_cpu, start, finish),
		cmocka_unit_test_setup_teardown(knows_nothing_where_nothing_is, start, finish),
		cmocka_unit_test_setup_teardown(counts_ports_and_links, start, finish),
		cmocka_unit_test_setup_teardown(counts_watts_from_one_look_to_the_next, start,
		                                finish),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
