/* SPDX-License-Identifier: MIT */
/* test_bench_bonnie.c - bonnie as a job of a plan: its length, its numbers, its limit */

#include "tests/unit/check.h"

#include "bench/bonnie/bonnie.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct benchmark bonnie;

static struct fake_files files;
static struct fake_run fake;

static int set_up(void **state)
{
	(void)state;
	fake_files_make(&files);
	fake_run_make(&fake, &bonnie);
	fake.machine.memory.total_bytes = MIB(64);
	fake.pace.classic_share = 0.01;
	fake.pace.sample_ns = MS(10); /* with 3 samples, 64 MiB/s and one: 2 MiB */
	fake.job.directory = files.root;
	fake.job.write_limit_bytes = MIB(100);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	assert_int_equal(rmdir(files.root), 0); /* nothing stays in it */
	return 0;
}

static void a_short_run_has_all_numbers(void **state)
{
	(void)state;
	assert_int_equal(bonnie.measure(&fake.run), 0);
	assert_int_equal(fake.result.metric_count, 3 * BONNIE_PHASES);
	for (unsigned i = 0; i < fake.result.metric_count; i++) {
		check_row(i, fake.result.metrics[i].sample_count == 1);
		check_row(i, fake.result.metrics[i].samples[0] >= 0);
	}
	assert_int_equal(fake_run_metric(&fake, "put_block")->unit, UNIT_BYTES_PER_S);
	assert_int_equal(fake_run_metric(&fake, "ran_stat")->unit, UNIT_OPS_PER_S);
	assert_true(fake_run_metric(&fake, "seeks_max")->samples[0] > 0);
	assert_int_equal(strtoul(fake_run_param(&fake, "file_mib"), NULL, 10), 2);
	assert_int_equal(strtoul(fake_run_param(&fake, "seeks"), NULL, 10), 81);
	assert_int_equal(strtoul(fake_run_param(&fake, "files"), NULL, 10), 163);
	assert_int_equal(fake.result.warnings, WARN_SHORT_REGION | WARN_CACHED);
}

/* The file twice, 3 MiB of bytes, and the updates; nothing for empty files but the file system. */
static void what_it_writes_is_known_before(void **state)
{
	static struct machine machine;
	struct disk *disk = &machine.disks[0];
	uint64_t file_bytes = MIB(2048), beside_bytes = MIB(3) + 8192 * 8192;
	uint64_t writes_bytes;

	(void)state;
	machine.memory.total_bytes = MIB(1000);
	writes_bytes = bonnie.writes_bytes(&machine, &fake.job);
	assert_in_range(writes_bytes, 2 * file_bytes + beside_bytes,
	                2 * file_bytes + beside_bytes + file_bytes / 4);
	disk->bytes = MIB(1000); /* 900 of it are used */
	fake.job.disk = disk;
	writes_bytes = bonnie.writes_bytes(&machine, &fake.job);
	assert_in_range(writes_bytes, 2 * MIB(900) + beside_bytes,
	                2 * MIB(900) + beside_bytes + MIB(900) / 4);
}

static void it_never_writes_more(void **state)
{
	(void)state;
	fake.job.write_limit_bytes = MIB(4);
	assert_true(bonnie.measure(&fake.run) < 0);
	assert_int_equal(fake.result.status, STATUS_BROKEN);
	assert_int_equal(fake.result.metric_count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_short_run_has_all_numbers),
		TEST(what_it_writes_is_known_before),
		TEST(it_never_writes_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
