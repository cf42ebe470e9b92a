/* SPDX-License-Identifier: MIT */
/*
 * lz.level.c - compress: take the last place where the same four bytes stood, if any
 *
 * Source: Ziv and Lempel 1977; one entry for each hash, first match taken: LZRW1, Williams 1991
 */

#include "bench/cpu/lz.h"

#include <string.h>

#define HASH_BITS 12
#define NUMBER_MAX 15 /* of half a byte */

struct output {
	uint8_t *at;
};

static inline uint32_t load32(const uint8_t *from)
{
	uint32_t word;

	memcpy(&word, from, sizeof(word));
	return word;
}

static inline uint32_t hash(uint32_t word)
{
	return word * 2654435761u >> (32 - HASH_BITS);
}

static void put_rest(struct output *output, size_t number)
{
	if (number < NUMBER_MAX)
		return;
	for (number -= NUMBER_MAX; number >= 255; number -= 255)
		*output->at++ = 255;
	*output->at++ = (uint8_t)number;
}

static uint8_t half(size_t number)
{
	return (uint8_t)(number < NUMBER_MAX ? number : NUMBER_MAX);
}

static void put_part(struct output *output, const uint8_t *literals, size_t count, size_t distance,
                     size_t length)
{
	size_t more = distance ? length - LZ_MATCH_MIN : 0;

	*output->at++ = (uint8_t)(half(count) << 4 | half(more));
	put_rest(output, count);
	memcpy(output->at, literals, count);
	output->at += count;
	if (distance == 0)
		return;
	*output->at++ = (uint8_t)distance;
	*output->at++ = (uint8_t)(distance >> 8);
	put_rest(output, more);
}

/* How many bytes are alike from @a and from @b on, which comes later, up to @end. */
static size_t match_length(const uint8_t *a, const uint8_t *b, const uint8_t *end)
{
	const uint8_t *start = b;

	while (b + sizeof(uint64_t) <= end) {
		uint64_t left, right;

		memcpy(&left, a, sizeof(left));
		memcpy(&right, b, sizeof(right));
		if (left != right)
			return (size_t)(b - start) + (unsigned)__builtin_ctzll(left ^ right) / 8;
		a += sizeof(left);
		b += sizeof(right);
	}
	while (b < end && *a == *b) {
		a++;
		b++;
	}
	return (size_t)(b - start);
}

size_t LEVEL(lz_compress)(uint8_t *to, const uint8_t *from, size_t bytes)
{
	uint16_t table[1 << HASH_BITS] = { 0 }; /* where a hash was seen last; 0 also for never */
	struct output output = { to };
	size_t literals = 0, at = 1; /* what is before @literals has been put out */

	while (at + LZ_MATCH_MIN <= bytes) {
		uint32_t word = load32(from + at);
		uint16_t *entry = &table[hash(word)];
		size_t seen = *entry, length;

		*entry = (uint16_t)at;
		if (load32(from + seen) != word) {
			at++;
			continue;
		}
		length = match_length(from + seen, from + at, from + bytes);
		put_part(&output, from + literals, at - literals, at - seen, length);
		at += length;
		literals = at;
	}
	put_part(&output, from + literals, bytes - literals, 0, 0);
	return (size_t)(output.at - to);
}
