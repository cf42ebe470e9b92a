/* SPDX-License-Identifier: MIT */
/* test_iometer_jobs.c - jobs with loads of Iometer, on disks of a made-up engine */

#include "tests/unit/check.h"

#include "bench/iometer/iometer.h"
#include "bench/lib/text.h"
#include "tests/unit/fake_group.h"
#include "tests/unit/fake_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_BYTES MIB(8)
#define DISKS 2

extern const struct benchmark iometer_rndread_4k, iometer_seq1read_64k, iometer_rndwrite_4k,
    iometer_together_rndread_4k, iometer_together_oltp_4k, readahead_default, readahead_16384;

static char path[32]; /* of a file that both disks are */
static struct fake_run fake;

static int make_file(void **state)
{
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "/var/tmp/assay-XXXXXX");
	fd = mkstemp(path);
	if (fd < 0 || ftruncate(fd, FILE_BYTES) < 0)
		return -1;
	return close(fd);
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

/* A job at full length, or as short as the smoke plan makes it. */
static void make_job(const struct benchmark *benchmark, bool full)
{
	char name[40];

	fake_run_make(&fake, benchmark);
	snprintf(name, sizeof(name), "..%s", path);
	for (unsigned i = 0; i < DISKS; i++) {
		struct disk *disk = &fake.machine.disks[i];

		text_copy(disk->name, sizeof(disk->name), name);
		disk->bytes = FILE_BYTES;
		disk->logical_block_bytes = 512;
		disk->may_write = true;
	}
	fake.machine.disk_count = DISKS;
	fake.machine.memory.available_bytes = GIB(1);
	fake.job.disk = benchmark->target == TARGET_DISK || benchmark->target == TARGET_WRITE
	                    ? &fake.machine.disks[0]
	                    : NULL;
	fake.job.write_limit_bytes = benchmark->writes_bytes ? GIB(2) : 0;
	fake.pace.classic_share = full ? 1 : 0.01;
	fake.pace.classic_passes = full ? 0 : 1;
	fake_group.most_iops = 6000;
}

static void run_job(const struct benchmark *benchmark)
{
	assert_int_equal(benchmark->prepare(&fake.run), 0);
	assert_int_equal(benchmark->measure(&fake.run), 0);
	if (benchmark->verify)
		assert_int_equal(benchmark->verify(&fake.run), 0);
}

static double value_of(const char *name)
{
	const struct metric *metric = fake_run_metric(&fake, name);

	return metric ? metric->samples[0] : NAN;
}

static void check_near(const char *name, double expected)
{
	double got = value_of(name);

	if (fabs(got - expected) <= 0.01 * expected)
		return;
	print_error("%s is %g, expected %g\n", name, got, expected);
	_fail(__FILE__, __LINE__);
}

static void a_sweep_finds_what_the_disk_can(void **state)
{
	(void)state;
	make_job(&iometer_rndread_4k, true);
	run_job(&iometer_rndread_4k);
	check_near("iops_q1", 1000);
	check_near("iops_q2", 2000);
	check_near("iops_q128", 4000);
	check_near("iops_peak", 4000);
	check_near("throughput_peak", 4000 * 4096);
	check_near("depth_peak", 4);
	check_near("latency_peak", 1e6);
	check_near("iops_15ms", 4000); /* between 32 in flight at 8 ms and 64 at 16 */
	assert_int_equal(fake_run_metric(&fake, "iops_q8")->sample_count, 3);
	assert_string_equal(fake_run_param(&fake, "reach_15ms"), "reached");
	assert_string_equal(fake_run_param(&fake, "point_s"), "35");
	assert_true(strtod(fake_run_param(&fake, "little_deviation"), NULL) < 0.01);
	/* floor(8 % of 16384 sectors) */
	assert_string_equal(fake_run_param(&fake, "region_bytes"), "670720");
	assert_int_equal(fake.result.grids[0].columns, 8);
	assert_string_equal(fake.result.grids[0].name, "latency");
	assert_true(fake.result.grids[0].x[6] == 64);
	assert_true(fabs(fake.result.grids[0].values[6] - 16e6) < 16e4);
	assert_true(fabs(fake.result.grids[1].values[6] - 16e6) < 16e4);
}

static void what_is_known_is_shown_between_two_depths(void **state)
{
	(void)state;
	make_job(&iometer_rndread_4k, true);
	fake_run_watch(&fake);
	run_job(&iometer_rndread_4k);
	/* once when the disk is opened, then before each depth; the last is not known then */
	assert_int_equal(fake_shown.count, 1 + 8);
	assert_int_equal(fake_shown.metrics, 7);
	make_job(&iometer_together_rndread_4k, true);
	fake_run_watch(&fake);
	run_job(&iometer_together_rndread_4k);
	assert_int_equal(fake_shown.count, DISKS + 1); /* each alone, then both */
	assert_int_equal(fake_shown.metrics, 1);
}

static void a_short_plan_has_few_depths(void **state)
{
	(void)state;
	make_job(&iometer_rndread_4k, false);
	run_job(&iometer_rndread_4k);
	check_near("iops_q1", 1000);
	check_near("iops_q8", 4000);
	check_near("iops_q128", 4000);
	assert_int_equal(fake.result.grids[0].columns, 3);
	make_job(&iometer_seq1read_64k, true);
	run_job(&iometer_seq1read_64k);
	check_near("depth_peak", 1);
	assert_int_equal(fake.result.grids[0].columns, 1);
	assert_string_equal(fake_run_param(&fake, "reach_15ms"), "at-least");
}

