/* SPDX-License-Identifier: MIT */
/* test_io.c - every engine on a real file: what it reads and writes, and when it ends */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"
#include "tests/unit/fake_io.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define outcome fake_io_outcome

static const enum io_engine engines[] = { IO_URING, IO_PSYNC, IO_SYNC, IO_LIBAIO };

static uint64_t sum(const uint64_t *classes)
{
	uint64_t total = 0;

	for (unsigned i = 0; i < 7; i++)
		total += classes[i];
	return total;
}

static void reads_each_block_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);
		const struct io_tally *tally = &outcome.tally[IO_READ];
		bool one_by_one = engines[i] == IO_PSYNC || engines[i] == IO_SYNC;

		work.slat_histogram = work.lat_histogram = true;
		check_row(i, fake_io_run(&work, LONG) == 0);
		for (unsigned block = 0; block < BLOCKS; block++)
			check_row(block, fake_io_counts[block] == 1);
		check_row(i, outcome.done && outcome.error_count == 0);
		check_row(i, tally->ios == BLOCKS && tally->bytes == BLOCKS * BLOCK);
		check_row(i, tally->clat.count == BLOCKS && tally->lat.count == BLOCKS);
		check_row(i, tally->clat_histogram.count == BLOCKS);
		check_row(i, tally->lat_histogram.count == BLOCKS);
		check_row(i, tally->slat.count == (one_by_one ? 0 : BLOCKS));
		check_row(i, tally->slat_histogram.count == tally->slat.count);
		check_row(i, tally->clat.min > 0 && tally->clat.max < LONG);
		check_row(i, tally->lat.sum == tally->clat.sum + tally->slat.sum);
		check_row(i, tally->elapsed_ns > 0 && tally->elapsed_ns == outcome.elapsed_ns);
		check_row(i, outcome.tally[IO_WRITE].elapsed_ns == 0);
		check_row(i, sum(outcome.depths) == BLOCKS);
		check_row(i, outcome.depths[one_by_one ? 0 : 2] > 0); /* 1, or 4 to 7: a step */
	}
}

static void peak_only_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);

		work.mode = IO_PEAK;
		work.each = NULL;
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.tally[IO_READ].ios == BLOCKS);
		check_row(i, outcome.tally[IO_READ].clat.count == 0);
		check_row(i, outcome.tally[IO_READ].clat_histogram.count == 0);
		check_row(i, outcome.elapsed_ns > 0);
	}
}

static void writes_what_is_read_again(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);

		assert_int_equal(ftruncate(fake_io_file, 0), 0);
		assert_int_equal(ftruncate(fake_io_file, BLOCKS * BLOCK), 0);
		work.read_percent = 0;
		work.write_limit_bytes = BLOCKS * BLOCK;
		work.verify = true;
		work.seed = i + 1;
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.tally[IO_WRITE].bytes == BLOCKS * BLOCK);
		work.read_percent = 100;
		work.write_limit_bytes = 0;
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.tally[IO_READ].bytes == BLOCKS * BLOCK);
		check_row(i, outcome.error_count == 0);
	}
}

/* One bit is flipped: named with its exact place, and the other blocks are read too. */
static void a_flipped_byte_is_found(void **state)
{
	static const off_t places[] = { 0, 3, 4, 9, 20, 4095, 4096, 100000, BLOCKS * BLOCK - 1 };
	struct io_work work = fake_io_work(IO_URING);

	(void)state;
	work.read_percent = 0;
	work.write_limit_bytes = BLOCKS * BLOCK;
	work.verify = true;
	assert_int_equal(fake_io_run(&work, LONG), 0);
	work.read_percent = 100;
	work.errors_max = 1;
	for (size_t i = 0; i < countof(places); i++) {
		unsigned char byte, flipped;

		assert_int_equal(pread(fake_io_file, &byte, 1, places[i]), 1);
		flipped = byte ^ 0x10;
		assert_int_equal(pwrite(fake_io_file, &flipped, 1, places[i]), 1);
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.error_count == 1 && outcome.tally[IO_READ].ios == BLOCKS);
		check_row(i, outcome.errors[0].error == EBADMSG);
		check_row(i, outcome.errors[0].offset_bytes == (uint64_t)places[i]);
		assert_int_equal(pwrite(fake_io_file, &byte, 1, places[i]), 1);
	}
}

/* A block that another has been written over: its header says where it belongs. */
static void a_misplaced_block_is_found(void **state)
{
	struct io_work work = fake_io_work(IO_PSYNC);
	static unsigned char block[BLOCK];

	(void)state;
	assert_int_equal(pread(fake_io_file, block, BLOCK, 5 * BLOCK), BLOCK);
	assert_int_equal(pwrite(fake_io_file, block, BLOCK, 9 * BLOCK), BLOCK);
	work.verify = true;
	assert_int_equal(fake_io_run(&work, LONG), -EIO);
	assert_int_equal(outcome.errors[0].error, EBADMSG);
	assert_in_range(outcome.errors[0].offset_bytes, 9 * BLOCK + 8, 9 * BLOCK + 15);
}

