/* SPDX-License-Identifier: MIT */
/* test_fio_log.c - windows of logs, histograms, rates */

#include "tests/unit/check.h"

#include "bench/fio/fio_log.h"
#include "tests/unit/fake_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define EPOCH_NS SECONDS(1000)

static struct fake_files files;
static struct fio_sampler sampler;
static struct fio_rates rates[IO_DIRECTIONS];
static struct io_outcome outcome;

static int setup(void **state)
{
	(void)state;
	memset(&sampler, 0, sizeof(sampler));
	memset(rates, 0, sizeof(rates));
	memset(&outcome, 0, sizeof(outcome));
	sampler.rates = rates;
	sampler.asynchronous = true;
	sampler.block_bytes[IO_READ] = 4096;
	sampler.bw.period_ns = sampler.iops.period_ns = MS(500);
	fake_files_make(&files);
	return chdir(files.root);
}

static int teardown(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return chdir("/");
}

static void begin(const struct fio_log_wish *wish)
{
	char why[160] = "";

	assert_int_equal(fio_sampler_open(&sampler, wish, 7, why, sizeof(why)), 0);
	fio_sampler_begin(&sampler, EPOCH_NS);
}

static void check_log(const char *path, const char *expected)
{
	size_t size;
	char *text = fake_files_get(&files, path, &size);

	assert_non_null(text);
	assert_string_equal(text, expected);
	free(text);
}

static void end_io(uint64_t end_ms, enum io_direction direction, uint64_t slat_ns, uint64_t clat_ns)
{
	uint64_t end_ns = EPOCH_NS + MS(end_ms);
	const struct io_event event = { .direction = direction,
		                        .offset_bytes = 12288,
		                        .bytes = 4096,
		                        .start_ns = end_ns - clat_ns - slat_ns,
		                        .issue_ns = end_ns - clat_ns,
		                        .end_ns = end_ns,
		                        .result = 4096 };

	fio_sampler_each(&sampler, &event);
}

static void a_line_for_each_io(void **state)
{
	const struct fio_log_wish wish = { .bw = "p", .lat = "p", .iops = "p" };
	const struct io_event failed = { .end_ns = EPOCH_NS + 1, .result = -EIO };
	const struct io_event early = { .end_ns = EPOCH_NS - 1, .result = 4096 };

	(void)state;
	begin(&wish);
	assert_true(sampler.each);
	fio_sampler_each(&sampler, &failed);
	fio_sampler_each(&sampler, &early); /* of the ramp */
	end_io(3, IO_WRITE, 1000, 7000);
	assert_int_equal(fio_sampler_close(&sampler), 0);
	check_log("/p_slat.7.log", "3, 1000, 1, 4096, 0\n");
	check_log("/p_clat.7.log", "3, 7000, 1, 4096, 0\n");
	check_log("/p_lat.7.log", "3, 8000, 1, 4096, 0\n");
	check_log("/p_bw.7.log", "3, 512000, 1, 4096, 0\n"); /* 4096 B in 8 us, in kB/s */
	check_log("/p_iops.7.log", "3, 1, 1, 4096, 0\n");
}

static void the_place_if_asked_for(void **state)
{
	const struct fio_log_wish wish = { .lat = "p", .offset = 1 };

	(void)state;
	begin(&wish);
	end_io(3, IO_READ, 1000, 7000);
	fio_sampler_close(&sampler);
	check_log("/p_clat.7.log", "3, 7000, 0, 4096, 12288, 0\n");
	assert_int_equal(access("p_bw.7.log", F_OK), -1);
}

/* A window ends with the first I/O beyond it, and is dated by its end. */
static void windows_of_latencies(void **state)
{
	struct fio_log_wish wish = { .lat = "p", .window_ms = 100 };

	(void)state;
	begin(&wish);
	end_io(10, IO_READ, 0, 1000);
	end_io(20, IO_READ, 0, 1001);
	end_io(30, IO_WRITE, 0, 5000);
	end_io(105, IO_READ, 0, 1000);
	end_io(150, IO_READ, 0, 3000);
	end_io(430, IO_READ, 0, 3000);
	fio_sampler_close(&sampler);
	check_log("/p_clat.7.log", "100, 1000, 0, 0, 0\n100, 5000, 1, 0, 0\n400, 3000, 0, 0, 0\n");
	wish.max_value = 1;
	setup(NULL);
	begin(&wish);
	end_io(10, IO_READ, 0, 1000);
	end_io(105, IO_READ, 0, 4000);
	fio_sampler_close(&sampler);
	check_log("/p_lat.7.log", "100, 4000, 0, 0, 0\n");
}

