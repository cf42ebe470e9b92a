/* SPDX-License-Identifier: MIT */
/* test_bench_present.c - no disk, or not the one that was asked for, is a finding */

#include "tests/unit/check.h"

#include "tests/unit/fake_run.h"

#include <stdio.h>
#include <string.h>

extern const struct benchmark disk_present;

static struct fake_run fake;

static void no_disk_is_a_finding(void **state)
{
	(void)state;
	fake_run_make(&fake, &disk_present);
	assert_int_not_equal(disk_present.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason, "no disk was found");

	for (unsigned i = 0; i < 4; i++) {
		struct orphan *orphan = &fake.machine.orphans[fake.machine.orphan_count++];

		snprintf(orphan->address, sizeof(orphan->address), "0000:00:1f.%u", i);
		strcpy(orphan->ids, "8086:2922");
		assert_int_not_equal(disk_present.measure(&fake.run), 0);
		if (i == 0)
			assert_string_equal(fake.result.reason,
			                    "no disk was found; storage controllers without a "
			                    "driver: 0000:00:1f.0 (8086:2922)");
	}
	assert_non_null(strstr(fake.result.reason, "0000:00:1f.2 (8086:2922), ..."));
}

static void disks_are_counted(void **state)
{
	(void)state;
	fake_run_make(&fake, &disk_present);
	fake.machine.disk_count = 2;
	strcpy(fake.machine.disks[0].serial, "S1");
	strcpy(fake.machine.disks[1].serial, "S2");
	fake.job.wanted = "S2";
	assert_int_equal(disk_present.measure(&fake.run), 0);
	assert_int_equal(fake.result.metrics[0].samples[0], 2);
	assert_int_equal(fake.result.metrics[0].unit, UNIT_COUNT);

	fake.job.wanted = "S1,S3";
	assert_int_not_equal(disk_present.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason, "disk S3 was asked for and is not in this machine");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_disk_is_a_finding),
		cmocka_unit_test(disks_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
