/* SPDX-License-Identifier: MIT */
/* test_iometer_run.c - loads of Iometer on plain files: regions, limits, several at once */

#include "tests/unit/check.h"

#include "bench/iometer/iometer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_BYTES MIB(8)
#define FILES 2

static char paths[FILES][32]; /* below /var/tmp: /tmp may be in memory, without direct reads */
static struct iometer_target targets[FILES];
static struct iometer_load load;
static struct iometer_outcome outcome;
static uint64_t ramp_ns, run_ns;
static char why[256];

/* Files with something in them. */
static int make_files(void **state)
{
	static unsigned char block[MIB(1)];
	static const struct machine nothing; /* large */

	(void)state;
	memset(block, 0x55, sizeof(block));
	for (unsigned i = 0; i < FILES; i++) {
		int fd;

		snprintf(paths[i], sizeof(paths[i]), "/var/tmp/assay-XXXXXX");
		fd = mkstemp(paths[i]);
		if (fd < 0)
			return -1;
		for (uint64_t done = 0; done < FILE_BYTES; done += sizeof(block))
			if (write(fd, block, sizeof(block)) != sizeof(block))
				return -1;
		close(fd);
		if (iometer_target_open(&targets[i], &nothing, paths[i], true, 100, why,
		                        sizeof(why)))
			return -1;
	}
	memset(&outcome, 0, sizeof(outcome));
	ramp_ns = MS(2);
	run_ns = MS(20);
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	iometer_outcome_free(&outcome);
	for (unsigned i = 0; i < FILES; i++) {
		close(targets[i].fd);
		unlink(paths[i]);
	}
	return 0;
}

static int go(const char *profile, uint32_t block_bytes, unsigned workers, unsigned count)
{
	const struct iometer_timing timing = { ramp_ns, run_ns, 4 };

	load = (struct iometer_load){ iometer_profile_find(profile), block_bytes, workers, 4 };
	return iometer_run(&load, targets, count, &timing, &outcome, why, sizeof(why));
}

/* How many of the bytes from @start on are not as make_files() left them. */
static uint64_t count_changed(unsigned file, uint64_t start, uint64_t bytes)
{
	static unsigned char block[FILE_BYTES];
	int fd = open(paths[file], O_RDONLY);
	uint64_t changed = 0;

	assert_true(fd >= 0);
	assert_int_equal(pread(fd, block, bytes, (off_t)start), bytes);
	close(fd);
	for (uint64_t i = 0; i < bytes; i++)
		changed += block[i] != 0x55;
	return changed;
}

static void opens_files(void **state)
{
	static const struct machine nothing;
	struct iometer_target target;

	(void)state;
	assert_int_equal(targets[0].region_bytes, FILE_BYTES);
	assert_int_equal(targets[0].sector_bytes, 512);
	assert_string_equal(targets[0].name, paths[0]);
	assert_false(targets[0].unwritten);
	assert_int_equal(truncate(paths[0], 100 * FILE_BYTES), 0);
	assert_int_equal(
	    iometer_target_open(&target, &nothing, paths[0], false, 8, why, sizeof(why)), 0);
	close(target.fd);
	assert_true(target.unwritten);
	assert_int_equal(target.region_bytes, 8 * FILE_BYTES);
	assert_true(iometer_target_open(&target, &nothing, "/nowhere/at-all", false, 8, why,
	                                sizeof(why)) < 0);
	assert_non_null(strstr(why, "/nowhere/at-all"));
}

static void reads_and_counts(void **state)
{
	struct iometer_point point, one, other;
	double rates = 0;

	(void)state;
	assert_int_equal(go("rndread", KIB(4), 1, FILES), 0);
	assert_false(outcome.cut);
	assert_int_equal(outcome.rate_count, 4);
	for (unsigned i = 0; i < outcome.rate_count; i++)
		rates += outcome.rates[i] / outcome.rate_count;
	iometer_point_make(&outcome, &load, IOMETER_ALL, &point);
	assert_int_equal(point.depth, FILES * 4);
	assert_true(point.iops > 0 && point.average_ns > 0);
	assert_true(point.p99_ns <= point.max_ns * 1.01);
	assert_true(point.bytes_per_s == point.iops * KIB(4));
	assert_true(rates > point.iops / 10 && rates < point.iops * 10);
	assert_true(outcome.works[0].elapsed_ns >= MS(20));
	iometer_point_make(&outcome, &load, 0, &one);
	iometer_point_make(&outcome, &load, 1, &other);
	assert_int_equal(one.depth, 4);
	assert_true(one.iops > 0 && other.iops > 0);
	/* less by as much as one has gone on for longer than the other */
	assert_true(point.iops < (one.iops + other.iops) * 1.001);
	for (unsigned i = 0; i < FILES; i++)
		check_row(i, count_changed(i, 0, FILE_BYTES) == 0);
}

