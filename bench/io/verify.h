/* SPDX-License-Identifier: MIT */
/* verify.h - blocks that say themselves where they belong and whether they are whole */

#ifndef ASSAY_IO_VERIFY_H
#define ASSAY_IO_VERIFY_H

#include "bench/lib/base.h"

/* A unit is what has a header of its own. Its bytes: */
#define VERIFY_UNIT_LEAST 32

struct verify {
	uint32_t unit_bytes;       /* at least VERIFY_UNIT_LEAST, a multiple of 8 */
	unsigned compress_percent; /* of each unit are zeroes, at its end */
	uint64_t seed;
};

/* Fill @bytes bytes that are to be written at @offset_bytes: whole units. */
void verify_fill(const struct verify *verify, void *data, uint32_t bytes, uint64_t offset_bytes);

/*
 * Check @bytes bytes that were read at @offset_bytes: whole units.
 *
 * Returns -1 if all is as it was written, with whatever seed; else where the first wrong byte is.
 */
int64_t verify_check(const struct verify *verify, const void *data, uint32_t bytes,
                     uint64_t offset_bytes);

#endif
