/* SPDX-License-Identifier: MIT */
/*
 * verify.c - blocks that say themselves where they belong and whether they are whole
 *
 * A unit is words of 64 bits: a checksum of all that follows it, below a mark; its place; its
 * seed; numbers from a generator that these two start; zeroes, if it is to be compressible. All
 * follows from place and seed, so that a byte can be named when the checksum says that one is
 * wrong.
 */

#include "bench/io/verify.h"

#include "bench/lib/crc32c.h"
#include "bench/lib/random.h"

#include <string.h>

#define MARK (UINT64_C(0x1f5ad1e5) << 32)
#define CRC_BYTES sizeof(uint32_t)
#define WORD_BYTES sizeof(uint64_t)
#define HEADER_BYTES (3 * WORD_BYTES)

/* A unit as it has to be, made word by word. */
struct maker {
	uint64_t offset_bytes, seed, random;
	uint32_t zeroes_at;
};

static struct maker make(const struct verify *verify, uint64_t offset_bytes, uint64_t seed)
{
	uint64_t zeroes = (uint64_t)verify->unit_bytes * verify->compress_percent / 100;
	uint64_t random = seed ^ offset_bytes * 0x9e3779b97f4a7c15u;

	return (struct maker){
		.offset_bytes = offset_bytes,
		.seed = seed,
		.random = random ? random : 1,
		.zeroes_at = verify->unit_bytes - (uint32_t)zeroes,
	};
}

/* The word at byte @at; those before it must have been asked for. The checksum is left out. */
static inline uint64_t next_word(struct maker *maker, uint32_t at)
{
	switch (at) {
	case 0: return MARK;
	case WORD_BYTES: return maker->offset_bytes;
	case 2 * WORD_BYTES: return maker->seed;
	default: return at < maker->zeroes_at ? random_next(&maker->random) : 0;
	}
}

static uint32_t crc_of(const unsigned char *unit, uint32_t unit_bytes)
{
	return crc32c(0, unit + CRC_BYTES, unit_bytes - CRC_BYTES);
}

void verify_fill(const struct verify *verify, void *data, uint32_t bytes, uint64_t offset_bytes)
{
	unsigned char *unit = data;

	for (uint32_t done = 0; done < bytes; done += verify->unit_bytes) {
		struct maker maker = make(verify, offset_bytes + done, verify->seed);
		uint32_t crc;

		for (uint32_t at = 0; at < verify->unit_bytes; at += WORD_BYTES) {
			uint64_t word = next_word(&maker, at);

			memcpy(unit + at, &word, WORD_BYTES);
		}
		crc = crc_of(unit, verify->unit_bytes);
		memcpy(unit, &crc, sizeof(crc));
		unit += verify->unit_bytes;
	}
}

/* The number of the first byte, the lowest one, that differs. */
static uint32_t first_byte(uint64_t difference)
{
	return (uint32_t)__builtin_ctzll(difference) / 8;
}

/* Where the first wrong byte is in a unit that has one. */
static uint32_t find_wrong(const struct verify *verify, const unsigned char *unit,
                           uint64_t offset_bytes)
{
	struct maker maker;
	uint64_t word, seed;
	uint32_t crc;

	/* The seed is another run's, if what it starts is there; else it may be what is wrong. */
	memcpy(&seed, unit + 2 * WORD_BYTES, sizeof(seed));
	memcpy(&word, unit + HEADER_BYTES, sizeof(word));
	maker = make(verify, offset_bytes, seed);
	if (next_word(&maker, HEADER_BYTES) != word)
		seed = verify->seed;
	maker = make(verify, offset_bytes, seed);
	for (uint32_t at = 0; at < verify->unit_bytes; at += WORD_BYTES) {
		memcpy(&word, unit + at, WORD_BYTES);
		if (at == 0)
			word &= ~(uint64_t)UINT32_MAX; /* the checksum comes last */
		word ^= next_word(&maker, at);
		if (word)
			return at + first_byte(word);
	}
	memcpy(&crc, unit, sizeof(crc));
	return first_byte(crc ^ crc_of(unit, verify->unit_bytes));
}

int64_t verify_check(const struct verify *verify, const void *data, uint32_t bytes,
                     uint64_t offset_bytes)
{
	const unsigned char *unit = data;

	for (uint32_t done = 0; done < bytes; done += verify->unit_bytes) {
		uint32_t crc;
		uint64_t head[2];

		memcpy(&crc, unit, sizeof(crc));
		memcpy(head, unit, sizeof(head));
		if (crc != crc_of(unit, verify->unit_bytes) || head[0] - crc != MARK ||
		    head[1] != offset_bytes + done)
			return (int64_t)done + find_wrong(verify, unit, offset_bytes + done);
		unit += verify->unit_bytes;
	}
	return -1;
}
