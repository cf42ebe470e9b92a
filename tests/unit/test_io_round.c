/* SPDX-License-Identifier: MIT */
/* test_io_round.c - what is handed over when, with a driver that does as the test says */

#include "tests/unit/check.h"

#include "bench/io/engine.h"
#include "bench/lib/clock.h"
#include "tests/unit/fake_io.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* What the driver does, and what it saw. */
static struct {
	unsigned takes;              /* at most, of each queue */
	unsigned ends;               /* at most, a round */
	uint64_t hangs_at, fails_at; /* places that never end, or end with EIO */
	uint64_t again_at;           /* ends with EAGAIN, once */
	unsigned enters, most_in_flight, least_taken, most_taken, least_waited, again;
	struct io_request *held[IO_DEPTH_MAX];
	unsigned held_count;
	bool waited, closed;
} driver;

static int open_driver(struct io *io, char *why, size_t why_size)
{
	(void)io;
	(void)why;
	(void)why_size;
	return 0;
}

static int enter_driver(struct io *io, unsigned wait_for, uint64_t wait_ns)
{
	unsigned count = io->queue_count < driver.takes ? io->queue_count : driver.takes;

	driver.enters++;
	driver.waited = wait_for > 0;
	assert_true(driver.waited || io->idle_count > 0);
	for (unsigned i = 0; i < count; i++)
		driver.held[driver.held_count++] = io->queue[i];
	if (driver.held_count > driver.most_in_flight)
		driver.most_in_flight = driver.held_count;
	if (count > driver.most_taken)
		driver.most_taken = count;
	if (count > 0 && count < driver.least_taken)
		driver.least_taken = count;
	if (driver.waited && count > 0 && wait_for < driver.least_waited)
		driver.least_waited = wait_for;
	if (driver.held_count == 1 && driver.held[0]->place.offset_bytes == driver.hangs_at)
		clock_sleep_ns(wait_ns); /* nothing else can end */
	return (int)count;
}

/* As a disk: nothing has ended yet when nobody waits. */
static unsigned reap_driver(struct io *io)
{
	unsigned count = 0, kept = 0;

	if (!driver.waited)
		return 0;
	for (unsigned i = 0; i < driver.held_count; i++) {
		struct io_request *request = driver.held[i];
		uint64_t offset = request->place.offset_bytes;

		if (offset == driver.hangs_at || count == driver.ends) {
			driver.held[kept++] = request;
			continue;
		}
		request->result = offset == driver.fails_at ? -EIO : (int)request->place.bytes;
		if (offset == driver.again_at && driver.again++ == 0)
			request->result = -EAGAIN;
		io->ended[count++] = request;
	}
	driver.held_count = kept;
	return count;
}

static void close_driver(struct io *io)
{
	(void)io;
	driver.closed = true;
}

static const struct io_driver fake = {
	.name = "fake",
	.open = open_driver,
	.enter = enter_driver,
	.reap = reap_driver,
	.close = close_driver,
};

static struct io *open_fake(const struct io_work *work)
{
	struct io *io;
	char why[160];

	memset(&driver, 0, sizeof(driver));
	driver.takes = driver.ends = IO_DEPTH_MAX;
	driver.least_taken = driver.least_waited = UINT32_MAX;
	driver.hangs_at = driver.fails_at = driver.again_at = UINT64_MAX;
	memset(&fake_io_outcome, 0, sizeof(fake_io_outcome));
	memset(fake_io_counts, 0, sizeof(fake_io_counts));
	assert_int_equal(io_open_with(&io, work, &fake, why, sizeof(why)), 0);
	return io;
}

static void all_blocks_were_read(void)
{
	for (unsigned block = 0; block < BLOCKS; block++)
		check_row(block, fake_io_counts[block] == 1);
}

