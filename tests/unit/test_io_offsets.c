/* SPDX-License-Identifier: MIT */
/* test_io_offsets.c - which I/O comes next: places, directions, sizes */

#include "tests/unit/check.h"

#include "bench/io/offsets.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define BLOCK 4096
#define DRAWS 100000

static struct offsets offsets;

/* 16 blocks from byte 8192, read in order, until told otherwise. */
static struct io_work some_work(void)
{
	return (struct io_work){
		.region_start_bytes = 2 * BLOCK,
		.region_bytes = 16 * BLOCK,
		.read_percent = 100,
		.sizes = { { { BLOCK, 100 } }, { { BLOCK, 100 } } },
		.size_count = { 1, 1 },
	};
}

static void make(const struct io_work *work)
{
	char why[160];

	assert_int_equal(offsets_make(&offsets, work, why, sizeof(why)), 0);
}

static void in_order_goes_from_start_to_end(void **state)
{
	struct io_work work = some_work();
	struct io_place place;

	(void)state;
	work.region_bytes += 100; /* less than a block: left out */
	make(&work);
	for (uint64_t i = 2; i < 18; i++) {
		assert_true(offsets_next(&offsets, &place));
		assert_int_equal(place.direction, IO_READ);
		assert_int_equal(place.bytes, BLOCK);
		assert_int_equal(place.offset_bytes, i * BLOCK);
	}
	assert_false(offsets_next(&offsets, &place));

	work.repeat = true;
	make(&work);
	for (uint64_t i = 0; i < 40; i++) {
		assert_true(offsets_next(&offsets, &place));
		assert_int_equal(place.offset_bytes, (2 + i % 16) * BLOCK);
	}
}

/* Reads and writes in order each have a place of their own, or share one. */
static void directions_have_places_of_their_own(void **state)
{
	struct io_work work = some_work();

	(void)state;
	work.read_percent = 50;
	work.repeat = true;
	for (int one = 0; one < 2; one++) {
		uint64_t next[IO_DIRECTIONS] = { 2, 2 };

		work.one_stream = one;
		make(&work);
		for (unsigned i = 0; i < 100; i++) {
			struct io_place place;
			uint64_t *expected;

			assert_true(offsets_next(&offsets, &place));
			expected = &next[one ? 0 : place.direction];
			check_row(one, place.offset_bytes == *expected * BLOCK);
			*expected = *expected == 17 ? 2 : *expected + 1;
		}
	}
}

