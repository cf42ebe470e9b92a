/* SPDX-License-Identifier: MIT */
/* test_fio_run.c - jobs of fio on files: layout, what is done, verify, time, logs */

#include "tests/unit/check.h"

#include "bench/fio/fio_words.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_fio.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct fake_files files;
static struct fake_fio fake;
static char why[512];
static unsigned laid_out;

static int setup(void **state)
{
	(void)state;
	fake_files_make(&files);
	memset(&fake.run, 0, sizeof(fake.run));
	laid_out = 0;
	return chdir(files.root);
}

static int teardown(void **state)
{
	(void)state;
	fio_end(&fake.run);
	fake_files_remove(&files);
	return chdir("/");
}

/* Returns what fio_plan() returns. */
static int plan(const char *line)
{
	return fake_fio_plan(&fake, line, why, sizeof(why));
}

static void count_layout(const struct fio_thread *thread)
{
	laid_out += thread->lay_out_bytes > 0;
}

/* Plan and run; every thread ends well. */
static void go(const char *line)
{
	if (plan(line) != 0 || fio_run(&fake.run, count_layout, why, sizeof(why)) != 0)
		print_error("%s\n", why);
	assert_string_equal(why, "");
	for (unsigned i = 0; i < fake.run.thread_count; i++) {
		if (fake.run.threads[i].error)
			print_error("%s\n", fake.run.threads[i].why);
		assert_int_equal(fake.run.threads[i].error, 0);
	}
}

static const struct io_tally *tally(unsigned thread, enum io_direction direction)
{
	return &fake.run.threads[thread].outcome.tally[direction];
}

static void reading_lays_out_first(void **state)
{
	struct stat stat_of;
	char *content;
	size_t size, zeroes = 0;

	(void)state;
	fake_files_put(&files, "/f", "kept", 4);
	go("--name=a --filename=f --size=300k --bs=4k --numjobs=2");
	assert_int_equal(laid_out, 1);
	assert_int_equal(stat("f", &stat_of), 0);
	assert_int_equal(stat_of.st_size, 300 << 10);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tally(i, IO_READ)->ios, 75);
		assert_int_equal(tally(i, IO_READ)->bytes, 300 << 10);
		assert_true(fake.run.threads[i].runtime_ms[IO_READ] >= 1);
		assert_int_equal(fake.run.threads[i].runtime_ms[IO_WRITE], 0);
		assert_true(fake.run.threads[i].tid > 0);
	}
	content = fake_files_get(&files, "/f", &size);
	assert_memory_equal(content, "kept", 4);
	for (size_t i = 4096; i < size; i++)
		zeroes += content[i] == '\0';
	assert_true(zeroes < size / 64); /* random content has one in 256 */
	free(content);
}

static void writing_makes_files_of_its_own(void **state)
{
	struct stat stat_of;

	(void)state;
	go("--name=w --rw=randwrite --size=256k --bs=16k --numjobs=2 --fsync=4 --end_fsync=1");
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tally(i, IO_WRITE)->bytes, 256 << 10);
		assert_true(fake.run.threads[i].outcome.sync.count >= 3);
	}
	assert_int_equal(stat("w.0.0", &stat_of), 0);
	assert_int_equal(stat_of.st_size, 256 << 10);
	assert_int_equal(stat("w.1.0", &stat_of), 0);
}

static void verify_reads_what_was_written(void **state)
{
	(void)state;
	go("--name=v --rw=randwrite --size=256k --verify=crc32c");
	assert_int_equal(tally(0, IO_WRITE)->ios, 64);
	assert_int_equal(tally(0, IO_READ)->ios, 64);
	assert_true(fake.run.threads[0].runtime_ms[IO_READ] >= 1);
}