/* Of an I/O that takes longer than a slice, no slice says that there was none. */
static void a_slow_disk_has_no_rate_of_none(void **state)
{
	const struct metric *metric;

	(void)state;
	make_job(&iometer_rndread_4k, false);
	fake_group.most_iops = 5;
	run_job(&iometer_rndread_4k);
	metric = fake_run_metric(&fake, "iops_q8");
	assert_true(metric->sample_count > 0);
	for (unsigned i = 0; i < metric->sample_count; i++)
		check_row(i, metric->samples[i] > 0 && isfinite(metric->samples[i]));
}

static void leaves_out_what_does_not_fit_into_memory(void **state)
{
	(void)state;
	make_job(&iometer_rndread_4k, true);
	fake.machine.memory.available_bytes = KIB(4) * 2 * 16;
	run_job(&iometer_rndread_4k);
	assert_int_equal(fake.result.grids[0].columns, 5);
	assert_true(fake.result.warnings & WARN_SHORT_REGION);
}

static void keeps_to_what_may_be_written(void **state)
{
	(void)state;
	make_job(&iometer_rndwrite_4k, true);
	run_job(&iometer_rndwrite_4k);
	check_near("iops_peak", 4000);
	/* 2 GiB for 8 depths is 65536 blocks each: enough for 35 s of 1000 IOPS, not of 2000 */
	assert_string_equal(fake_run_param(&fake, "write_limit_met_at_depth"), "2");
	assert_true(fake_group.works[0].write_limit_bytes == MIB(256));
	assert_true(iometer_rndwrite_4k.writes_bytes(&fake.run) == GIB(1));
	fake.machine.disks[0].bytes = GIB(100);
	assert_true(iometer_rndwrite_4k.writes_bytes(&fake.run) == GIB(8));

	make_job(&iometer_rndwrite_4k, true);
	fake.machine.disks[0].may_write = false;
	assert_int_not_equal(iometer_rndwrite_4k.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
}

/* 0.35 s at 600 MB/s, and 128 x 4 KiB in flight; together, a third of 3 s for each of 3 parts. */
static void a_short_plan_writes_little(void **state)
{
	(void)state;
	make_job(&iometer_rndwrite_4k, false);
	fake.machine.disks[0].bytes = GIB(100);
	strcpy(fake.machine.disks[0].transport, "sata");
	assert_in_range(iometer_rndwrite_4k.writes_bytes(&fake.run), 210000000 + 524287,
	                210000000 + 524289);
	make_job(&iometer_together_oltp_4k, false);
	for (unsigned i = 0; i < DISKS; i++) {
		fake.machine.disks[i].bytes = GIB(1000);
		strcpy(fake.machine.disks[i].transport, "sata");
	}
	assert_in_range(iometer_together_oltp_4k.writes_bytes(&fake.run), 1200000000 + 131071,
	                1200000000 + 131073);
	assert_int_equal(iometer_together_oltp_4k.estimate_ns(&fake.run), SECONDS(3));
}

static void together_shows_a_shared_bottleneck(void **state)
{
	static const struct benchmark *const benchmarks_together[] = { &iometer_together_rndread_4k,
		                                                       &iometer_together_oltp_4k };

	(void)state;
	for (size_t i = 0; i < countof(benchmarks_together); i++) {
		make_job(benchmarks_together[i], true);
		run_job(benchmarks_together[i]);
		check_near("ratio", 0.75);
		check_near("iops_alone", 8000);
		check_near("iops_together", 6000);
		check_near("throughput_together", 6000 * 4096);
		assert_string_not_equal(fake_run_param(&fake, "bottleneck"), "");
		assert_int_equal(fake.result.grids[0].columns, 2);
		check_row(i, fabs(fake.result.grids[1].values[1] - 0.75) < 0.01);
	}
	make_job(&iometer_together_rndread_4k, false);
	fake_group.most_iops = 8000;
	run_job(&iometer_together_rndread_4k);
	check_near("ratio", 1);
	assert_string_equal(fake_run_param(&fake, "bottleneck"), "");
	make_job(&iometer_together_rndread_4k, false);
	fake_group.most_iops = 4000; /* a second disk brings nothing */
	run_job(&iometer_together_rndread_4k);
	assert_string_equal(fake_run_param(&fake, "disks_to_saturate"), "1");

	make_job(&iometer_together_rndread_4k, false);
	fake.machine.disks[1].silent = true;
	assert_int_not_equal(iometer_together_rndread_4k.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
}

static void reads_ahead(void **state)
{
	(void)state;
	make_job(&readahead_default, false);
	run_job(&readahead_default);
	assert_int_equal(fake_run_metric(&fake, "throughput")->sample_count, 3);

	make_job(&readahead_16384, false); /* a file has no queue to set */
	assert_int_equal(readahead_16384.prepare(&fake.run), 0);
	assert_int_not_equal(readahead_16384.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sweep_finds_what_the_disk_can),
		cmocka_unit_test(what_is_known_is_shown_between_two_depths),
		cmocka_unit_test(a_short_plan_has_few_depths),
		cmocka_unit_test(a_slow_disk_has_no_rate_of_none),
		cmocka_unit_test(leaves_out_what_does_not_fit_into_memory),
		cmocka_unit_test(keeps_to_what_may_be_written),
		cmocka_unit_test(a_short_plan_writes_little),
		cmocka_unit_test(together_shows_a_shared_bottleneck),
		cmocka_unit_test(reads_ahead),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
