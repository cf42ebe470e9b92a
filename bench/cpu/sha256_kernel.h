/* SPDX-License-Identifier: MIT */
/* sha256_kernel.h - the compression function of SHA-256, to measure with */

#ifndef ASSAY_CPU_SHA256_KERNEL_H
#define ASSAY_CPU_SHA256_KERNEL_H

#include "bench/level.h"
#include "bench/lib/base.h"

#define SHA256_BLOCK_BYTES 64
#define SHA256_ROUNDS 64
#define SHA256_WORDS 8 /* of the state, and of the digest */

/* FIPS 180-4, section 4.2.2 */
extern const uint32_t sha256_constants[SHA256_ROUNDS];

/* Add @blocks blocks of @data to @state. */
LEVELS_DECLARE(void, sha256_blocks,
               (uint32_t state[SHA256_WORDS], const uint8_t *data, size_t blocks))

/* The same with the SHA instructions: only if the CPU has them, SSSE3 and SSE4.1. */
void sha256_blocks_shani(uint32_t state[SHA256_WORDS], const uint8_t *data, size_t blocks);

#endif