/* Bytes that are not as they were written are found at their place. */
static void verify_finds_a_wrong_byte(void **state)
{
	FILE *file;
	int byte;

	(void)state;
	go("--name=v --rw=write --size=256k --verify=crc32c --do_verify=0 --filename=f");
	fio_end(&fake.run);
	file = fopen("f", "r+e");
	assert_non_null(file);
	fseek(file, 5 * 4096 + 100, SEEK_SET);
	byte = fgetc(file);
	fseek(file, -1, SEEK_CUR);
	fputc(byte ^ 1, file);
	fclose(file);
	assert_int_equal(plan("--name=v --rw=read --size=256k --verify=crc32c --filename=f"), 0);
	assert_int_equal(fio_run(&fake.run, NULL, why, sizeof(why)), 0);
	assert_int_equal(fake.run.threads[0].error, EBADMSG);
	assert_string_equal(fake.run.threads[0].why,
	                    "verify: other bytes than were written at offset 20580");
}

static void time_ends_a_job_and_ramp_does_not_count(void **state)
{
	const struct fio_thread *thread;

	(void)state;
	go("--name=t --ioengine=null --size=1m --time_based --runtime=60ms --ramp_time=40ms "
	   "--bwavgtime=10 --rate_iops=1000");
	thread = &fake.run.threads[0];
	assert_true(thread->elapsed_ms >= 60);
	/* 1,000 a second for 60 ms, however long the machine was away */
	assert_true(tally(0, IO_READ)->ios <= 2 * thread->elapsed_ms);
	assert_true(thread->rates[IO_READ].bw_kib_per_s.count >= 1);
}

static void phases_follow_each_other(void **state)
{
	(void)state;
	go("--filename=f --size=64k --name=w --rw=write --name=r --stonewall --rw=read");
	assert_int_equal(tally(0, IO_WRITE)->bytes, 65536);
	assert_int_equal(tally(1, IO_READ)->bytes, 65536);
}

static unsigned lines_of(const char *path, char *first, size_t first_size)
{
	FILE *file = fopen(path, "re");
	char line[65536];
	unsigned lines = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		if (lines++ == 0)
			snprintf(first, first_size, "%s", line);
	fclose(file);
	return lines;
}

static void logs_of_each_io(void **state)
{
	uint64_t time, value, offset;
	char first[256];
	unsigned direction, bytes, priority;

	(void)state;
	go("--name=l --rw=write --size=64k --bs=8k --write_bw_log --write_lat_log=own "
	   "--write_iops_log --log_offset=1");
	assert_int_equal(lines_of("l_bw.1.log", first, sizeof(first)), 8);
	assert_int_equal(lines_of("own_lat.1.log", first, sizeof(first)), 8);
	assert_int_equal(lines_of("own_slat.1.log", first, sizeof(first)), 0); /* none of psync */
	assert_int_equal(lines_of("own_clat.1.log", first, sizeof(first)), 8);
	assert_int_equal(sscanf(first, "%lu, %lu, %u, %u, %lu, %u", &time, &value, &direction,
	                        &bytes, &offset, &priority),
	                 6);
	assert_int_equal(direction, 1);
	assert_int_equal(bytes, 8192);
	assert_int_equal(offset, 0);
	assert_int_equal(lines_of("l_iops.1.log", first, sizeof(first)), 8);
	assert_int_equal(sscanf(first, "%lu, %lu", &time, &value), 2);
	assert_int_equal(value, 1);
}

static void a_log_that_cannot_be_written(void **state)
{
	(void)state;
	assert_int_equal(plan("--name=l --ioengine=null --size=64k --write_bw_log=no/x"), 0);
	assert_int_equal(fio_run(&fake.run, NULL, why, sizeof(why)), 0);
	assert_int_equal(fake.run.threads[0].error, ENOENT);
	assert_non_null(strstr(fake.run.threads[0].why, "no/x_bw.1.log: "));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(reading_lays_out_first),
		TEST(writing_makes_files_of_its_own),
		TEST(verify_reads_what_was_written),
		TEST(verify_finds_a_wrong_byte),
		TEST(time_ends_a_job_and_ramp_does_not_count),
		TEST(phases_follow_each_other),
		TEST(logs_of_each_io),
		TEST(a_log_that_cannot_be_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
