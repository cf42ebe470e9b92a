/* SPDX-License-Identifier: MIT */
/*
 * aes_kernel.level.c - AES-128 in counter mode by table, for a CPU without AES instructions
 *
 * Source: FIPS 197; tables for substitution and mixing at once: section 5.2.1 of the Rijndael
 * proposal, Daemen and Rijmen 1999.
 */

#include "bench/cpu/aes_kernel.h"

#include <string.h>

/* What the round makes of the bytes that come together in one column, row by row. */
static inline uint32_t column(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	return aes_columns[0][a & 255] ^ aes_columns[1][b >> 8 & 255] ^
	       aes_columns[2][c >> 16 & 255] ^ aes_columns[3][d >> 24];
}

/* The last round does not mix. */
static inline uint32_t last_column(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	return (uint32_t)aes_box[a & 255] | (uint32_t)aes_box[b >> 8 & 255] << 8 |
	       (uint32_t)aes_box[c >> 16 & 255] << 16 | (uint32_t)aes_box[d >> 24] << 24;
}

static inline uint32_t key_word(const struct aes_cipher *cipher, unsigned round, unsigned i)
{
	uint32_t word;

	memcpy(&word, &cipher->keys[round][4 * i], sizeof(word));
	return word;
}

static void encrypt(const struct aes_cipher *cipher, uint32_t state[4])
{
	uint32_t a = state[0] ^ key_word(cipher, 0, 0), b = state[1] ^ key_word(cipher, 0, 1);
	uint32_t c = state[2] ^ key_word(cipher, 0, 2), d = state[3] ^ key_word(cipher, 0, 3);

	for (unsigned round = 1; round < AES_ROUNDS; round++) {
		uint32_t next_a = column(a, b, c, d) ^ key_word(cipher, round, 0);
		uint32_t next_b = column(b, c, d, a) ^ key_word(cipher, round, 1);
		uint32_t next_c = column(c, d, a, b) ^ key_word(cipher, round, 2);

		d = column(d, a, b, c) ^ key_word(cipher, round, 3);
		a = next_a;
		b = next_b;
		c = next_c;
	}
	state[0] = last_column(a, b, c, d) ^ key_word(cipher, AES_ROUNDS, 0);
	state[1] = last_column(b, c, d, a) ^ key_word(cipher, AES_ROUNDS, 1);
	state[2] = last_column(c, d, a, b) ^ key_word(cipher, AES_ROUNDS, 2);
	state[3] = last_column(d, a, b, c) ^ key_word(cipher, AES_ROUNDS, 3);
}

void LEVEL(aes_ctr)(const struct aes_cipher *cipher, uint8_t *data, size_t blocks)
{
	uint64_t high, low;

	memcpy(&high, cipher->counter, sizeof(high));
	memcpy(&low, cipher->counter + sizeof(high), sizeof(low));
	high = __builtin_bswap64(high);
	low = __builtin_bswap64(low);
	for (size_t i = 0; i < blocks; i++) {
		uint64_t number[2] = { __builtin_bswap64(high), __builtin_bswap64(low) };
		uint32_t state[4], words[4];

		memcpy(state, number, sizeof(state));
		encrypt(cipher, state);
		memcpy(words, data + i * AES_BLOCK_BYTES, sizeof(words));
		for (unsigned j = 0; j < 4; j++)
			words[j] ^= state[j];
		memcpy(data + i * AES_BLOCK_BYTES, words, sizeof(words));
		low++;
		high += low == 0;
	}
}
