/* SPDX-License-Identifier: MIT */
/* test_bench_dd.c - the benchmarks of dd and diskinfo against a file: numbers, what is written */

#include "tests/unit/check.h"

#include "tests/unit/fake_files.h"
#include "tests/unit/fake_run.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DISK_BYTES MIB(16)

extern const struct benchmark dd_read_64k, dd_read_256k, dd_read_512k, dd_read_1m;
extern const struct benchmark dd_write_64k, dd_write_256k, dd_write_512k, dd_write_1m;
extern const struct benchmark dd_file;
extern const struct benchmark diskinfo_seek_times, diskinfo_transfer_rates,
    diskinfo_command_overhead;

static struct fake_run fake;
static char path[] = "/var/tmp/assay-XXXXXX"; /* /tmp may be in memory: no direct reads */

static int make_file(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	if (fd < 0 || ftruncate(fd, DISK_BYTES) < 0)
		return -1;
	close(fd);
	return 0;
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

/* Prepare @benchmark on the file, at a hundredth of its length. Where there is no direct I/O, skip.
 */
static void prepare(const struct benchmark *benchmark)
{
	char name[32];

	snprintf(name, sizeof(name), "..%s", path);
	fake_run_make(&fake, benchmark);
	fake_run_disk(&fake, name, DISK_BYTES);
	fake.machine.disks[0].may_write = true;
	fake.job.write_limit_bytes = GIB(1);
	fake.pace.classic_share = 0.01;
	if (benchmark->prepare(&fake.run) == 0)
		return;
	print_message("%s\n", fake.result.reason);
	if (fake.result.status == STATUS_SKIPPED || strstr(fake.result.reason, "Invalid argument"))
		_skip(__FILE__, __LINE__);
	_fail(__FILE__, __LINE__);
}

static void give_numbers(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		const char *block_bytes;
	} rows[] = {
		{ &dd_read_64k, "65536" },    { &dd_read_256k, "262144" },
		{ &dd_read_512k, "524288" },  { &dd_read_1m, "1048576" },
		{ &dd_write_64k, "65536" },   { &dd_write_256k, "262144" },
		{ &dd_write_512k, "524288" }, { &dd_write_1m, "1048576" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		const struct metric *throughput;

		prepare(rows[i].benchmark);
		check_row(i, rows[i].benchmark->measure(&fake.run) == 0);
		throughput = fake_run_metric(&fake, "throughput");
		check_row(i, throughput && throughput->sample_count == 3);
		check_row(i, throughput && throughput->samples[2] > 0);
		check_row(i, fake.result.warnings & WARN_SHORT_REGION);
		assert_string_equal(fake_run_param(&fake, "block_bytes"), rows[i].block_bytes);
		/* a hundredth of 1 GiB in whole MiB */
		assert_string_equal(fake_run_param(&fake, "region_bytes"), "10485760");
		if (rows[i].benchmark->verify)
			check_row(i, rows[i].benchmark->verify(&fake.run) == 0);
	}
}

/* The sectors that are not zero, and whether two of them are alike. */
static unsigned written_sectors(bool *alike)
{
	static unsigned char content[DISK_BYTES];
	static const unsigned char zeroes[512];
	unsigned count = 0;
	int fd = open(path, O_RDONLY);

	assert_int_equal(read(fd, content, DISK_BYTES), DISK_BYTES);
	close(fd);
	*alike = false;
	for (size_t at = 0; at < DISK_BYTES; at += 512) {
		count += memcmp(content + at, zeroes, 512) != 0;
		*alike |= at > 0 && memcmp(content + at, content + at - 512, 512) == 0 &&
		          memcmp(content + at, zeroes, 512) != 0;
	}
	return count;
}

static void empty_file(void)
{
	assert_int_equal(truncate(path, 0), 0);
	assert_int_equal(truncate(path, DISK_BYTES), 0);
}

static void what_is_written_is_no_more_than_may_be(void **state)
{
	static const struct {
		uint64_t limit_bytes;
		uint64_t written_bytes; /* of the disk; three passes go over it */
	} rows[] = {
		{ GIB(1), MIB(10) },
		{ MIB(9), MIB(3) },
		{ MIB(6) - 1, MIB(1) },
	};
	bool alike;

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		empty_file();
		prepare(&dd_write_256k);
		fake.job.write_limit_bytes = rows[i].limit_bytes;
		check_row(i, dd_write_256k.measure(&fake.run) == 0);
		check_row(i, written_sectors(&alike) == rows[i].written_bytes / 512);
		check_row(i, !alike);
	}
}

