/* SPDX-License-Identifier: MIT */
/* test_disk_write.c - the benchmarks that write, seek or read many disks, against plain files */

#include "tests/unit/check.h"

#include "bench/disk/trial.h"
#include "tests/unit/fake_door.h"
#include "tests/unit/fake_run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DISK_BYTES MIB(16)
#define BLOCK_BYTES 4096

extern const struct benchmark disk_write_sequential, disk_write_random, disk_write_latency,
    disk_write_saturation, disk_write_steady, disk_seek, disk_together, disk_profile,
    disk_read_tail;

static const struct benchmark *const writers[] = { &disk_write_sequential, &disk_write_random,
	                                           &disk_write_latency, &disk_write_saturation,
	                                           &disk_write_steady };
static struct fake_run fake;
static char paths[2][24] = { "/var/tmp/assay-XXXXXX", "/var/tmp/assay-XXXXXX" };

/* Files that take no room: what is written to them does. */
static int make_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(paths); i++) {
		int fd = mkstemp(paths[i]);

		if (fd < 0 || ftruncate(fd, DISK_BYTES) < 0 || close(fd) < 0)
			return -1;
	}
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	return unlink(paths[0]) + unlink(paths[1]);
}

static void set_disk(unsigned number)
{
	struct disk *disk = &fake.machine.disks[number];

	snprintf(disk->name, sizeof(disk->name), "..%s", paths[number]);
	disk->bytes = DISK_BYTES;
	disk->logical_block_bytes = 512;
	disk->rotational = true;
	disk->may_write = true;
}

/* On the first file, with 20 ms for what has a time of its own. */
static void prepare(const struct benchmark *benchmark, uint64_t limit_bytes)
{
	fake_run_make(&fake, benchmark);
	set_disk(0);
	set_disk(1);
	fake.machine.disk_count = 2;
	fake.job.disk = &fake.machine.disks[0];
	fake.job.write_limit_bytes = limit_bytes;
	fake.pace.classic_passes = 1;
	fake.pace.classic_share =
	    benchmark->classic.pass_s > 0 ? 0.02 / benchmark->classic.pass_s : 1;
	if (benchmark->prepare(&fake.run) == 0)
		return;
	print_message("%s\n", fake.result.reason);
	if (fake.result.status == STATUS_SKIPPED || strstr(fake.result.reason, strerror(EINVAL)))
		_skip(__FILE__, __LINE__);
	_fail(__FILE__, __LINE__);
}

static void all_writers_give_numbers(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(writers); i++) {
		prepare(writers[i], GIB(1));
		check_row(i, writers[i]->measure(&fake.run) == 0);
		check_row(i, writers[i]->verify(&fake.run) == 0);
		check_row(i, fake.result.metric_count > 0);
		for (unsigned j = 0; j < fake.result.metric_count; j++)
			check_row(i, fake.result.metrics[j].samples[0] > 0);
		check_row(i, fake_run_param(&fake, "cpu_per_io_ns")[0] != '\0');
	}
}

/*
 * SATA carries 600 MB/s. Smoke: six slices of 20 ms are 72 MB; 3 s of saturation and one more
 * round of 20 ms, 3 s of steady, one more slice and round of 9 points. In flight are 8 x 1 MiB,
 * 32 x 4 KiB, 4 KiB, 32 x 4 KiB, 32 x 1 MiB; 64 x 4 KiB are read back.
 */
static void writers_ask_for_what_they_may_write(void **state)
{
	static const struct pace smoke = {
		.sample_ns = MS(20), .samples = 5, .classic_share = 0.01, .classic_passes = 1
	};
	static const struct pace full = { .sample_ns = MS(500), .samples = 31, .classic_share = 1 };
	static const struct {
		const char *transport;
		const struct pace *pace;
		uint64_t disk_bytes, bytes[countof(writers)];
	} rows[] = {
		{ "sata",
		  &smoke,
		  GIB(1000),
		  { 80650752, 72393216, 72266240, 1812393216, 1953816576 } },
		{ "sata", &smoke, MIB(16), { 80650752, 72393216, 72266240, MIB(64), 1953816576 } },
		/* of a fast disk, the classics' own bounds */
		{ "nvme", &full, GIB(1000), { GIB(64), GIB(32), GIB(8), GIB(4000), GIB(12000) } },
		{ "", &full, MIB(16), { GIB(64), GIB(32), GIB(8), MIB(64), GIB(8) } },
	};

	(void)state;
	for (size_t row = 0; row < countof(rows); row++)
		for (size_t i = 0; i < countof(writers); i++) {
			uint64_t bytes;

			fake_run_make(&fake, writers[i]);
			set_disk(0);
			fake.pace = *rows[row].pace;
			fake.machine.disks[0].bytes = rows[row].disk_bytes;
			strcpy(fake.machine.disks[0].transport, rows[row].transport);
			fake.job.disk = &fake.machine.disks[0];
			bytes = writers[i]->writes_bytes(&fake.run);
			check_row(row, writers[i]->target == TARGET_WRITE);
			check_row(row, bytes + 1 >= rows[row].bytes[i]); /* rounded */
			check_row(row, bytes <= rows[row].bytes[i] + 1);
		}
}

