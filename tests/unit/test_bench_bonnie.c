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

static void each_phase_is_shown_when_it_is_over(void **state)
{
	(void)state;
	fake_run_watch(&fake);
	assert_int_equal(bonnie.measure(&fake.run), 0);
	assert_int_equal(fake_shown.count, BONNIE_PHASES);
	assert_int_equal(fake_shown.metrics, 3 * BONNIE_PHASES);
}

/* The file twice, 3 MiB of bytes, and the updates; nothing for empty files but the file system. */
static void what_it_writes_is_known_before(void **state)
{
	struct disk *disk = &fake.machine.disks[0];
	uint64_t file_bytes = MIB(2048), beside_bytes = MIB(3) + 8192 * 8192;

	(void)state;
	fake.pace.classic_share = 1;
	fake.machine.memory.total_bytes = MIB(1000);
	assert_in_range(bonnie.writes_bytes(&fake.run), 2 * file_bytes + beside_bytes,
	                2 * file_bytes + beside_bytes + file_bytes / 4);
	disk->bytes = MIB(1000); /* 900 of it are used */
	fake.job.disk = disk;
	assert_in_range(bonnie.writes_bytes(&fake.run), 2 * MIB(900) + beside_bytes,
	                2 * MIB(900) + beside_bytes + MIB(900) / 4);

	fake.pace.classic_share = 0.01; /* 2 MiB twice, 24 KiB of bytes, 81 updates, 16 MiB */
	assert_in_range(bonnie.writes_bytes(&fake.run), MIB(20), MIB(22));
}

/* 1.8 GB four times at 150 MB/s, 8192 seeks at 8 ms, 3 s of waiting, 16384 small files. */
static void how_long_it_takes_follows_the_size(void **state)
{
	struct disk *disk = &fake.machine.disks[0];

	(void)state;
	fake.pace.classic_share = 1;
	fake.machine.memory.total_bytes = GIB(8);
	disk->bytes = 2000000000;
	disk->rotational = true;
	fake.job.disk = disk;
	assert_in_range(bonnie.estimate_ns(&fake.run), SECONDS(117), SECONDS(121));
	fake.pace.classic_share = 0.01; /* 2 MiB, 81 seeks, 163 files */
	assert_in_range(bonnie.estimate_ns(&fake.run), MS(900), MS(1200));
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
		TEST(a_short_run_has_all_numbers),    TEST(each_phase_is_shown_when_it_is_over),
		TEST(what_it_writes_is_known_before), TEST(how_long_it_takes_follows_the_size),
		TEST(it_never_writes_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
