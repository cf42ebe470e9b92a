/* SPDX-License-Identifier: MIT */
/* test_iometer_derive.c - peak, IOPS at a response time, Little's law: worked out by hand */

#include "tests/unit/check.h"

#include "bench/iometer/iometer_derive.h"
#include "tests/unit/fake_tree.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#define POINTS_MAX 4

/* IOPS at response times in ms, with 1, 2, 4, 8 in flight; each I/O has 4096 bytes. */
struct row {
	unsigned count;
	double iops[POINTS_MAX], ms[POINTS_MAX];
	enum iometer_reach reach;
	double expected; /* at 15 ms */
};

static const struct row rows[] = {
	/* between two points: 150 + (190 - 150) * (15 - 12) / (20 - 12) */
	{ 4, { 100, 150, 190, 200 }, { 8, 12, 20, 40 }, IOMETER_REACHED, 165 },
	/* the very response time of a point */
	{ 3, { 100, 150, 190 }, { 8, 15, 20 }, IOMETER_REACHED, 150 },
	/* more in flight gives less, but the response time grows: 200 + (180 - 200) / 2 */
	{ 3, { 150, 200, 180 }, { 5, 10, 20 }, IOMETER_REACHED, 190 },
	/* not even one I/O at a time is as fast */
	{ 3, { 50, 60, 65 }, { 20, 33, 61 }, IOMETER_NOT_REACHED, 0 },
	/* all are faster: the peak, which need not be the last */
	{ 3, { 5000, 9000, 8000 }, { 0.2, 0.3, 0.5 }, IOMETER_AT_LEAST, 9000 },
	{ 1, { 90 }, { 11 }, IOMETER_AT_LEAST, 90 },
	/* not monotone: the last line, 300 + (320 - 300) * (15 - 10) / (30 - 10), has the most */
	{ 4, { 100, 150, 300, 320 }, { 5, 20, 10, 30 }, IOMETER_REACHED, 305 },
	/* not monotone: a point within the limit has more than any line that crosses it */
	{ 4, { 100, 400, 380, 200 }, { 12, 10, 20, 30 }, IOMETER_REACHED, 400 },
	/* not monotone: slow at first, fast at last: 40 + (80 - 40) * (25 - 15) / (25 - 5) < 80 */
	{ 2, { 40, 80 }, { 25, 5 }, IOMETER_REACHED, 80 },
};

static unsigned make_points(const struct row *row, struct iometer_point points[POINTS_MAX])
{
	memset(points, 0, POINTS_MAX * sizeof(points[0]));
	for (unsigned i = 0; i < row->count; i++) {
		points[i].depth = 1u << i;
		points[i].iops = row->iops[i];
		points[i].bytes_per_s = row->iops[i] * 4096;
		points[i].average_ns = row->ms[i] * 1e6;
		points[i].p99_ns = row->ms[i] * 3e6;
	}
	return row->count;
}

static void finds_iops_at_a_response_time(void **state)
{
	struct iometer_point points[POINTS_MAX];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		unsigned count = make_points(&rows[i], points);
		struct iometer_at_limit at =
		    iometer_at_limit(points, count, MS(15), IOMETER_AVERAGE);

		check_row(i, at.reach == rows[i].reach);
		check_row(i, fabs(at.iops - rows[i].expected) < 1e-6);
		check_row(i, fabs(at.bytes_per_s - 4096 * rows[i].expected) < 1e-3);
		/* response times of the 99th percentile are three times as long here */
		at = iometer_at_limit(points, count, MS(45), IOMETER_P99);
		check_row(i, at.reach == rows[i].reach);
		check_row(i, fabs(at.iops - rows[i].expected) < 1e-6);
	}
}

