/* SPDX-License-Identifier: MIT */
/* test_trial.c - one load on a disk of a made-up engine: numbers, limits, errors */

#include "tests/unit/check.h"

#include "bench/disk/trial.h"
#include "tests/unit/fake_engine.h"

#include <errno.h>
#include <math.h>
#include <string.h>

extern const struct benchmark disk_read_sequential, disk_read_random, disk_read_tail, disk_profile,
    disk_write_sequential, disk_write_random;

static struct fake_run fake;

static void numbers_are_those_of_the_engine(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		const char *metric;
		double value;
	} rows[] = {
		{ &disk_read_sequential, "throughput", 1000.0 * (1 << 20) },
		{ &disk_read_random, "rate", 1000 },
		{ &disk_read_random, "latency_p99", 100 },
		{ &disk_write_sequential, "throughput", 1000.0 * (1 << 20) },
		{ &disk_write_random, "rate", 1000 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		const struct metric *metric;
		unsigned first;

		fake_engine_prepare(&fake, rows[i].benchmark);
		fake.job.write_limit_bytes = GIB(1);
		check_row(i, rows[i].benchmark->measure(&fake.run) == 0);
		metric = fake_run_metric(&fake, rows[i].metric);
		check_row(i, metric && metric->sample_count == 5);
		for (unsigned j = 0; j < 5; j++)
			check_row(i, metric->samples[j] == rows[i].value);
		/* one to warm up; before reading, one to see whether the disk answers at all */
		first = rows[i].benchmark->target == TARGET_DISK;
		check_row(i, fake_engine.runs == first + 6);
		check_row(i, fake_engine.opened == first + 1 && fake_engine.closed == first + 1);
		check_row(i, fake_run_param(&fake, "cpu_per_io_ns")[0] != '\0');
		check_row(i, fake_run_param(&fake, "machine_cpu_per_io_ns")[0] != '\0');
	}
}

/* 150 I/Os in a slice of 100 ms are 100: of one slice to warm up, and one and a half. */
static void it_never_writes_more_than_it_may(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_write_random);
	fake.job.write_limit_bytes = 250 * 4096 + 100;
	assert_int_equal(disk_write_random.measure(&fake.run), 0);
	assert_int_equal(fake_engine.written_bytes, 250 * 4096);
	assert_int_equal(fake_run_metric(&fake, "rate")->sample_count, 2);
}

static void without_leave_nothing_is_written(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_write_random);
	fake.job.write_limit_bytes = 4095;
	assert_int_not_equal(disk_write_random.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);

	fake.job.write_limit_bytes = GIB(1);
	fake.machine.disks[0].may_write = false;
	assert_int_not_equal(disk_write_random.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_non_null(strstr(fake.result.reason, "may not be written"));
	assert_int_equal(fake_engine.opened, 0);
}

static void two_bad_places(struct io_outcome *outcome)
{
	outcome->error_count = 2;
	outcome->errors[0] = (struct io_error){
		.direction = IO_READ, .offset_bytes = 81920, .bytes = 4096, .error = EIO
	};
	outcome->errors[1] = (struct io_error){
		.direction = IO_READ, .offset_bytes = 8192, .bytes = 4096, .error = ENODATA
	};
}

static void twelve_bad_places(struct io_outcome *outcome)
{
	outcome->error_count = 12;
	for (uint64_t i = 0; i < IO_ERRORS_MAX; i++)
		outcome->errors[i] = (struct io_error){
			.direction = IO_READ, .offset_bytes = i * 4096, .bytes = 4096, .error = EIO
		};
}

static void one_short_read(struct io_outcome *outcome)
{
	outcome->error_count = 1;
	outcome->errors[0] = (struct io_error){
		.direction = IO_READ, .offset_bytes = 4096, .bytes = 4096, .got_bytes = 512
	};
}

static void a_hung_read(struct io_outcome *outcome)
{
	outcome->hung = true;
	outcome->hung_offset_bytes = 12288;
}

