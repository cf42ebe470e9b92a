/* SPDX-License-Identifier: MIT */
/* test_trial_write.c - steady state and saturation of a disk of a made-up engine */

#include "tests/unit/check.h"

#include "bench/disk/trial.h"
#include "tests/unit/fake_engine.h"

#include <errno.h>
#include <math.h>
#include <string.h>

extern const struct benchmark disk_write_steady, disk_write_saturation;

static struct fake_run fake;

/* Fresh at first; then slower in each second, until it settles at 400 after some. */
static double settles(const struct fake_engine *e)
{
	double s = (double)e->now_ns / 1e9 - 1;

	return s < 3 ? 1000 - 200 * s : 400;
}

static void saturation_goes_on_until_it_is_steady(void **state)
{
	const struct grid *grid = &fake.result.grids[0];

	(void)state;
	fake_engine_prepare(&fake, &disk_write_saturation);
	fake.pace.classic_share *= 360; /* rounds of one second */
	fake_engine.rate = settles;
	assert_int_equal(disk_write_saturation.measure(&fake.run), 0);
	/* 1000 800 600 400 400 400 400 400: the last five */
	assert_string_equal(fake_run_param(&fake, "rounds"), "8");
	assert_int_equal(grid->columns, 8);
	assert_true(grid->values[0] == 1000 && grid->values[3] == 400);
	assert_true(grid->x[1] == 1800 * 4096.0);
	assert_true(fake_run_metric(&fake, "fresh")->samples[0] == 1000);
	assert_int_equal(fake_run_metric(&fake, "steady")->sample_count, 5);
	assert_true(fake_run_metric(&fake, "steady")->samples[0] == 400);
	assert_false(fake.result.warnings & WARN_NOT_STEADY);
	assert_true(fake.result.warnings & WARN_NOT_PURGED);
}

static double never_settles(const struct fake_engine *e)
{
	return e->runs % 2 ? 1000 : 2000;
}

static void saturation_ends_at_four_times_the_capacity(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_write_saturation);
	fake.pace.classic_share *= 3600;
	fake_engine.rate = never_settles;
	assert_int_equal(disk_write_saturation.measure(&fake.run), 0);
	assert_int_equal(fake_engine.written_bytes, 4 * FAKE_DISK_BYTES);
	assert_true(fake.result.warnings & WARN_NOT_STEADY);

	fake_engine_prepare(&fake, &disk_write_saturation);
	fake_engine.rate = never_settles; /* 1 s of time, in rounds of 100 ms */
	assert_int_equal(disk_write_saturation.measure(&fake.run), 0);
	assert_string_equal(fake_run_param(&fake, "rounds"), "10");
	assert_true(fake.result.warnings & WARN_NOT_STEADY);
}

/* The nine points of a round, the last of them 4 KiB writes; these fall from round to round. */
static double falls_with_each_round(const struct fake_engine *e)
{
	unsigned round = (e->opened - 2) / 9; /* the first work was to precondition */

	if (e->opened == 1)
		return 100000;
	if (e->work.read_percent == 0 && e->work.sizes[IO_WRITE][0].bytes == 4096)
		return round < 4 ? 1000 - 100 * round : 600;
	return 2000;
}

static void rounds_go_on_until_they_are_steady(void **state)
{
	const struct grid *grid = &fake.result.grids[0];

	(void)state;
	fake_engine_prepare(&fake, &disk_write_steady);
	fake.pace.classic_share *= 1000;
	fake.pace.sample_ns = MS(10);
	fake.job.write_limit_bytes = UINT64_MAX;
	fake_engine.rate = falls_with_each_round;
	assert_int_equal(disk_write_steady.measure(&fake.run), 0);
	/* 1000 900 800 700 600 600 600 600: slope of 700 600 600 600 600 is 80 / 620 */
	assert_string_equal(fake_run_param(&fake, "rounds"), "9");
	assert_string_equal(fake_run_param(&fake, "preconditioned_bytes"), "134217728");
	assert_int_equal(fake_engine.opened, 1 + 9 * 9);
	assert_int_equal(fake_run_metric(&fake, "write")->sample_count, 5);
	assert_true(fabs(fake_run_metric(&fake, "write")->samples[0] - 600) < 1);
	assert_true(fabs(fake_run_metric(&fake, "read")->samples[4] - 2000) < 1);
	assert_int_equal(grid->columns, 3);
	assert_int_equal(grid->rows, 3);
	assert_true(grid->x[0] == 1 << 20 && grid->y[2] == 0);
	assert_true(fabs(grid->values[8] - 600) < 1 && fabs(grid->values[3] - 2000) < 1);
	assert_false(fake.result.warnings & (WARN_NOT_STEADY | WARN_SHORT_REGION));
	assert_true(fake.result.warnings & WARN_NOT_PURGED);
}