static void finds_the_peak_and_the_fewest_in_flight_near_it(void **state)
{
	static const struct {
		struct row row;
		double iops;
		unsigned depth;
	} peaks[] = {
		{ { 4, { 100, 150, 190, 200 }, { 0 }, 0, 0 }, 200, 8 },
		{ { 4, { 100, 198, 199, 200 }, { 0 }, 0, 0 }, 200, 2 }, /* 99 % just is enough */
		{ { 4, { 100, 197.9, 199, 200 }, { 0 }, 0, 0 }, 200, 4 },
		{ { 3, { 100, 210, 190 }, { 0 }, 0, 0 }, 210, 2 },
		{ { 1, { 7 }, { 0 }, 0, 0 }, 7, 1 },
	};
	struct iometer_point points[POINTS_MAX];

	(void)state;
	for (size_t i = 0; i < countof(peaks); i++) {
		unsigned count = make_points(&peaks[i].row, points);

		check_row(i, iometer_peak_iops(points, count) == peaks[i].iops);
		check_row(i, iometer_peak(points, count)->depth == peaks[i].depth);
	}
}

static void little_says_whether_the_queue_was_full(void **state)
{
	/* 4 in flight: 1000 IOPS at 4 ms are just that, at 3 ms a quarter is missing */
	struct iometer_point point = { .depth = 4, .iops = 1000, .average_ns = 4e6 };

	(void)state;
	assert_true(iometer_little_deviation(&point) < 1e-9);
	point.average_ns = 3e6;
	assert_true(fabs(iometer_little_deviation(&point) - 0.25) < 1e-9);
	point.average_ns = 5e6;
	assert_true(fabs(iometer_little_deviation(&point) - 0.25) < 1e-9);
}

static void says_how_far_it_got(void **state)
{
	(void)state;
	assert_string_equal(iometer_reach_name(IOMETER_NOT_REACHED), "not-reached");
	assert_string_equal(iometer_reach_name(IOMETER_REACHED), "reached");
	assert_string_equal(iometer_reach_name(IOMETER_AT_LEAST), "at-least");
}

/* In ticks of 10 ms: CPU 1 had 25 more of users, 5 of the kernel, 2 and 3 of interrupts. */
static void what_each_cpu_did_is_the_difference(void **state)
{
	static const char before[] = "cpu  130 0 10 0 0 0 0 0 0 0\n"
				     "cpu0 100 0 10 900 7 0 0 0 0 0\n"
				     "cpu1 30 0 0 900 7 0 0 0 0 0\n"
				     "intr 5000 1 2 3\nctxt 9\n";
	static const char after[] = "cpu  155 0 15 0 0 2 3 0 0 0\n"
				    "cpu0 100 0 10 950 9 0 0 0 0 0\n"
				    "cpu1 40 15 5 900 7 2 3 0 0 0\n"
				    "cpu3 70 0 0 0 0 0 0 0 0 0\n"
				    "intr 5600 1 2 3\nctxt 9\n";
	const uint64_t tick_ns = SECONDS(1) / (uint64_t)sysconf(_SC_CLK_TCK);
	struct iometer_cpus old, now;
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	fake_tree_put(&files, "/proc/stat = none\n");
	fake_files_put(&files, "/proc/stat", before, sizeof(before) - 1);
	iometer_cpus_look(&old, files.root);
	fake_files_put(&files, "/proc/stat", after, sizeof(after) - 1);
	iometer_cpus_look(&now, files.root);
	iometer_cpus_since(&now, &old);
	assert_int_equal(now.count, 3);
	assert_int_equal(now.interrupts, 600);
	assert_true(now.cpus[0].user_ns == 0 && now.cpus[0].system_ns == 0);
	assert_int_equal(now.cpus[1].number, 1);
	assert_true(now.cpus[1].user_ns == 25 * tick_ns && now.cpus[1].system_ns == 5 * tick_ns);
	assert_true(now.cpus[1].irq_ns == 2 * tick_ns && now.cpus[1].softirq_ns == 3 * tick_ns);
	assert_int_equal(now.cpus[2].number, 3); /* new: nothing is known of it */
	assert_true(now.cpus[2].user_ns == 0);
	iometer_cpus_free(&now);
	iometer_cpus_free(&old);
	fake_files_remove(&files);

	iometer_cpus_look(&now, "/nowhere");
	assert_int_equal(now.count, 0);
	iometer_cpus_free(&now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_iops_at_a_response_time),
		cmocka_unit_test(finds_the_peak_and_the_fewest_in_flight_near_it),
		cmocka_unit_test(little_says_whether_the_queue_was_full),
		cmocka_unit_test(says_how_far_it_got),
		cmocka_unit_test(what_each_cpu_did_is_the_difference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
