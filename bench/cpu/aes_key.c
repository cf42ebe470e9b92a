/* SPDX-License-Identifier: MIT */
/* aes_key.c - tables and round keys of AES-128. Source: FIPS 197, sections 4.2, 5.1.1, 5.2 */

#include "bench/cpu/aes_kernel.h"

#include <string.h>

uint8_t aes_box[256];
uint32_t aes_columns[4][256];

/* Times x in GF(2^8). */
static uint8_t times_x(uint8_t value)
{
	return (uint8_t)(value << 1 ^ (value & 0x80 ? 0x1b : 0));
}

static uint8_t turn(uint8_t value, unsigned bits)
{
	return (uint8_t)(value << bits | value >> (8 - bits));
}

/* Walk through all of GF(2^8) but 0: the powers of 3, and beside them those of 1/3. */
static void make_tables(void)
{
	uint8_t power = 1, inverse = 1;

	do {
		power ^= times_x(power);
		inverse ^= (uint8_t)(inverse << 1);
		inverse ^= (uint8_t)(inverse << 2);
		inverse ^= (uint8_t)(inverse << 4);
		if (inverse & 0x80)
			inverse ^= 0x09;
		aes_box[power] = inverse ^ turn(inverse, 1) ^ turn(inverse, 2) ^ turn(inverse, 3) ^
		                 turn(inverse, 4) ^ 0x63;
	} while (power != 1);
	aes_box[0] = 0x63;

	for (unsigned i = 0; i < 256; i++) {
		uint32_t once = aes_box[i], twice = times_x(aes_box[i]);
		uint32_t column = twice | once << 8 | once << 16 | (once ^ twice) << 24;

		for (unsigned row = 0; row < 4; row++) {
			aes_columns[row][i] = column;
			column = column << 8 | column >> 24;
		}
	}
}

void aes_key_expand(struct aes_cipher *cipher, const uint8_t key[AES_BLOCK_BYTES])
{
	uint8_t(*words)[4] = (uint8_t(*)[4])cipher->keys, constant = 1;

	make_tables();
	memcpy(words, key, AES_BLOCK_BYTES);
	for (unsigned i = 4; i < 4 * (AES_ROUNDS + 1); i++) {
		const uint8_t *last = words[i - 1];
		uint8_t mixed[4] = { last[0], last[1], last[2], last[3] };

		if (i % 4 == 0) {
			mixed[0] = aes_box[last[1]] ^ constant;
			mixed[1] = aes_box[last[2]];
			mixed[2] = aes_box[last[3]];
			mixed[3] = aes_box[last[0]];
			constant = times_x(constant);
		}
		for (unsigned byte = 0; byte < 4; byte++)
			words[i][byte] = words[i - 4][byte] ^ mixed[byte];
	}
}
