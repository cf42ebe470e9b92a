/* SPDX-License-Identifier: MIT */
/* test_blank.c - is a disk empty: both ends, samples in between, and what cannot be read */

#include "tests/unit/check.h"

#include "bench/machine/blank.h"

#include <errno.h>
#include <string.h>

/* A medium of zeroes but for one byte; it counts what is read, and where it was. */
struct fake {
	uint64_t byte;   /* the one that is not zero */
	uint64_t broken; /* reads from here on fail */
	uint64_t read_bytes;
	uint64_t pieces[2048]; /* places of the reads of 64 KiB */
	unsigned count;
};

static int fake_read(void *context, uint64_t offset, void *to, size_t size)
{
	struct fake *fake = context;

	if (offset + size > fake->broken)
		return -EIO;
	memset(to, 0, size);
	if (fake->byte >= offset && fake->byte < offset + size)
		((unsigned char *)to)[fake->byte - offset] = 0x80;
	fake->read_bytes += size;
	if (fake->count < countof(fake->pieces))
		fake->pieces[fake->count++] = offset;
	return 0;
}

static struct fake fake;

static int check(uint64_t bytes, uint64_t byte, uint64_t broken, uint64_t *offset)
{
	const struct medium medium = { fake_read, &fake, bytes };

	memset(&fake, 0, sizeof(fake));
	fake.byte = byte;
	fake.broken = broken;
	return blank_check(&medium, 88172645463325252u, offset);
}

static void looks_at_both_ends(void **state)
{
	static const struct {
		uint64_t bytes, byte;
		int rc;
	} rows[] = {
		{ GIB(100), UINT64_MAX, 1 },
		{ GIB(100), 0, 0 },
		{ GIB(100), MIB(16) - 1, 0 },
		{ GIB(100), GIB(100) - 1, 0 },
		{ GIB(100), GIB(100) - MIB(16), 0 },
		{ GIB(100) + 512, GIB(100) + 511, 0 },
		{ MIB(1), MIB(1) - 1, 0 },
		{ MIB(1), UINT64_MAX, 1 },
		{ 0, UINT64_MAX, 1 },
		{ MIB(96), MIB(50) + 12345, 0 }, /* small: all of it is read */
		{ 1000, 999, 0 },
	};
	uint64_t offset;

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, check(rows[i].bytes, rows[i].byte, UINT64_MAX, &offset) == rows[i].rc);
		check_row(i, rows[i].rc || offset == rows[i].byte);
	}
}

static void samples_the_rest(void **state)
{
	uint64_t offset, piece, parts[16] = { 0 };

	(void)state;
	assert_int_equal(check(GIB(1000), UINT64_MAX, UINT64_MAX, &offset), 1);
	assert_int_equal(fake.read_bytes, 2 * MIB(16) + 1024 * KIB(64));
	for (unsigned i = fake.count - 1024; i < fake.count; i++)
		parts[fake.pieces[i] / (GIB(1000) / 16)]++;
	for (size_t i = 0; i < countof(parts); i++) /* 64 each, give or take five deviations */
		check_row(i, parts[i] > 24 && parts[i] < 104);
	piece = fake.pieces[fake.count - 1];
	assert_int_equal(check(GIB(1000), piece + 4711, UINT64_MAX, &offset), 0);
	assert_int_equal(offset, piece + 4711);
}

static void does_not_trust_what_it_cannot_read(void **state)
{
	uint64_t offset;

	(void)state;
	assert_int_equal(check(GIB(1), UINT64_MAX, MIB(8), &offset), -EIO);
	assert_int_equal(check(GIB(1), UINT64_MAX, GIB(1) - 1, &offset), -EIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(looks_at_both_ends),
		cmocka_unit_test(samples_the_rest),
		cmocka_unit_test(does_not_trust_what_it_cannot_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
