/* SPDX-License-Identifier: MIT */
/* test_bench_disk.c - the disk benchmarks against a file: numbers, wrong data, missing data */

#include "tests/unit/check.h"

#include "bench/disk/probe.h"
#include "tests/unit/fake_run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DISK_BYTES MIB(8)
#define BLOCK_BYTES 4096

extern const struct benchmark disk_read_sequential, disk_read_random, disk_read_latency;

static const struct benchmark *const readers[] = { &disk_read_sequential, &disk_read_random,
	                                           &disk_read_latency };
static struct fake_run fake;
static char path[] = "/var/tmp/assay-XXXXXX"; /* /tmp may be in memory: no direct reads */

/* Each 8 bytes hold their own offset, exclusive-or'ed with @twist. */
static void write_pattern(uint64_t twist)
{
	static uint64_t block[BLOCK_BYTES / sizeof(uint64_t)];
	int fd = open(path, O_WRONLY | O_TRUNC);

	assert_true(fd >= 0);
	for (uint64_t offset = 0; offset < DISK_BYTES; offset += BLOCK_BYTES) {
		for (size_t i = 0; i < countof(block); i++)
			block[i] = (offset + i * sizeof(block[0])) ^ twist;
		assert_int_equal(write(fd, block, BLOCK_BYTES), BLOCK_BYTES);
	}
	assert_int_equal(fsync(fd), 0);
	close(fd);
}

static int make_file(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	if (fd < 0)
		return -1;
	close(fd);
	return 0;
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

/* Prepare @benchmark on the file; where there is no direct reading, skip the test. */
static void prepare(const struct benchmark *benchmark)
{
	char name[32];

	snprintf(name, sizeof(name), "..%s", path);
	fake_run_make(&fake, benchmark);
	fake_run_disk(&fake, name, DISK_BYTES);
	if (benchmark->prepare(&fake.run) == 0)
		return;
	print_message("%s\n", fake.result.reason);
	if (fake.result.status == STATUS_SKIPPED || strstr(fake.result.reason, strerror(EINVAL)))
		_skip(__FILE__, __LINE__);
	_fail(__FILE__, __LINE__);
}

static void gives_numbers(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		const char *metrics[3];
		const char *block_bytes, *depth, *pattern;
	} rows[] = {
		{ &disk_read_sequential, { "throughput" }, "1048576", "8", "sequential" },
		{ &disk_read_random,
		  { "rate", "latency_p50", "latency_p99" },
		  "4096",
		  "32",
		  "random" },
		{ &disk_read_latency, { "latency_p50", "latency_p99" }, "4096", "1", "random" },
	};

	(void)state;
	write_pattern(0);
	for (size_t i = 0; i < countof(rows); i++) {
		prepare(rows[i].benchmark);
		check_row(i, rows[i].benchmark->measure(&fake.run) == 0);
		check_row(i, rows[i].benchmark->verify(&fake.run) == 0);
		check_row(i, fake.result.reason[0] == '\0');
		for (size_t j = 0; j < countof(rows[i].metrics) && rows[i].metrics[j]; j++) {
			const struct metric *metric = fake_run_metric(&fake, rows[i].metrics[j]);

			check_row(i, metric && metric->sample_count == 3);
			check_row(i, metric && metric->samples[0] > 0 && metric->samples[2] > 0);
		}
		assert_string_equal(fake_run_param(&fake, "block_bytes"), rows[i].block_bytes);
		assert_string_equal(fake_run_param(&fake, "depth"), rows[i].depth);
		assert_string_equal(fake_run_param(&fake, "pattern"), rows[i].pattern);
		assert_string_equal(fake_run_param(&fake, "engine"), "io_uring");
		assert_string_equal(fake_run_param(&fake, "region_bytes"), "8388608");
	}
}

static void takes_larger_blocks_for_a_disk_that_has_them(void **state)
{
	(void)state;
	write_pattern(0);
	prepare(&disk_read_random);
	fake.result.param_count = 0;
	fake.machine.disks[0].logical_block_bytes = 16384;
	assert_int_equal(disk_read_random.prepare(&fake.run), 0);
	assert_int_equal(disk_read_random.measure(&fake.run), 0);
	assert_int_equal(disk_read_random.verify(&fake.run), 0);
	assert_string_equal(fake_run_param(&fake, "block_bytes"), "16384");
}

