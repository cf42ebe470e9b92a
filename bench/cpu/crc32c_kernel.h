/* SPDX-License-Identifier: MIT */
/* crc32c_kernel.h - the checksum of iSCSI, ext4 and NVMe: three blocks side by side */

#ifndef ASSAY_CPU_CRC32C_KERNEL_H
#define ASSAY_CPU_CRC32C_KERNEL_H

#include "bench/level.h"
#include "bench/lib/base.h"

#define CRC32C_POLYNOMIAL 0x82f63b78u /* of Castagnoli, the lowest power in the highest bit */
#define CRC32C_LANES 3                /* a CRC instruction takes as many cycles */
#define CRC32C_TABLES 8

/* [n][b]: what byte b still does to the checksum n bytes later. Made by crc32c_tables_make(). */
extern uint32_t crc32c_tables[CRC32C_TABLES][256];

void crc32c_tables_make(void);

/* crcs[i] = the checksum of @bytes bytes of data[i] */
LEVELS_DECLARE(void, crc32c,
               (const uint8_t *const data[CRC32C_LANES], size_t bytes, uint32_t crcs[CRC32C_LANES]))

#endif
