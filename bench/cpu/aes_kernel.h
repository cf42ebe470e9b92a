/* SPDX-License-Identifier: MIT */
/*
 * aes_kernel.h - AES-128 in counter mode, to measure with; never to keep a secret with
 *
 * Its tables give the key away to whoever can time the cache. What Assay protects, it
 * protects with a maintained library.
 */

#ifndef ASSAY_CPU_AES_KERNEL_H
#define ASSAY_CPU_AES_KERNEL_H

#include "bench/level.h"
#include "bench/lib/base.h"

#define AES_BLOCK_BYTES 16
#define AES_ROUNDS 10

struct aes_cipher {
	uint8_t keys[AES_ROUNDS + 1][AES_BLOCK_BYTES]; /* of the rounds, as in FIPS 197 */
	uint8_t counter[AES_BLOCK_BYTES]; /* of the first block; the highest byte first */
};

/*
 * The substitution box; and what a byte in each row of a column adds to it, when it has been
 * substituted and mixed, the first row in the lowest byte. Made by aes_key_expand().
 */
extern uint8_t aes_box[256];
extern uint32_t aes_columns[4][256];

/* Make cipher->keys of @key, and the tables. */
void aes_key_expand(struct aes_cipher *cipher, const uint8_t key[AES_BLOCK_BYTES]);

/* Encrypt or decrypt @blocks blocks of @data where they are. */
LEVELS_DECLARE(void, aes_ctr, (const struct aes_cipher *cipher, uint8_t *data, size_t blocks))

/* The same with the AES instructions: only if the CPU has them. */
void aes_ctr_aesni(const struct aes_cipher *cipher, uint8_t *data, size_t blocks);

#endif