static void the_probe_reads_from_all_over_the_disk(void **state)
{
	struct probe probe;
	uint64_t least = UINT64_MAX, most = 0;
	int fd;

	(void)state;
	write_pattern(0);
	prepare(&disk_read_latency);
	fd = open(path, O_RDONLY | O_DIRECT);
	assert_true(fd >= 0);
	assert_int_equal(probe_take(&fake.run, fd, &probe), 0);
	assert_int_equal(probe.block_bytes, BLOCK_BYTES);
	for (int i = 0; i < 16; i++) {
		uint64_t offset; /* as the data say */

		memcpy(&offset, probe.before + i * BLOCK_BYTES, sizeof(offset));
		check_row(i, offset % BLOCK_BYTES == 0 && offset < DISK_BYTES);
		least = offset < least ? offset : least;
		most = offset > most ? offset : most;
	}
	assert_true(least < DISK_BYTES / 4 && most > DISK_BYTES / 4 * 3);
	assert_int_equal(probe_compare(&fake.run, fd, &probe), 0);
	close(fd);
}

static void data_that_change_are_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(readers); i++) {
		unsigned long long offset = 0;

		write_pattern(0);
		prepare(readers[i]);
		check_row(i, readers[i]->measure(&fake.run) == 0);
		write_pattern((uint64_t)0x80 << 24); /* the fourth byte of each eight */
		check_row(i, readers[i]->verify(&fake.run) != 0);
		check_row(i, fake.result.status == STATUS_FAILED);
		check_row(i, sscanf(fake.result.reason,
		                    "two reads of byte %llu differ: 00, then 80", &offset) == 1);
		check_row(i, offset % BLOCK_BYTES == 3 && offset < DISK_BYTES);
	}
}

static void data_of_a_disk_in_use_may_change(void **state)
{
	(void)state;
	write_pattern(0);
	prepare(&disk_read_latency);
	strcpy(fake.machine.disks[0].in_use_because, "mounted on /");
	write_pattern(1);
	assert_int_equal(disk_read_latency.verify(&fake.run), 0);
}

/* The disk says 8 MiB and has a block less: the first read that touches it is named. */
static void a_disk_shorter_than_it_says_is_found(void **state)
{
	(void)state;
	write_pattern(0);
	assert_int_equal(truncate(path, DISK_BYTES - BLOCK_BYTES), 0);
	prepare(&disk_read_sequential);
	fake.pace.sample_ns = MS(10000); /* the end of the disk comes first */
	assert_int_not_equal(disk_read_sequential.measure(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason,
	                    "read of 1048576 bytes at byte 7340032: got only 1044480");
}

static void reads_that_fail_are_named_with_their_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(readers); i++) {
		unsigned bytes = 0;
		unsigned long long offset = 0;

		write_pattern(0);
		prepare(readers[i]);
		assert_int_equal(truncate(path, DISK_BYTES / 2), 0);
		fake.pace.sample_ns = MS(10000);
		check_row(i, readers[i]->measure(&fake.run) != 0);
		check_row(i, fake.result.status == STATUS_FAILED);
		check_row(i, sscanf(fake.result.reason, "read of %u bytes at byte %llu: got only 0",
		                    &bytes, &offset) == 2);
		check_row(i, offset >= DISK_BYTES / 2 && offset < DISK_BYTES);
		check_row(i, bytes == (i == 0 ? MIB(1) : BLOCK_BYTES));
	}
}

static void a_disk_that_cannot_be_opened_is_told(void **state)
{
	(void)state;
	fake_run_make(&fake, &disk_read_latency);
	fake_run_disk(&fake, "no/such/disk", DISK_BYTES);
	assert_int_not_equal(disk_read_latency.prepare(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason,
	                    "/dev/no/such/disk: open: No such file or directory");
}

/* A disk that has died inside often answers, and says that it has no blocks. */
static void a_disk_smaller_than_a_block_is_told(void **state)
{
	static const struct {
		uint64_t bytes;
		bool removable;
		enum status status;
		const char *reason;
	} rows[] = { { MIB(1) - 512, false, STATUS_SKIPPED, "has 1048064 bytes, less than one" },
		     { 0, false, STATUS_FAILED, "no capacity" },
		     { 0, true, STATUS_SKIPPED, "has 0 bytes" } };

	(void)state;
	write_pattern(0);
	for (size_t i = 0; i < countof(rows); i++) {
		prepare(&disk_read_sequential);
		fake.machine.disks[0].bytes = rows[i].bytes;
		fake.machine.disks[0].removable = rows[i].removable;
		check_row(i, disk_read_sequential.prepare(&fake.run) != 0);
		check_row(i, fake.result.status == rows[i].status);
		check_row(i, strstr(fake.result.reason, rows[i].reason));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_numbers),
		cmocka_unit_test(takes_larger_blocks_for_a_disk_that_has_them),
		cmocka_unit_test(the_probe_reads_from_all_over_the_disk),
		cmocka_unit_test(data_that_change_are_found),
		cmocka_unit_test(data_of_a_disk_in_use_may_change),
		cmocka_unit_test(a_disk_shorter_than_it_says_is_found),
		cmocka_unit_test(reads_that_fail_are_named_with_their_place),
		cmocka_unit_test(a_disk_that_cannot_be_opened_is_told),
		cmocka_unit_test(a_disk_smaller_than_a_block_is_told),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