static void mixes_as_the_load_says(void **state)
{
	struct io_outcome *work;
	uint64_t reads, writes;

	(void)state;
	ramp_ns = 0;
	run_ns = SECONDS(60); /* it ends when it has written so much */
	targets[0].write_bytes = MIB(1);
	assert_int_equal(go("fileserver", 0, 1, 1), 0);
	work = &outcome.works[0];
	reads = work->tally[IO_READ].ios;
	writes = work->tally[IO_WRITE].ios;
	/* 95 writes or so, of 11.08 KiB on average, and four times as many reads */
	assert_true(writes > 40 && writes < 240);
	assert_true(reads > 3 * writes && reads < 6 * writes);
	assert_true(writes > 0 && work->tally[IO_WRITE].bytes >= writes * 512);
	assert_true(work->tally[IO_WRITE].bytes <= writes * KIB(64));
}

/* Two workers write in order, so much each: from the start of a half each. */
static void gives_each_stream_a_region(void **state)
{
	(void)state;
	ramp_ns = 0; /* what it writes would not be counted */
	run_ns = SECONDS(60);
	targets[0].write_bytes = 2 * KIB(64);
	assert_int_equal(go("streamwrite", KIB(32), 2, 1), 0);
	assert_true(outcome.cut);
	assert_int_equal(outcome.works[0].tally[IO_WRITE].bytes, KIB(64));
	assert_int_equal(outcome.works[1].tally[IO_WRITE].bytes, KIB(64));
	assert_true(count_changed(0, 0, KIB(64)) > KIB(60));
	assert_true(count_changed(0, FILE_BYTES / 2, KIB(64)) > KIB(60));
	assert_int_equal(count_changed(0, KIB(64), FILE_BYTES / 2 - KIB(64)), 0);
	assert_int_equal(count_changed(0, FILE_BYTES / 2 + KIB(64), FILE_BYTES / 2 - KIB(64)), 0);
	assert_int_equal(count_changed(1, 0, FILE_BYTES), 0);
}

/* Then there is nothing left to write, and no other number. */
static void counts_a_ramp_that_wrote_all(void **state)
{
	(void)state;
	ramp_ns = SECONDS(60); /* it ends long before */
	targets[0].write_bytes = KIB(64);
	assert_int_equal(go("rndwrite", KIB(4), 1, 1), 0);
	assert_true(outcome.cut);
	assert_int_equal(outcome.works[0].tally[IO_WRITE].bytes, KIB(64));
	assert_true(outcome.works[0].elapsed_ns > 0);
}

static void writes_nothing_that_is_not_allowed(void **state)
{
	(void)state;
	targets[0].write_bytes = 0;
	if (go("rndwrite", KIB(4), 1, 1) == 0)
		assert_int_equal(outcome.works[0].tally[IO_WRITE].ios, 0);
	assert_int_equal(count_changed(0, 0, FILE_BYTES), 0);
}

static void names_the_place_of_an_error(void **state)
{
	(void)state;
	close(targets[1].fd);
	targets[1].fd = open(paths[1], O_WRONLY);
	assert_int_equal(go("rndread", KIB(4), 1, FILES), -EIO);
	assert_true(strncmp(why, paths[1], strlen(paths[1])) == 0);
	assert_non_null(strstr(why, ": read of 4096 bytes at byte "));
}

#define on_files(test) cmocka_unit_test_setup_teardown(test, make_files, remove_files)

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_files(opens_files),
		on_files(reads_and_counts),
		on_files(mixes_as_the_load_says),
		on_files(gives_each_stream_a_region),
		on_files(counts_a_ramp_that_wrote_all),
		on_files(writes_nothing_that_is_not_allowed),
		on_files(names_the_place_of_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
