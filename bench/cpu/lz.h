/* SPDX-License-Identifier: MIT */
/*
 * lz.h - a small compressor of our own, of the kind of LZ4
 *
 * Format: a series of parts. Each is a byte with two numbers - in its upper half how many
 * literal bytes follow, in its lower half how long the match after them is, less 4 - then
 * what is missing of the first number, the literals, the distance of the match in two bytes,
 * the lower one first, and what is missing of the second number. A half of 15 is continued in
 * further bytes that are added to it, up to one that is not 255. The last part has literals
 * only.
 */

#ifndef ASSAY_CPU_LZ_H
#define ASSAY_CPU_LZ_H

#include "bench/level.h"
#include "bench/lib/base.h"

#define LZ_INPUT_MAX 65536 /* bytes: so that every distance fits in two */
#define LZ_MATCH_MIN 4

/* The most that @bytes bytes can become, when nothing repeats. */
#define LZ_OUTPUT_MAX(bytes) ((bytes) + (bytes) / 255 + 16)

/* Compress @bytes bytes, at most LZ_INPUT_MAX. Returns the size of what is in @to. */
LEVELS_DECLARE(size_t, lz_compress, (uint8_t * to, const uint8_t *from, size_t bytes))

/* Returns how many bytes came out, at most @room, or -EINVAL if this is no such series. */
MUST_CHECK int lz_expand(uint8_t *to, size_t room, const uint8_t *from, size_t bytes);

#endif
