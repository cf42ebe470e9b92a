/* SPDX-License-Identifier: MIT */
/* test_io_content.c - what is in the blocks that are written, and how it is checked */

#include "tests/unit/check.h"

#include "bench/io/buffers.h"
#include "bench/io/verify.h"
#include "bench/lib/crc32c.h"

#include <string.h>

#define BYTES 8192
#define COUNT 4

static struct buffers buffers;

static void make(enum io_fill fill, unsigned compress_percent)
{
	struct io_work work = { .fill = fill, .compress_percent = compress_percent };

	assert_int_equal(buffers_make(&buffers, &work, COUNT, BYTES), 0);
}

/* RFC 3720, B.4, and the check value of catalogues; in one piece and in two. */
static void crc_of_known_bytes(void **state)
{
	unsigned char bytes[4][32];
	static const uint32_t expected[4] = { 0x8a9136aa, 0x62a8ab43, 0x46dd794e, 0x113fdb5c };

	(void)state;
	for (unsigned i = 0; i < 32; i++) {
		bytes[0][i] = 0;
		bytes[1][i] = 0xff;
		bytes[2][i] = (unsigned char)i;
		bytes[3][i] = (unsigned char)(31 - i);
	}
	for (unsigned i = 0; i < 4; i++) {
		check_row(i, crc32c(0, bytes[i], 32) == expected[i]);
		check_row(i, crc32c_plain(0, bytes[i], 32) == expected[i]);
		check_row(i, crc32c(crc32c(0, bytes[i], 5), bytes[i] + 5, 27) == expected[i]);
	}
	assert_int_equal(crc32c(0, "123456789", 9), 0xe3069283);
	assert_int_equal(crc32c_plain(0, "123456789", 9), 0xe3069283);
}

static size_t count_zeroes(const unsigned char *data, size_t bytes)
{
	size_t count = 0;

	for (size_t i = 0; i < bytes; i++)
		count += data[i] == 0;
	return count;
}

/* No 512 bytes are like any others, in all that is written after each other. */
static void each_piece_differs(void **state)
{
	static const enum io_fill fills[] = { IO_RANDOM, IO_REPEATED, IO_REFILLED };
	static unsigned char seen[3 * COUNT * BYTES];

	(void)state;
	for (size_t i = 0; i < countof(fills); i++) {
		size_t used = 0;

		make(fills[i], 0);
		for (unsigned n = 0; n < 3 * COUNT; n++, used += BYTES) {
			unsigned char *data = buffers_at(&buffers, n % COUNT);

			buffers_refresh(&buffers, data, BYTES);
			memcpy(seen + used, data, BYTES);
			check_row(i,
			          count_zeroes(data, BYTES) < BYTES / 64); /* 1 of 256 by chance */
		}
		for (size_t a = 0; a < used; a += 512)
			for (size_t b = a + 512; b < used; b += 512)
				check_row(i, memcmp(seen + a, seen + b, 512) != 0);
		buffers_free(&buffers);
	}
}

/* Of a repeated block all but a few words is the same; of a refilled one nothing. */
static void repeated_is_the_same_but_for_few_words(void **state)
{
	static const struct {
		enum io_fill fill;
		size_t least, most; /* bytes that differ between two buffers */
	} rows[] = { { IO_REPEATED, 16, BYTES / 64 },
		     { IO_RANDOM, BYTES / 2, BYTES },
		     { IO_ZEROES, 0, 0 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		size_t differ = 0;

		make(rows[i].fill, 0);
		for (unsigned n = 0; n < 2; n++)
			buffers_refresh(&buffers, buffers_at(&buffers, n), BYTES);
		for (size_t at = 0; at < BYTES; at++)
			differ += buffers_at(&buffers, 0)[at] != buffers_at(&buffers, 1)[at];
		check_row(i, differ >= rows[i].least && differ <= rows[i].most);
		buffers_free(&buffers);
	}
}

static void a_share_is_compressible(void **state)
{
	static const enum io_fill fills[] = { IO_RANDOM, IO_REPEATED, IO_REFILLED };
	static const unsigned shares[] = { 0, 25, 50, 90, 100 };

	(void)state;
	for (size_t i = 0; i < countof(fills); i++)
		for (size_t j = 0; j < countof(shares); j++) {
			double zeroes;

			make(fills[i], shares[j]);
			buffers_refresh(&buffers, buffers.memory, BYTES);
			zeroes = (double)count_zeroes(buffers.memory, BYTES) * 100 / BYTES;
			check_row(j, zeroes >= shares[j] - 2.0 && zeroes <= shares[j] + 2.0);
			buffers_free(&buffers);
		}
}

/* Units of any size; written by one seed, read by another. */
static void what_was_filled_is_found_right(void **state)
{
	static const uint32_t units[] = { 32, 512, 4096, BYTES };
	static unsigned char data[BYTES];

	(void)state;
	for (size_t i = 0; i < countof(units); i++) {
		struct verify writer = { .unit_bytes = units[i], .seed = 7 };
		struct verify reader = { .unit_bytes = units[i], .seed = 8 };

		verify_fill(&writer, data, BYTES, MIB(5));
		check_row(i, verify_check(&reader, data, BYTES, MIB(5)) == -1);
		check_row(i, verify_check(&reader, data, BYTES, MIB(6)) >= 8); /* misplaced */
		check_row(i, count_zeroes(data, BYTES) < BYTES / 2);
		writer.compress_percent = 50;
		verify_fill(&writer, data, BYTES, MIB(5));
		check_row(i, verify_check(&reader, data, BYTES, MIB(5)) == -1);
		check_row(i, count_zeroes(data, BYTES) >= BYTES / 2);
		memset(data, 0, BYTES); /* never written */
		check_row(i, verify_check(&reader, data, BYTES, MIB(5)) == 4);
	}
}

/* Wherever the byte is, in the header or behind it. */
static void each_wrong_byte_is_named(void **state)
{
	struct verify verify = { .unit_bytes = 512, .seed = 7 };
	static unsigned char data[1024];

	(void)state;
	verify_fill(&verify, data, sizeof(data), MIB(1));
	for (uint32_t at = 0; at < sizeof(data); at++)
		for (unsigned bit = 0; bit < 8; bit++) {
			data[at] ^= (unsigned char)(1 << bit);
			check_row(at, verify_check(&verify, data, sizeof(data), MIB(1)) == at);
			data[at] ^= (unsigned char)(1 << bit);
		}
	assert_int_equal(verify_check(&verify, data, sizeof(data), MIB(1)), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crc_of_known_bytes),
		cmocka_unit_test(each_piece_differs),
		cmocka_unit_test(repeated_is_the_same_but_for_few_words),
		cmocka_unit_test(a_share_is_compressible),
		cmocka_unit_test(what_was_filled_is_found_right),
		cmocka_unit_test(each_wrong_byte_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