static void other_bytes(struct io_outcome *outcome)
{
	if (fake_engine.work.read_percent == 0)
		return;
	outcome->error_count = 1;
	outcome->errors[0] = (struct io_error){ .direction = IO_READ,
		                                .offset_bytes = FAKE_DISK_BYTES / 2 + 17,
		                                .bytes = 4096,
		                                .error = EBADMSG };
}

static void what_was_written_is_read_back(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_write_random);
	assert_int_equal(disk_write_random.measure(&fake.run), 0);
	assert_int_equal(disk_write_random.verify(&fake.run), 0);
	assert_int_equal(fake_engine.opened, 3);
	assert_true(fake_engine.work.verify && fake_engine.work.read_percent == 100);
	assert_int_equal(fake_engine.work.region_start_bytes, FAKE_DISK_BYTES / 2);
	assert_int_equal(fake_engine.work_bytes, 64 * 4096);

	fake_engine.misbehave = other_bytes;
	assert_int_not_equal(disk_write_random.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason,
	                    "read of 4096 bytes at byte 33554449: other bytes than were written");

	/* nothing is written for it that may not be */
	fake.job.write_limit_bytes = fake_engine.written_bytes + 64 * 4096 - 1;
	assert_int_equal(disk_write_random.verify(&fake.run), 0);
}

static void bad_places_are_named(void **state)
{
	static const struct {
		void (*misbehave)(struct io_outcome *outcome);
		int rc;
		enum status status;
		const char *reason, *bad_blocks, *bad_byte_1, *bad_byte_8;
	} rows[] = {
		{ two_bad_places, 0, STATUS_FAILED,
		  "read of 4096 bytes at byte 8192: No data available; 2 bad in all", "2", "8192",
		  "" },
		{ two_bad_places, -EIO, STATUS_FAILED,
		  "read of 4096 bytes at byte 8192: No data available; 2 bad in all", "2", "8192",
		  "" },
		{ twelve_bad_places, -EIO, STATUS_FAILED,
		  "read of 4096 bytes at byte 0: Input/output error; 12 bad in all", "12", "0",
		  "28672" },
		{ one_short_read, 0, STATUS_FAILED, "read of 4096 bytes at byte 4096: got only 512",
		  "1", "4096", "" },
		{ a_hung_read, -ETIMEDOUT, STATUS_TIMED_OUT,
		  "read of 4096 bytes at byte 12288: no answer after 20 s", "", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_engine_prepare(&fake, &disk_read_random);
		fake_engine.misbehave = rows[i].misbehave;
		fake_engine.rc = rows[i].rc;
		check_row(i, disk_read_random.measure(&fake.run) != 0);
		check_row(i, fake.result.status == rows[i].status);
		assert_string_equal(fake.result.reason, rows[i].reason);
		assert_string_equal(fake_run_param(&fake, "bad_blocks"), rows[i].bad_blocks);
		assert_string_equal(fake_run_param(&fake, "bad_byte_1"), rows[i].bad_byte_1);
		assert_string_equal(fake_run_param(&fake, "bad_byte_8"), rows[i].bad_byte_8);
		check_row(i, fake_engine.opened == fake_engine.closed);
		check_row(i, fake_engine.work.deadline_ns == SECONDS(20));
	}
}

static void blocks_are_never_below_the_logical_one(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_write_random);
	fake.machine.disks[0].logical_block_bytes = 16384;
	fake.machine.disks[0].bytes = FAKE_DISK_BYTES + 4096;
	assert_int_equal(disk_write_random.measure(&fake.run), 0);
	assert_int_equal(fake_engine.work.sizes[IO_WRITE][0].bytes, 16384);
	assert_int_equal(fake_engine.work.region_bytes, FAKE_DISK_BYTES);
	assert_string_equal(fake_run_param(&fake, "block_bytes"), "16384");
}