static void tick(uint64_t time_ms, uint64_t ios)
{
	outcome.tally[IO_READ].ios += ios;
	outcome.tally[IO_READ].bytes += ios * 4096;
	fio_sampler_tick(&sampler, EPOCH_NS + MS(time_ms), &outcome);
}

static void rates_of_windows(void **state)
{
	const struct fio_log_wish wish = { .bw = "p", .iops = "p", .window_ms = 250 };

	(void)state;
	begin(&wish);
	assert_int_equal(sampler.tick_ns, MS(250));
	tick(100, 7); /* too early */
	tick(250, 93);
	tick(500, 0); /* no progress: no line */
	tick(1000, 100);
	fio_sampler_close(&sampler);
	check_log("/p_bw.7.log", "250, 1600, 0, 0, 0\n1000, 800, 0, 0, 0\n");
	check_log("/p_iops.7.log", "250, 400, 0, 0, 0\n1000, 200, 0, 0, 0\n");
	assert_int_equal(rates[IO_READ].iops.count, 2);
	assert_int_equal(rates[IO_READ].iops.max, 400);
	assert_int_equal(rates[IO_WRITE].iops.count, 0);
}

/* The step that leads to all windows. */
static void ticks_of_several_windows(void **state)
{
	const struct fio_log_wish wish = {
		.bw = "p", .hist = "p", .window_ms = 200, .hist_window_ms = 700
	};

	(void)state;
	begin(&wish);
	assert_int_equal(sampler.tick_ns, MS(100)); /* 200, 500 and 700 */
	fio_sampler_close(&sampler);
}

/* Counts since the line before; fio has 1856 buckets, and the last has all that is longer. */
static void lines_of_histograms(void **state)
{
	const struct fio_log_wish wish = { .hist = "p", .hist_window_ms = 500 };
	struct histogram *histogram = &outcome.tally[IO_READ].clat_histogram;
	uint64_t columns = 0, counts[4000];
	char *text, *next, *end;
	size_t size;

	(void)state;
	begin(&wish);
	histogram_add(histogram, 5);
	tick(500, 1);
	tick(1000, 0);
	histogram_add(histogram, 130); /* bucket 129 */
	histogram_add(histogram, SECONDS(100));
	tick(1500, 2);
	fio_sampler_close(&sampler);
	text = fake_files_get(&files, "/p_clat_hist.7.log", &size);
	assert_int_equal(strncmp(text, "500, 0, 4096, 0, 0, 0, 0, 0, 1, 0, ", 35), 0);
	next = strchr(text, '\n') + 1;
	assert_int_equal(strncmp(next, "1500, 0, 4096, 0, ", 18), 0);
	for (end = next; *end != '\n'; end++)
		if (*end == ',' && columns < 4000)
			counts[columns++] = strtoul(end + 1, NULL, 10);
	assert_int_equal(columns, 2 + 1856);
	assert_int_equal(counts[2 + 5], 0);
	assert_int_equal(counts[2 + 129], 1);
	assert_int_equal(counts[2 + 1855], 1);
	assert_string_equal(end, "\n");
	free(text);
}

static void buckets_come_together(void **state)
{
	const struct fio_log_wish wish = { .hist = "p", .hist_window_ms = 500, .coarseness = 6 };
	size_t size, columns = 0;
	char *text;

	(void)state;
	begin(&wish);
	histogram_add(&outcome.tally[IO_READ].clat_histogram, 63);
	histogram_add(&outcome.tally[IO_READ].clat_histogram, 64);
	tick(500, 1);
	fio_sampler_close(&sampler);
	text = fake_files_get(&files, "/p_clat_hist.7.log", &size);
	assert_int_equal(strncmp(text, "500, 0, 4096, 1, 1, 0, ", 23), 0);
	for (const char *c = text; *c; c++)
		columns += *c == ',';
	assert_int_equal(columns, 2 + 1856 / 64);
	free(text);
}

static void nothing_is_made_of_a_block_device(void **state)
{
	(void)state;
	if (mknod("block", S_IFBLK | 0600, makedev(250, 250)) != 0)
		_skip(__FILE__, __LINE__); /* needs root */
	assert_null(fio_file_create("block"));
	assert_int_equal(errno, EPERM);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_line_for_each_io),       TEST(the_place_if_asked_for),
		TEST(windows_of_latencies),     TEST(rates_of_windows),
		TEST(ticks_of_several_windows), TEST(lines_of_histograms),
		TEST(buckets_come_together),    TEST(nothing_is_made_of_a_block_device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