static void shares_are_as_asked(void **state)
{
	static const struct {
		unsigned read_percent, random_percent;
	} rows[] = { { 0, 0 }, { 100, 100 }, { 50, 100 }, { 67, 30 }, { 80, 100 }, { 1, 99 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct io_work work = some_work();
		unsigned reads = 0, jumps = 0;
		uint64_t expected[IO_DIRECTIONS] = { 0 };

		work.region_bytes = (uint64_t)BLOCK << 30;
		work.read_percent = rows[i].read_percent;
		work.random_percent = rows[i].random_percent;
		make(&work);
		for (unsigned n = 0; n < DRAWS; n++) {
			struct io_place place;

			assert_true(offsets_next(&offsets, &place));
			reads += place.direction == IO_READ;
			jumps += expected[place.direction] != place.offset_bytes;
			expected[place.direction] = place.offset_bytes + BLOCK;
		}
		check_row(i, fabs(reads * 100.0 / DRAWS - rows[i].read_percent) < 0.8);
		check_row(i, fabs(jumps * 100.0 / DRAWS - rows[i].random_percent) < 0.8);
		check_row(i, rows[i].read_percent % 100 ||
		                 reads * 100 == rows[i].read_percent * DRAWS);
	}
}

/* Of 16 places, each as often as any other: chi-square of 15 degrees, 99.99 %: 44.3. */
static void random_places_are_even(void **state)
{
	struct io_work work = some_work();
	unsigned counts[16] = { 0 };
	double chi_square = 0;

	(void)state;
	work.random_percent = 100;
	make(&work);
	for (unsigned i = 0; i < DRAWS; i++) {
		struct io_place place;

		assert_true(offsets_next(&offsets, &place));
		assert_int_equal(place.offset_bytes % BLOCK, 0);
		assert_in_range(place.offset_bytes / BLOCK, 2, 17);
		counts[place.offset_bytes / BLOCK - 2]++;
	}
	for (unsigned i = 0; i < 16; i++)
		chi_square += pow(counts[i] - DRAWS / 16.0, 2) / (DRAWS / 16.0);
	assert_true(chi_square > 1 && chi_square < 44.3);
}

/* Reads and writes together touch each block once; then again, in another order. */
static void exactly_once_covers_the_region(void **state)
{
	struct io_work work = some_work();
	uint64_t order[2][16];

	(void)state;
	work.random_percent = 100;
	work.exactly_once = true;
	work.read_percent = 50;
	work.repeat = true;
	make(&work);
	for (unsigned pass = 0; pass < 2; pass++) {
		unsigned seen[16] = { 0 };

		for (unsigned i = 0; i < 16; i++) {
			struct io_place place;

			assert_true(offsets_next(&offsets, &place));
			order[pass][i] = place.offset_bytes;
			assert_in_range(place.offset_bytes / BLOCK, 2, 17);
			assert_int_equal(seen[place.offset_bytes / BLOCK - 2]++, 0);
		}
	}
	assert_memory_not_equal(order[0], order[1], sizeof(order[0]));

	work.repeat = false;
	make(&work);
	for (unsigned i = 0; i < 17; i++) {
		struct io_place place;

		check_row(i, offsets_next(&offsets, &place) == (i < 16));
	}
}

/* Several sizes: in their shares, at multiples of the smallest, never beyond the end. */
static void sizes_are_mixed(void **state)
{
	static const struct io_size sizes[] = { { 512, 60 }, { 4096, 30 }, { 65536, 10 } };
	struct io_work work = some_work();
	unsigned counts[3] = { 0 };

	(void)state;
	memcpy(work.sizes[IO_READ], sizes, sizeof(sizes));
	work.size_count[IO_READ] = 3;
	work.random_percent = 100;
	make(&work);
	assert_int_equal(offsets_largest(&work), 65536);
	for (unsigned i = 0; i < DRAWS; i++) {
		struct io_place place;

		assert_true(offsets_next(&offsets, &place));
		assert_int_equal(place.offset_bytes % 512, 0);
		assert_true(place.offset_bytes >= 2 * BLOCK);
		assert_true(place.offset_bytes + place.bytes <= 18 * BLOCK);
		for (unsigned j = 0; j < 3; j++)
			counts[j] += place.bytes == sizes[j].bytes;
	}
	for (unsigned j = 0; j < 3; j++)
		check_row(j, fabs(counts[j] * 100.0 / DRAWS - sizes[j].percent) < 0.8);
}

static void what_makes_no_sense_is_refused(void **state)
{
	static const struct {
		struct io_work work;
		const char *why;
	} rows[] = {
		{ { .read_percent = 100 }, "reading: expected 1 to 32 block sizes, got 0" },
		{ { .read_percent = 101 }, "reads and random: expected at most 100 %" },
		{ { .read_percent = 100,
		    .region_bytes = 4095,
		    .sizes = { { { BLOCK, 100 } } },
		    .size_count = { 1 } },
		  "reading: block size 4096: expected 1 to 4095, the size of the region" },
		{ { .region_bytes = MIB(1),
		    .sizes = { { { 0 } }, { { BLOCK, 50 }, { 512, 49 } } },
		    .size_count = { 0, 2 } },
		  "writing: the block sizes add up to 99 %, expected 100" },
		{ { .read_percent = 100,
		    .region_bytes = MIB(1),
		    .exactly_once = true,
		    .random_percent = 99,
		    .sizes = { { { BLOCK, 100 } } },
		    .size_count = { 1 } },
		  "exactly once: expected 100 % random, got 99" },
		{ { .read_percent = 100,
		    .region_bytes = MIB(1),
		    .exactly_once = true,
		    .random_percent = 100,
		    .sizes = { { { BLOCK, 50 }, { 512, 50 } } },
		    .size_count = { 2 } },
		  "exactly once: expected a single block size" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		char why[160] = "";

		check_row(i, offsets_make(&offsets, &rows[i].work, why, sizeof(why)) == -EINVAL);
		assert_string_equal(why, rows[i].why);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_order_goes_from_start_to_end),
		cmocka_unit_test(directions_have_places_of_their_own),
		cmocka_unit_test(shares_are_as_asked),
		cmocka_unit_test(random_places_are_even),
		cmocka_unit_test(exactly_once_covers_the_region),
		cmocka_unit_test(sizes_are_mixed),
		cmocka_unit_test(what_makes_no_sense_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
