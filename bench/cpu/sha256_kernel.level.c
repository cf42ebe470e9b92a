/* SPDX-License-Identifier: MIT */
/* sha256_kernel.level.c - the compression function in plain C. Source: FIPS 180-4, 6.2.2 */

#include "bench/cpu/sha256_kernel.h"

#include <string.h>

static inline uint32_t turn(uint32_t value, unsigned bits)
{
	return value >> bits | value << (32 - bits);
}

static void make_schedule(uint32_t words[SHA256_ROUNDS], const uint8_t *block)
{
	memcpy(words, block, SHA256_BLOCK_BYTES);
	for (unsigned t = 0; t < 16; t++)
		words[t] = __builtin_bswap32(words[t]);
	for (unsigned t = 16; t < SHA256_ROUNDS; t++) {
		uint32_t a = words[t - 15], b = words[t - 2];

		words[t] = (turn(b, 17) ^ turn(b, 19) ^ b >> 10) + words[t - 7] +
		           (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + words[t - 16];
	}
}

/* One round. What the standard moves from h to a, the callers turn by naming. */
static inline void round_of(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f,
                            uint32_t g, uint32_t *h, uint32_t constant_and_word)
{
	uint32_t choice = g ^ (e & (f ^ g)), majority = (a & b) | (c & (a | b));

	*h += (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constant_and_word;
	*d += *h;
	*h += (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
}

static void add_block(uint32_t state[SHA256_WORDS], const uint8_t *block)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
	uint32_t words[SHA256_ROUNDS];

	make_schedule(words, block);
	for (unsigned t = 0; t < SHA256_ROUNDS; t += 8) {
		const uint32_t *k = sha256_constants + t, *w = words + t;

		round_of(a, b, c, &d, e, f, g, &h, k[0] + w[0]);
		round_of(h, a, b, &c, d, e, f, &g, k[1] + w[1]);
		round_of(g, h, a, &b, c, d, e, &f, k[2] + w[2]);
		round_of(f, g, h, &a, b, c, d, &e, k[3] + w[3]);
		round_of(e, f, g, &h, a, b, c, &d, k[4] + w[4]);
		round_of(d, e, f, &g, h, a, b, &c, k[5] + w[5]);
		round_of(c, d, e, &f, g, h, a, &b, k[6] + w[6]);
		round_of(b, c, d, &e, f, g, h, &a, k[7] + w[7]);
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
	state[5] += f;
	state[6] += g;
	state[7] += h;
}

void LEVEL(sha256_blocks)(uint32_t state[SHA256_WORDS], const uint8_t *data, size_t blocks)
{
	for (; blocks > 0; blocks--, data += SHA256_BLOCK_BYTES)
		add_block(state, data);
}