static double swings(const struct fake_engine *e)
{
	return e->opened == 1 ? 100000 : (e->opened - 2) / 9 % 2 ? 1000 : 2000;
}

static void after_25_rounds_it_is_not_steady(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_write_steady);
	fake.pace.classic_share *= 1000;
	fake.job.write_limit_bytes = UINT64_MAX;
	fake_engine.rate = swings;
	assert_int_equal(disk_write_steady.measure(&fake.run), 0);
	assert_string_equal(fake_run_param(&fake, "rounds"), "25");
	assert_true(fake.result.warnings & WARN_NOT_STEADY);
	assert_int_equal(fake_run_metric(&fake, "write")->sample_count, 5);
}

/* Twice the capacity is 1,024 writes of 128 KiB, of which half a second allows 500. */
static void time_and_bytes_bound_the_rounds(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_write_steady);
	assert_int_equal(disk_write_steady.measure(&fake.run), 0);
	assert_true(fake.result.warnings & WARN_SHORT_REGION);
	assert_true(fake.result.warnings & WARN_NOT_STEADY);
	assert_string_equal(fake_run_param(&fake, "rounds"), "1");
	assert_true(fake_engine.written_bytes <= 4 * FAKE_DISK_BYTES);

	fake_engine_prepare(&fake, &disk_write_steady);
	fake.job.write_limit_bytes = 2 * FAKE_DISK_BYTES + MIB(1);
	fake_engine.rate = falls_with_each_round;
	assert_int_not_equal(disk_write_steady.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_true(fake_engine.written_bytes <= 2 * FAKE_DISK_BYTES + MIB(1));
}

static void the_whole_matrix_is_for_the_full_plan(void **state)
{
	(void)state;
	fake_engine_prepare(&fake, &disk_write_steady);
	fake.pace.classic_passes = 0;
	fake.pace.classic_share *= 1000;
	fake.job.write_limit_bytes = UINT64_MAX;
	fake.machine.disks[0].logical_block_bytes = 4096;
	fake_engine.rate = swings;
	assert_int_equal(disk_write_steady.prepare(&fake.run), 0);
	assert_int_equal(disk_write_steady.measure(&fake.run), 0);
	assert_int_equal(fake.result.grids[0].columns, 7); /* no blocks of 512 bytes */
	assert_int_equal(fake.result.grids[0].rows, 7);
	assert_string_equal(fake_run_param(&fake, "block_bytes"), "4096");
}

/* A disk that turns settles within ten rounds; 2 and 4 TB at 2 GB/s are 1000 and 2000 s, and more.
 */
static void long_writers_end_when_the_disk_has_settled(void **state)
{
	static const struct {
		bool turns;
		double saturation_s, steady_s; /* within a quarter of it */
	} rows[] = { { true, 600, 10800 + 8 * 432 }, { false, 2400, 1200 + 8 * 816 } };

	(void)state;
	for (size_t row = 0; row < countof(rows); row++) {
		double saturation_s, steady_s;

		fake_run_make(&fake, &disk_write_saturation);
		fake_run_disk(&fake, "sdx", 1000000000000);
		fake.pace =
		    (struct pace){ .sample_ns = MS(500), .samples = 31, .classic_share = 1 };
		fake.machine.disks[0].rotational = rows[row].turns;
		strcpy(fake.machine.disks[0].transport, rows[row].turns ? "sata" : "nvme");
		saturation_s = (double)disk_write_saturation.estimate_ns(&fake.run) / 1e9;
		fake.job.benchmark = &disk_write_steady;
		steady_s = (double)disk_write_steady.estimate_ns(&fake.run) / 1e9;
		check_row(row, saturation_s > 0.75 * rows[row].saturation_s);
		check_row(row, saturation_s < 1.25 * rows[row].saturation_s);
		check_row(row, steady_s > 0.75 * rows[row].steady_s);
		check_row(row, steady_s < 1.25 * rows[row].steady_s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(saturation_goes_on_until_it_is_steady),
		cmocka_unit_test(saturation_ends_at_four_times_the_capacity),
		cmocka_unit_test(rounds_go_on_until_they_are_steady),
		cmocka_unit_test(after_25_rounds_it_is_not_steady),
		cmocka_unit_test(time_and_bytes_bound_the_rounds),
		cmocka_unit_test(the_whole_matrix_is_for_the_full_plan),
		cmocka_unit_test(long_writers_end_when_the_disk_has_settled),
	};

	return cmocka_run_group_tests(tests, fake_engine_setup, fake_engine_teardown);
}