static void what_is_written_cannot_be_compressed(void **state)
{
	static unsigned char blocks[2][BLOCK_BYTES];
	unsigned counts[256] = { 0 };
	int fd;

	(void)state;
	prepare(&disk_write_sequential, GIB(1));
	assert_int_equal(disk_write_sequential.measure(&fake.run), 0);
	fd = open(paths[0], O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, blocks, sizeof(blocks), 0), sizeof(blocks));
	close(fd);
	assert_memory_not_equal(blocks[0], blocks[1], BLOCK_BYTES);
	for (int i = 0; i < BLOCK_BYTES; i++)
		counts[blocks[0][i]]++;
	for (int i = 0; i < 256; i++) /* each byte 16 times, more or less */
		check_row(i, counts[i] < 48);
}

/* 10 blocks may be written to a file that has none; the file system adds one of its own. */
static void a_disk_gets_no_more_than_it_may(void **state)
{
	struct stat stat_now;

	(void)state;
	assert_int_equal(truncate(paths[0], 0), 0);
	assert_int_equal(truncate(paths[0], DISK_BYTES), 0);
	prepare(&disk_write_latency, 10 * BLOCK_BYTES + 1);
	(void)!disk_write_latency.measure(&fake.run);
	assert_int_equal(stat(paths[0], &stat_now), 0);
	assert_true(stat_now.st_blocks > 0);
	assert_true(stat_now.st_blocks * 512 <= 11 * BLOCK_BYTES);
}

static void a_disk_that_may_not_be_written_is_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(writers); i++) {
		prepare(writers[i], GIB(1));
		fake.machine.disks[0].may_write = false;
		check_row(i, writers[i]->prepare(&fake.run) != 0);
		check_row(i, fake.result.status == STATUS_SKIPPED);
	}
}

static void seeking_is_for_disks_that_turn(void **state)
{
	(void)state;
	prepare(&disk_seek, 0);
	assert_int_equal(disk_seek.measure(&fake.run), 0);
	assert_int_equal(fake.result.metric_count, 7);
	assert_string_equal(fake.result.metrics[0].name, "seek_1_64");
	assert_string_equal(fake.result.metrics[6].name, "seek_full");
	assert_int_equal(fake.result.metrics[6].sample_count, 3);
	assert_int_equal(fake.result.grids[0].columns, 7);
	assert_true(fake.result.grids[0].x[0] == DISK_BYTES / 64);
	for (int i = 0; i < 7; i++)
		check_row(i, fake.result.grids[0].values[i] > 0);

	fake.machine.disks[0].rotational = false;
	assert_int_not_equal(disk_seek.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
}

static void the_profile_covers_all_of_the_disk(void **state)
{
	(void)state;
	prepare(&disk_profile, 0);
	assert_int_equal(disk_profile.measure(&fake.run), 0);
	assert_int_equal(disk_profile.verify(&fake.run), 0);
	assert_int_equal(fake.result.grids[0].columns, 2); /* for so short a time */
	assert_true(fake.result.grids[0].x[1] == DISK_BYTES / 2);
	assert_string_equal(fake_run_param(&fake, "zone_bytes"), "8388608");
	assert_non_null(fake_run_metric(&fake, "average"));
}

static void disks_are_read_alone_and_together(void **state)
{
	static const char *const names[] = { "alone",    "together",    "ratio",
		                             "alone_4k", "together_4k", "ratio_4k" };

	(void)state;
	prepare(&disk_together, 0);
	assert_int_equal(disk_together.measure(&fake.run), 0);
	for (size_t i = 0; i < countof(names); i++) {
		const struct metric *metric = fake_run_metric(&fake, names[i]);

		check_row(i, metric && metric->sample_count == 3 && metric->samples[2] > 0);
	}
	assert_string_equal(fake_run_param(&fake, "disks"), "2");
}

static void together_takes_two(void **state)
{
	(void)state;
	prepare(&disk_together, 0);
	fake.machine.disks[1].silent = true;
	assert_int_not_equal(disk_together.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);

	/* nor one that an earlier job has waited for in vain */
	prepare(&disk_together, 0);
	fake.run.barred = (const bool[]){ false, true };
	assert_int_not_equal(disk_together.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);

	/* one that cannot be read after all is named, and needs another two */
	prepare(&disk_together, 0);
	assert_int_equal(truncate(paths[1], 0), 0);
	assert_int_not_equal(disk_together.measure(&fake.run), 0);
	assert_int_equal(truncate(paths[1], DISK_BYTES), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_non_null(strstr(fake.result.reason, fake.machine.disks[1].name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_writers_give_numbers),
		cmocka_unit_test(writers_ask_for_what_they_may_write),
		cmocka_unit_test(what_is_written_cannot_be_compressed),
		cmocka_unit_test(a_disk_gets_no_more_than_it_may),
		cmocka_unit_test(a_disk_that_may_not_be_written_is_not),
		cmocka_unit_test(seeking_is_for_disks_that_turn),
		cmocka_unit_test(the_profile_covers_all_of_the_disk),
		cmocka_unit_test(disks_are_read_alone_and_together),
		cmocka_unit_test(together_takes_two),
	};

	return cmocka_run_group_tests(tests, make_files, remove_files);
}