static void the_tail_ends_when_it_knows_enough(void **state)
{
	static const struct {
		double s;
		const char *reads, *last;
		unsigned metrics;
	} rows[] = { { 1, "1000", "latency_p99", 4 },
		     { 0.1, "100", "latency_p90", 3 },
		     { 2000, "1000000", "latency_p99999", 7 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_engine_prepare(&fake, &disk_read_tail);
		fake.pace.classic_share *= rows[i].s;
		check_row(i, disk_read_tail.measure(&fake.run) == 0);
		check_row(i, fake.result.metric_count == rows[i].metrics);
		check_row(i, fake_run_metric(&fake, rows[i].last));
		check_row(i, fake_run_metric(&fake, "latency_max")->samples[0] == 100);
		assert_string_equal(fake_run_param(&fake, "reads"), rows[i].reads);
	}
}

/* Zone 11, from byte 10 MiB, is half as fast; zone 31 only when it is read the first time. */
static double two_slow_zones(const struct fake_engine *e)
{
	static unsigned visits;

	if (e->work.region_start_bytes == 0)
		visits = 0;
	if (e->work.region_start_bytes == MIB(10))
		return 5000;
	if (e->work.region_start_bytes == MIB(30) && visits++ < 2)
		return 5000;
	return 10000;
}

static void slow_zones_are_named_when_they_stay_slow(void **state)
{
	const struct grid *grid = &fake.result.grids[0];

	(void)state;
	fake_engine_prepare(&fake, &disk_profile);
	fake_engine.rate = two_slow_zones;
	fake.pace.classic_share *= 3; /* 47 ms for each zone */
	assert_int_equal(disk_profile.measure(&fake.run), 0);
	assert_int_equal(fake.result.grid_count, 1);
	assert_int_equal(grid->columns, 64);
	assert_int_equal((int)grid->x[10], MIB(10));
	assert_true(fabs(grid->values[10] / grid->values[9] - 0.5) < 0.02);
	assert_true(fabs(grid->values[30] / grid->values[29] - 1) < 0.02);
	assert_string_equal(fake_run_param(&fake, "slow_zones"), "1");
	assert_string_equal(fake_run_param(&fake, "slow_1"),
	                    "zone 11 from byte 10485760: 50 % of its neighbours");
	assert_true(fabs(fake_run_metric(&fake, "least")->samples[0] - grid->values[10]) < 1);
	assert_true(fake_run_metric(&fake, "start")->samples[0] == grid->values[0]);
}

/* Something else has the disk in zone 41, and again from the end of the pass on. */
static double others_have_it(const struct fake_engine *e)
{
	static bool pass_is_over;

	if (e->work.region_start_bytes == 0)
		pass_is_over = false;
	if (e->work.region_start_bytes == MIB(63))
		pass_is_over = true;
	return e->work.region_start_bytes == MIB(40) || pass_is_over ? 5000 : 10000;
}

static void a_zone_that_is_slow_with_its_neighbour_is_not_named(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_profile);
	fake_engine.rate = others_have_it;
	fake.pace.classic_share *= 3;
	assert_int_equal(disk_profile.measure(&fake.run), 0);
	/* zone 64 is slow, too, in the moment in which it is read; time for one of both a second
	 * time */
	assert_int_equal(fake_engine.opened, 1 + 64 + 3 * 3);
	assert_string_equal(fake_run_param(&fake, "slow_zones"), "0");
	assert_string_equal(fake_run_param(&fake, "slow_1"), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_those_of_the_engine),
		cmocka_unit_test(it_never_writes_more_than_it_may),
		cmocka_unit_test(without_leave_nothing_is_written),
		cmocka_unit_test(what_was_written_is_read_back),
		cmocka_unit_test(bad_places_are_named),
		cmocka_unit_test(blocks_are_never_below_the_logical_one),
		cmocka_unit_test(the_tail_ends_when_it_knows_enough),
		cmocka_unit_test(slow_zones_are_named_when_they_stay_slow),
		cmocka_unit_test(a_zone_that_is_slow_with_its_neighbour_is_not_named),
	};

	return cmocka_run_group_tests(tests, fake_engine_setup, fake_engine_teardown);
}
