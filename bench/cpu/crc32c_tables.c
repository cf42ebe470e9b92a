/* SPDX-License-Identifier: MIT */
/* crc32c_tables.c - the tables of the checksum, for a CPU without an instruction for it */

#include "bench/cpu/crc32c_kernel.h"

uint32_t crc32c_tables[CRC32C_TABLES][256];

void crc32c_tables_make(void)
{
	for (uint32_t byte = 0; byte < 256; byte++) {
		uint32_t crc = byte;

		for (unsigned bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? CRC32C_POLYNOMIAL : 0);
		crc32c_tables[0][byte] = crc;
	}
	for (unsigned later = 1; later < CRC32C_TABLES; later++)
		for (unsigned byte = 0; byte < 256; byte++) {
			uint32_t crc = crc32c_tables[later - 1][byte];

			crc32c_tables[later][byte] = crc >> 8 ^ crc32c_tables[0][crc & 255];
		}
}