static void no_room_and_no_leave(void **state)
{
	bool alike;

	(void)state;
	empty_file();
	prepare(&dd_write_64k);
	fake.job.write_limit_bytes = MIB(3) - 1;
	assert_int_not_equal(dd_write_64k.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_int_equal(written_sectors(&alike), 0);

	prepare(&dd_write_64k);
	fake.machine.disks[0].may_write = false;
	fake.result.param_count = 0;
	assert_int_not_equal(dd_write_64k.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_non_null(strstr(fake.result.reason, "may not be written"));
}

static void what_they_write_is_known_before(void **state)
{
	(void)state;
	prepare(&dd_write_1m); /* a hundredth of 1 GiB, in whole MiB */
	assert_int_equal(dd_write_1m.writes_bytes(&fake.run), 3 * MIB(10));
	fake.pace.classic_passes = 1;
	assert_int_equal(dd_write_1m.writes_bytes(&fake.run), MIB(10));
	fake.pace.classic_passes = 0;
	fake.pace.classic_share = 1;
	assert_int_equal(dd_write_1m.writes_bytes(&fake.run), 3 * DISK_BYTES);
	fake.machine.disks[0].bytes = GIB(500);
	assert_int_equal(dd_write_1m.writes_bytes(&fake.run), 3 * GIB(1));
	fake.job.benchmark = &dd_file; /* they fill nine tenths of a file system */
	assert_in_range(dd_file.writes_bytes(&fake.run), 5 * GIB(1) * 10 / 9, 6 * GIB(1));
}

/* Three passes of 1 GiB at 150 MB/s; five files of it on a disk that does 500 MB/s. */
static void how_long_they_take_follows_the_disk(void **state)
{
	(void)state;
	prepare(&dd_read_1m);
	fake.pace.classic_share = 1;
	fake.machine.disks[0].bytes = GIB(500);
	fake.machine.disks[0].rotational = true;
	assert_in_range(dd_read_1m.estimate_ns(&fake.run), MS(21400), MS(21500));
	fake.job.benchmark = &dd_file;
	fake.machine.disks[0].rotational = false;
	assert_in_range(dd_file.estimate_ns(&fake.run), MS(11000), MS(12000));
	fake.job.benchmark = &diskinfo_seek_times; /* 7 pauses; 1000 and 4896 reads at 0.1 ms */
	assert_in_range(diskinfo_seek_times.estimate_ns(&fake.run), MS(7500), MS(7700));
}

static void a_disk_shorter_than_it_says_is_found(void **state)
{
	(void)state;
	empty_file();
	prepare(&dd_read_64k);
	assert_int_equal(truncate(path, MIB(1)), 0);
	assert_int_not_equal(dd_read_64k.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_non_null(strstr(fake.result.reason, "ended after 1048576 of 10485760 bytes"));
	empty_file();
}

static void diskinfo_gives_numbers(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		const char *metrics[4];
		unsigned count;
	} rows[] = {
		{ &diskinfo_seek_times,
		  { "full_stroke", "short_backward_slowest", "sequential_outer",
		    "quarter_stroke_slowest" },
		  14 },
		{ &diskinfo_transfer_rates, { "outside", "middle", "inside" }, 3 },
		{ &diskinfo_command_overhead, { "sector", "overhead" }, 2 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		prepare(rows[i].benchmark);
		check_row(i, rows[i].benchmark->measure(&fake.run) == 0);
		check_row(i, rows[i].benchmark->verify(&fake.run) == 0);
		check_row(i, fake.result.metric_count == rows[i].count);
		for (size_t j = 0; j < countof(rows[i].metrics) && rows[i].metrics[j]; j++)
			check_row(i, fake_run_metric(&fake, rows[i].metrics[j]));
		check_row(i, fake.result.metrics[0].samples[0] > 0);
	}
}

static void diskinfo_names_what_it_cannot_read(void **state)
{
	(void)state;
	prepare(&diskinfo_seek_times);
	assert_int_equal(truncate(path, MIB(8)), 0);
	assert_int_not_equal(diskinfo_seek_times.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	/* the second read of all: the last step of the disk */
	assert_string_equal(fake.result.reason, "read of 512 bytes at byte 16760832: got only 0");
	empty_file();

	prepare(&diskinfo_transfer_rates);
	fake.machine.disks[0].bytes = MIB(1);
	assert_int_not_equal(diskinfo_transfer_rates.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
}

/* Files in a directory: of the size that there is leave for, and gone afterwards. */
static void files_come_and_go(void **state)
{
	static const struct {
		uint64_t limit_bytes;
		const char *file_bytes;
	} rows[] = { { GIB(8), "10485760" }, { MIB(12), "2097152" } };
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	for (size_t i = 0; i < countof(rows); i++) {
		fake_run_make(&fake, &dd_file);
		fake.job.directory = files.root;
		fake.job.write_limit_bytes = rows[i].limit_bytes;
		fake.pace.classic_share = 0.01;
		check_row(i, dd_file.prepare(&fake.run) == 0);
		dd_file.measure(&fake.run);
		assert_string_equal(fake.result.reason, "");
		dd_file.cleanup(&fake.run);
		check_row(i, fake_run_metric(&fake, "throughput")->sample_count == 5);
		check_row(i, fake_run_metric(&fake, "close")->sample_count == 5);
		assert_string_equal(fake_run_param(&fake, "file_bytes"), rows[i].file_bytes);
		check_row(i, rmdir(files.root) == 0); /* nothing stays in it */
		check_row(i, mkdir(files.root, 0700) == 0);
	}
	fake.job.write_limit_bytes = MIB(5) - 1;
	assert_int_equal(dd_file.prepare(&fake.run), 0);
	assert_int_not_equal(dd_file.measure(&fake.run), 0);
	dd_file.cleanup(&fake.run);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	fake_files_remove(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(give_numbers),
		cmocka_unit_test(what_is_written_is_no_more_than_may_be),
		cmocka_unit_test(no_room_and_no_leave),
		cmocka_unit_test(what_they_write_is_known_before),
		cmocka_unit_test(how_long_they_take_follows_the_disk),
		cmocka_unit_test(a_disk_shorter_than_it_says_is_found),
		cmocka_unit_test(diskinfo_gives_numbers),
		cmocka_unit_test(diskinfo_names_what_it_cannot_read),
		cmocka_unit_test(files_come_and_go),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
