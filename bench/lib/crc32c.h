/* SPDX-License-Identifier: MIT */
/* crc32c.h - the checksum of iSCSI, ext4 and NVMe, over one piece of memory */

#ifndef ASSAY_CRC32C_H
#define ASSAY_CRC32C_H

#include "bench/lib/base.h"

/*
 * Checksum of @bytes bytes, with the instruction for it if the CPU has one.
 *
 * @before  of the bytes that came before them; 0 = none
 */
uint32_t crc32c(uint32_t before, const void *data, size_t bytes);

/* The same, always without the instruction. */
uint32_t crc32c_plain(uint32_t before, const void *data, size_t bytes);

#endif
