/* SPDX-License-Identifier: MIT */
/*
 * crc32c.c - the checksum of iSCSI, ext4 and NVMe, over one piece of memory
 *
 * Source: RFC 3720, 12.1.
 */

#include "bench/lib/crc32c.h"

#include <nmmintrin.h>
#include <string.h>

/* What four bits still do to the checksum; of the polynomial of Castagnoli, 0x82f63b78. */
static const uint32_t nibbles[16] = {
	0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3,
	0x61c69362, 0x7198540d, 0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
	0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
};

uint32_t crc32c_plain(uint32_t before, const void *data, size_t bytes)
{
	const unsigned char *next = data;
	uint32_t crc = ~before;

	for (; bytes > 0; bytes--) {
		crc ^= *next++;
		crc = crc >> 4 ^ nibbles[crc & 15];
		crc = crc >> 4 ^ nibbles[crc & 15];
	}
	return ~crc;
}

__attribute__((target("sse4.2"))) static uint32_t crc32c_sse42(uint32_t before, const void *data,
                                                               size_t bytes)
{
	const unsigned char *next = data;
	uint32_t crc = ~before;

	for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t), next += sizeof(uint64_t)) {
		uint64_t word;

		memcpy(&word, next, sizeof(word));
		crc = (uint32_t)_mm_crc32_u64(crc, word);
	}
	for (; bytes > 0; bytes--)
		crc = _mm_crc32_u8(crc, *next++);
	return ~crc;
}

uint32_t crc32c(uint32_t before, const void *data, size_t bytes)
{
	return __builtin_cpu_supports("sse4.2") ? crc32c_sse42(before, data, bytes)
	                                        : crc32c_plain(before, data, bytes);
}