static void never_more_than_the_depth_is_in_flight(void **state)
{
	static const struct {
		unsigned depth, ends;
	} rows[] = { { 1, 1 }, { 6, 1 }, { 8, 1 }, { 8, 3 }, { 64, 64 }, { 200, 200 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct io_work work = fake_io_work(IO_URING);
		struct io *io;

		work.depth = rows[i].depth;
		io = open_fake(&work);
		driver.ends = rows[i].ends;
		check_row(i, io_run(io, LONG, &fake_io_outcome) == 0);
		check_row(i, driver.most_in_flight == (work.depth < BLOCKS ? work.depth : BLOCKS));
		check_row(i, driver.most_taken == (work.depth < 4 ? work.depth : 4));
		check_row(i, driver.least_waited == (rows[i].depth > BLOCKS ? UINT32_MAX : 1));
		all_blocks_were_read();
		io_close(io);
		assert_true(driver.closed);
	}
}

/* Whatever has ended is handed over again by the very next call. */
static void what_has_ended_is_refilled_at_once(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	struct io *io = open_fake(&work);

	(void)state;
	driver.ends = 2;
	assert_int_equal(io_run(io, LONG, &fake_io_outcome), 0);
	assert_int_equal(driver.enters, 1 + BLOCKS / 2);
	assert_int_equal(fake_io_outcome.submits[1], 2 + (BLOCKS - 8) / 2); /* of 4, then 2 */
	assert_int_equal(fake_io_outcome.completes[1], BLOCKS / 2);
	assert_int_equal(fake_io_outcome.depths[2], 4);          /* the first step */
	assert_int_equal(fake_io_outcome.depths[3], BLOCKS - 4); /* then always 8 in flight */
	io_close(io);
}

static void batches_are_waited_for(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	struct io *io;

	(void)state;
	work.submit_batch = 4;
	work.repeat = true;
	work.limit_bytes = 4096 * 256;
	io = open_fake(&work);
	driver.ends = 4;
	assert_int_equal(io_run(io, LONG, &fake_io_outcome), 0);
	assert_int_equal(driver.least_taken, 4);
	assert_int_equal(driver.least_waited, 4);
	assert_int_equal(fake_io_outcome.submits[1], (256 - 8) / 4);
	io_close(io);
}

/* A kernel that takes less than it is given gets the rest the next time. */
static void what_was_not_taken_is_handed_over_again(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	struct io *io = open_fake(&work);

	(void)state;
	driver.takes = 3;
	assert_int_equal(io_run(io, LONG, &fake_io_outcome), 0);
	all_blocks_were_read();
	assert_int_equal(fake_io_outcome.tally[IO_READ].ios, BLOCKS);
	assert_int_equal(fake_io_outcome.tally[IO_READ].slat.count, BLOCKS);
	io_close(io);
}

static void what_is_to_be_tried_again_is(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	struct io *io = open_fake(&work);

	(void)state;
	driver.again_at = 7 * BLOCK;
	assert_int_equal(io_run(io, LONG, &fake_io_outcome), 0);
	all_blocks_were_read();
	assert_int_equal(driver.again, 2);
	assert_int_equal(fake_io_outcome.error_count, 0);
	io_close(io);
}

static void a_failed_place_is_named_and_the_rest_goes_on(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	struct io *io;

	(void)state;
	work.errors_max = 1;
	io = open_fake(&work);
	driver.fails_at = 11 * BLOCK;
	assert_int_equal(io_run(io, LONG, &fake_io_outcome), 0);
	assert_int_equal(fake_io_outcome.error_count, 1);
	assert_int_equal(fake_io_outcome.errors[0].offset_bytes, 11 * BLOCK);
	assert_int_equal(fake_io_outcome.errors[0].error, EIO);
	assert_int_equal(fake_io_outcome.tally[IO_READ].ios, BLOCKS - 1);
	assert_int_equal(fake_io_counts[11], 0);
	io_close(io);
}

/* One never ends: the others do, then it is named, and nobody waits for it again. */
static void what_hangs_is_found(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	struct io *io;
	uint64_t start_ns;

	(void)state;
	work.deadline_ns = MS(20);
	io = open_fake(&work);
	driver.hangs_at = 5 * BLOCK;
	start_ns = clock_now_ns();
	assert_int_equal(io_run(io, LONG, &fake_io_outcome), -ETIMEDOUT);
	assert_true(clock_now_ns() - start_ns >= MS(20));
	assert_true(fake_io_outcome.hung && !fake_io_outcome.done);
	assert_int_equal(fake_io_outcome.hung_offset_bytes, 5 * BLOCK);
	assert_int_equal(fake_io_outcome.tally[IO_READ].ios, BLOCKS - 1);
	memset(&fake_io_outcome, 0, sizeof(fake_io_outcome));
	assert_int_equal(io_run(io, LONG, &fake_io_outcome), -ETIMEDOUT);
	assert_int_equal(io_drain(io, &fake_io_outcome), -ETIMEDOUT);
	assert_true(fake_io_outcome.hung);
	io_close(io);
}

/* The same with the real one. */
static void a_real_read_that_hangs_is_found(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	work.fd = ends[0];
	work.depth = 2;
	work.deadline_ns = MS(20);
	assert_int_equal(fake_io_run(&work, LONG), -ETIMEDOUT);
	assert_true(fake_io_outcome.hung);
	close(ends[0]);
	close(ends[1]);
}

/* A time that is over ends a call, even while nothing ends. */
static void a_call_ends_in_time(void **state)
{
	struct io_work work = fake_io_work(IO_URING);
	struct io *io;

	(void)state;
	work.depth = 1;
	work.exactly_once = false;
	work.random_percent = 0;
	io = open_fake(&work);
	driver.hangs_at = 0;
	assert_int_equal(io_run(io, MS(5), &fake_io_outcome), 0);
	assert_true(fake_io_outcome.elapsed_ns >= MS(5) && !fake_io_outcome.done);
	assert_int_equal(fake_io_outcome.tally[IO_READ].ios, 0);
	driver.hangs_at = UINT64_MAX;
	assert_int_equal(io_drain(io, &fake_io_outcome), 0);
	assert_int_equal(fake_io_outcome.tally[IO_READ].ios, 1);
	assert_true(fake_io_outcome.tally[IO_READ].clat.min >= MS(5));
	io_close(io);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(never_more_than_the_depth_is_in_flight),
		cmocka_unit_test(what_has_ended_is_refilled_at_once),
		cmocka_unit_test(batches_are_waited_for),
		cmocka_unit_test(what_was_not_taken_is_handed_over_again),
		cmocka_unit_test(what_is_to_be_tried_again_is),
		cmocka_unit_test(a_failed_place_is_named_and_the_rest_goes_on),
		cmocka_unit_test(what_hangs_is_found),
		cmocka_unit_test(a_real_read_that_hangs_is_found),
		cmocka_unit_test(a_call_ends_in_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