static void limits_are_kept(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);

		work.repeat = true;
		work.limit_bytes = 1000 * BLOCK;
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.done && outcome.tally[IO_READ].ios == 1000);

		work = fake_io_work(engines[i]);
		work.repeat = true;
		work.read_percent = 50;
		work.write_limit_bytes = 10 * BLOCK + 100;
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.done && outcome.tally[IO_WRITE].ios == 10);
	}
}

/* A time ends it; what is in flight is counted by the next call, and nothing twice. */
static void calls_follow_each_other(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);
		uint64_t start_ns = clock_now_ns(), passed_ns;
		struct io *io;
		unsigned seen = 0;
		char why[160];

		memset(&outcome, 0, sizeof(outcome));
		memset(fake_io_counts, 0, sizeof(fake_io_counts));
		work.repeat = true;
		check_row(i, io_open(&io, &work, why, sizeof(why)) == 0);
		for (unsigned n = 0; n < 5; n++)
			check_row(i, io_run(io, MS(2), &outcome) == 0);
		passed_ns = clock_now_ns() - start_ns;
		check_row(i, !outcome.done);
		check_row(i, outcome.elapsed_ns >= MS(10) && outcome.elapsed_ns <= passed_ns);
		check_row(i, io_drain(io, &outcome) == 0);
		for (unsigned block = 0; block < BLOCKS; block++)
			seen += fake_io_counts[block];
		check_row(i, outcome.tally[IO_READ].ios == seen);
		io_close(io);
	}
}

static void flushes_after_so_many_writes(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);

		work.read_percent = 0;
		work.write_limit_bytes = BLOCKS * BLOCK;
		work.fsync_every = i % 2 ? 0 : 10;
		work.fdatasync_every = i % 2 ? 32 : 0;
		check_row(i, fake_io_run(&work, LONG) == 0);
		check_row(i, outcome.tally[IO_WRITE].ios == BLOCKS);
		check_row(i, outcome.sync.count == (i % 2 ? 2 : 6));
		check_row(i, outcome.sync_histogram.count == outcome.sync.count);
		check_row(i, outcome.sync.min > 0);
	}
}

struct samples {
	unsigned count;
	uint64_t last_ns, last_ios;
};

static void take_sample(void *context, uint64_t now_ns, const struct io_outcome *so_far)
{
	struct samples *samples = context;

	assert_true(now_ns >= samples->last_ns + MS(1));
	assert_true(so_far->tally[IO_READ].ios >= samples->last_ios);
	assert_true(so_far->elapsed_ns >= MS(1) * (samples->count + 1));
	samples->count++;
	samples->last_ns = now_ns;
	samples->last_ios = so_far->tally[IO_READ].ios;
}

static void samples_are_taken_meanwhile(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(engines); i++) {
		struct io_work work = fake_io_work(engines[i]);
		struct samples samples = { 0 };

		work.repeat = true;
		work.each = NULL;
		work.sample_ns = MS(1);
		work.sample = take_sample;
		work.context = &samples;
		check_row(i, fake_io_run(&work, MS(20)) == 0);
		check_row(i, samples.count >= 1 && samples.count <= 20);
	}
}

/* What came before the caller cleared the outcome is in none of its numbers: a ramp. */
static void a_ramp_is_forgotten(void **state)
{
	struct io_work work = fake_io_work(IO_PSYNC);
	struct io *io;
	char why[160];

	(void)state;
	assert_int_equal(io_open(&io, &work, why, sizeof(why)), 0);
	memset(&outcome, 0, sizeof(outcome));
	assert_int_equal(io_run(io, 0, &outcome), 0); /* one round */
	assert_int_equal(outcome.tally[IO_READ].ios, 1);
	memset(&outcome, 0, sizeof(outcome));
	assert_int_equal(io_run(io, LONG, &outcome), 0);
	io_close(io);
	assert_true(outcome.done);
	assert_int_equal(outcome.tally[IO_READ].ios, BLOCKS - 1);
	assert_int_equal(outcome.tally[IO_READ].clat_histogram.count, BLOCKS - 1);
}

/* The disk below the file does not poll, or not this way: it goes on without. */
static void polling_falls_back(void **state)
{
	struct io_work work = fake_io_work(IO_URING);

	(void)state;
	work.poll = true;
	assert_int_equal(fake_io_run(&work, LONG), 0);
	assert_false(outcome.polled);
	assert_int_equal(outcome.tally[IO_READ].ios, BLOCKS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_each_block_once),
		cmocka_unit_test(peak_only_counts),
		cmocka_unit_test(writes_what_is_read_again),
		cmocka_unit_test(a_flipped_byte_is_found),
		cmocka_unit_test(a_misplaced_block_is_found),
		cmocka_unit_test(limits_are_kept),
		cmocka_unit_test(calls_follow_each_other),
		cmocka_unit_test(flushes_after_so_many_writes),
		cmocka_unit_test(samples_are_taken_meanwhile),
		cmocka_unit_test(a_ramp_is_forgotten),
		cmocka_unit_test(polling_falls_back),
	};

	return cmocka_run_group_tests(tests, fake_io_make_file, fake_io_remove_file);
}
