/* SPDX-License-Identifier: MIT */
/* test_io_errors.c - I/O that fails, ends early or hangs; what may not be asked for */

#include "tests/unit/check.h"

#include "bench/io/engine.h"
#include "tests/unit/fake_io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define outcome fake_io_outcome

static const enum io_engine engines[] = { IO_URING, IO_PSYNC, IO_SYNC, IO_LIBAIO };

/* The file is half as long as the region: reads beyond its end get nothing, or less. */
static void what_ends_early_is_an_error(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);

		work.each = NULL;
		work.exactly_once = false;
		work.random_percent = 0;
		work.errors_max = 1000;
		assert_int_equal(ftruncate(fake_io_file, BLOCKS / 2 * BLOCK + 100), 0);
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.tally[IO_READ].ios == BLOCKS);
		check_row(i, outcome.tally[IO_READ].short_ios == BLOCKS / 2);
		check_row(i, outcome.tally[IO_READ].bytes == BLOCKS / 2 * BLOCK + 100);
		check_row(i, outcome.error_count == BLOCKS / 2);
		work.depth = 1;
		work.errors_max = 0;
		check_row(i, fake_io_run(&work, LONG) == -EIO);
		check_row(i, outcome.error_count == 1 && outcome.errors[0].error == 0);
		check_row(i, outcome.errors[0].offset_bytes == BLOCKS / 2 * BLOCK);
		check_row(i, outcome.errors[0].bytes == BLOCK);
		check_row(i, outcome.errors[0].got_bytes == 100);
		assert_int_equal(ftruncate(fake_io_file, BLOCKS * BLOCK), 0);
	}
}

/* A descriptor that is only for reading: each write is an error with its place. */
static void errors_are_counted_with_their_places(void **state)
{
	int fd = open(fake_io_path, O_RDONLY);

	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);

		work.fd = fd;
		work.each = NULL;
		work.exactly_once = false;
		work.random_percent = 0;
		work.read_percent = 0;
		work.write_limit_bytes = BLOCKS * BLOCK;
		work.errors_max = BLOCKS;
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.error_count == BLOCKS && outcome.done);
		check_row(i, outcome.tally[IO_WRITE].ios == 0);
		check_row(i, outcome.tally[IO_WRITE].clat.count == 0);
		check_row(i, outcome.errors[0].error == EBADF);
		check_row(i, outcome.errors[0].direction == IO_WRITE);
		work.depth = 1;
		work.errors_max = 3;
		check_row(i, fake_io_run(&work, LONG) == -EIO);
		check_row(i, outcome.error_count == 4);
		check_row(i, outcome.errors[3].offset_bytes == 3 * BLOCK);
	}
	close(fd);
}

/* A pipe takes writes and cannot be flushed: that is an error like any other. */
static void a_flush_that_fails_is_an_error(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	work.fd = ends[1];
	work.each = NULL;
	work.depth = 1;
	work.exactly_once = false;
	work.random_percent = 0;
	work.read_percent = 0;
	work.write_limit_bytes = 2 * BLOCK;
	work.fsync_every = 2;
	assert_int_equal(fake_io_run(&work, LONG), -EIO);
	assert_int_equal(outcome.tally[IO_WRITE].ios, 2);
	assert_int_equal(outcome.error_count, 1);
	assert_int_equal(outcome.errors[0].error, EINVAL);
	assert_int_equal(outcome.errors[0].bytes, 0);
	close(ends[0]);
	close(ends[1]);
}

static void what_makes_no_sense_is_refused(void **state)
{
	static const struct {
		unsigned depth, submit_batch, read_percent, compress_percent;
		uint32_t bytes;
		int rc;
		const char *why;
	} rows[] = {
		{ 0, 0, 100, 0, BLOCK, -EINVAL, "depth 0: expected 1 to 1024" },
		{ 1025, 0, 100, 0, BLOCK, -EINVAL, "depth 1025: expected 1 to 1024" },
		{ 4, 5, 100, 0, BLOCK, -EINVAL, "batches of 5: expected at most the depth, 4" },
		{ 4, 4, 99, 0, BLOCK, -EPERM, "writing was asked for, and no byte may be written" },
		{ 4, 4, 100, 101, BLOCK, -EINVAL, "101 % compressible: expected at most 100" },
		{ 4, 4, 100, 0, 24, -EINVAL,
		  "verify: expected block sizes that are multiples of 24, and that a multiple of 8 "
		  "from 32" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct io_work work = fake_io_work(IO_URING);
		char why[160] = "";
		struct io *io;

		work.depth = rows[i].depth;
		work.submit_batch = rows[i].submit_batch;
		work.read_percent = rows[i].read_percent;
		work.compress_percent = rows[i].compress_percent;
		work.sizes[IO_READ][0].bytes = rows[i].bytes;
		work.verify = true;
		check_row(i, io_open(&io, &work, why, sizeof(why)) == rows[i].rc);
		assert_string_equal(why, rows[i].why);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_ends_early_is_an_error),
		cmocka_unit_test(errors_are_counted_with_their_places),
		cmocka_unit_test(a_flush_that_fails_is_an_error),
		cmocka_unit_test(what_makes_no_sense_is_refused),
	};

	return cmocka_run_group_tests(tests, fake_io_make_file, fake_io_remove_file);
}
