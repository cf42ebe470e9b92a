/* SPDX-License-Identifier: MIT */
/* blank.c - is a disk empty, as far as a look at a small part of it can tell */

#include "bench/machine/blank.h"

#include "bench/lib/random.h"

#define END_BYTES MIB(16)
#define PIECE_BYTES KIB(64)
#define PIECES 1024

/* One stretch, a piece at a time; returns as blank_check(). */
static int stretch_is_zero(const struct medium *medium, uint64_t start, uint64_t bytes,
                           uint64_t *offset)
{
	static unsigned char piece[PIECE_BYTES];

	while (bytes > 0) {
		size_t size = bytes < sizeof(piece) ? (size_t)bytes : sizeof(piece);
		int rc = medium_read(medium, start, piece, size);

		if (rc < 0)
			return rc;
		for (size_t i = 0; i < size; i++)
			if (piece[i] != 0) {
				*offset = start + i;
				return 0;
			}
		start += size;
		bytes -= size;
	}
	return 1;
}

int blank_check(const struct medium *medium, uint64_t seed, uint64_t *offset)
{
	uint64_t end = medium->bytes;
	int rc;

	if (end <= 2 * END_BYTES + PIECES * PIECE_BYTES)
		return stretch_is_zero(medium, 0, end, offset);
	rc = stretch_is_zero(medium, 0, END_BYTES, offset);
	if (rc > 0)
		rc = stretch_is_zero(medium, end - END_BYTES, END_BYTES, offset);
	for (unsigned i = 0; i < PIECES && rc > 0; i++) {
		uint64_t piece = random_next(&seed) % (end / PIECE_BYTES);

		rc = stretch_is_zero(medium, piece * PIECE_BYTES, PIECE_BYTES, offset);
	}
	return rc;
}
