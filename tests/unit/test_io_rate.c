/* SPDX-License-Identifier: MIT */
/* test_io_rate.c - not more than so many bytes or I/Os a second */

#include "tests/unit/check.h"

#include "bench/io/rate.h"
#include "tests/unit/fake_io.h"

#include <math.h>

/* When the I/O after @count others may begin. */
static void is_due_when_it_should_be(void **state)
{
	static const struct {
		uint64_t bytes_per_s, ios_per_s;
		uint32_t bytes;
		unsigned count;
		uint64_t due_ns;
	} rows[] = {
		{ 0, 0, 4096, 1000, 0 },
		{ 0, 1000, 4096, 500, MS(500) },
		{ 4096000, 0, 4096, 500, MS(500) },
		{ 4096000, 500, 4096, 500, SECONDS(1) }, /* the slower one counts */
		{ 4096000, 2000, 4096, 500, MS(500) },
		{ 0, 3, 1, 3000000, SECONDS(1000000) }, /* a third of a second is not rounded */
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct io_work work = {
			.rate_bytes_per_s = { 0, rows[i].bytes_per_s },
			.rate_ios_per_s = { 0, rows[i].ios_per_s },
		};
		struct rate rate;
		double error_ns;

		rate_make(&rate, &work);
		rate_begin(&rate, 1000);
		check_row(i, rate.limited == (rows[i].bytes_per_s || rows[i].ios_per_s));
		for (unsigned n = 0; n < rows[i].count; n++)
			rate_charge(&rate, IO_WRITE, rows[i].bytes);
		error_ns = (double)rate_due_ns(&rate, IO_WRITE) - (double)(1000 + rows[i].due_ns);
		check_row(i, fabs(error_ns) <= 1 + 1e-9 * (double)rows[i].due_ns);
		check_row(i, rate_due_ns(&rate, IO_READ) == 1000);
	}
}

/* After a pause nothing is made up for, and what was done too early is still waited for. */
static void a_pause_is_not_made_up_for(void **state)
{
	struct io_work work = { .rate_ios_per_s = { 1000, 1000 } };
	struct rate rate;

	(void)state;
	rate_make(&rate, &work);
	rate_begin(&rate, 0);
	for (unsigned n = 0; n < 10; n++)
		rate_charge(&rate, IO_READ, 1);
	rate_begin(&rate, MS(4));
	assert_int_equal(rate_due_ns(&rate, IO_READ), MS(10));
	assert_int_equal(rate_due_ns(&rate, IO_WRITE), MS(4));
	rate_begin(&rate, MS(100));
	assert_int_equal(rate_due_ns(&rate, IO_READ), MS(100));
}

/* 20 at 1,000 a second take 19 ms at least, whatever the engine and the depth. */
static void engines_keep_to_it(void **state)
{
	static const enum io_engine engines[] = { IO_URING, IO_PSYNC, IO_LIBAIO, IO_NULL };

	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);

		work.limit_bytes = 20 * BLOCK;
		work.rate_ios_per_s[IO_READ] = 1000;
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, fake_io_outcome.tally[IO_READ].ios == 20);
		check_row(i, fake_io_outcome.elapsed_ns >= MS(19));
		check_row(i, fake_io_outcome.done);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_due_when_it_should_be),
		cmocka_unit_test(a_pause_is_not_made_up_for),
		cmocka_unit_test(engines_keep_to_it),
	};

	return cmocka_run_group_tests(tests, fake_io_make_file, fake_io_remove_file);
}
