/* SPDX-License-Identifier: MIT */
/*
 * crc32c_kernel.level.c - CRC-32C: from level 2 with the instruction of SSE4.2, else by table
 *
 * Source: RFC 3720, 12.1; eight tables at once: Kounavis and Berry 2005.
 */

#include "bench/cpu/crc32c_kernel.h"

#include <string.h>

#define LANES CRC32C_LANES

#if ASSAY_LEVEL >= 2

#include <nmmintrin.h>

static inline uint32_t add_word(uint32_t crc, uint64_t word)
{
	return (uint32_t)_mm_crc32_u64(crc, word);
}

static inline uint32_t add_byte(uint32_t crc, uint8_t byte)
{
	return _mm_crc32_u8(crc, byte);
}

#else

static inline uint32_t add_word(uint32_t crc, uint64_t word)
{
	uint32_t sum = 0;

	word ^= crc;
	for (unsigned i = 0; i < CRC32C_TABLES; i++)
		sum ^= crc32c_tables[CRC32C_TABLES - 1 - i][word >> 8 * i & 255];
	return sum;
}

static inline uint32_t add_byte(uint32_t crc, uint8_t byte)
{
	return crc >> 8 ^ crc32c_tables[0][(crc ^ byte) & 255];
}

#endif

void LEVEL(crc32c)(const uint8_t *const data[LANES], size_t bytes, uint32_t crcs[LANES])
{
	uint32_t sums[LANES] = { ~0u, ~0u, ~0u };
	size_t at = 0;

	for (; at + sizeof(uint64_t) <= bytes; at += sizeof(uint64_t))
		for (unsigned i = 0; i < LANES; i++) {
			uint64_t word;

			memcpy(&word, data[i] + at, sizeof(word));
			sums[i] = add_word(sums[i], word);
		}
	for (; at < bytes; at++)
		for (unsigned i = 0; i < LANES; i++)
			sums[i] = add_byte(sums[i], data[i][at]);
	for (unsigned i = 0; i < LANES; i++)
		crcs[i] = ~sums[i];
}
