/* SPDX-License-Identifier: MIT */
/*
 * aes_kernel_ni.c - AES-128 in counter mode with the AES instructions
 *
 * Eight blocks at a time: an instruction takes several cycles, but one or two can begin
 * in each.
 */

#include "bench/cpu/aes_kernel.h"

#include <string.h>
#include <wmmintrin.h>

#define AESNI __attribute__((target("aes")))
#define LANES 8
#define EACH_LANE(step) step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7)

/* The counter of a block, as a number of two halves. */
struct counter {
	uint64_t high, low;
};

AESNI static inline __m128i next_block(struct counter *counter)
{
	__m128i block = _mm_set_epi64x((long long)__builtin_bswap64(counter->low),
	                               (long long)__builtin_bswap64(counter->high));

	counter->low++;
	counter->high += counter->low == 0;
	return block;
}

AESNI static inline void eight_blocks(const __m128i *keys, struct counter *counter, __m128i *data)
{
	__m128i lanes[LANES], key = _mm_loadu_si128(&keys[0]);

#define BEGIN(i) lanes[i] = _mm_xor_si128(next_block(counter), key);
	EACH_LANE(BEGIN)
	for (unsigned round = 1; round < AES_ROUNDS; round++) {
		key = _mm_loadu_si128(&keys[round]);
#define MIX(i) lanes[i] = _mm_aesenc_si128(lanes[i], key);
		EACH_LANE(MIX)
	}
	key = _mm_loadu_si128(&keys[AES_ROUNDS]);
#define END(i)                                          \
	lanes[i] = _mm_aesenclast_si128(lanes[i], key); \
	_mm_storeu_si128(&data[i], _mm_xor_si128(lanes[i], _mm_loadu_si128(&data[i])));
	EACH_LANE(END)
}

AESNI static inline void one_block(const __m128i *keys, struct counter *counter, __m128i *data)
{
	__m128i lane = _mm_xor_si128(next_block(counter), _mm_loadu_si128(&keys[0]));

	for (unsigned round = 1; round < AES_ROUNDS; round++)
		lane = _mm_aesenc_si128(lane, _mm_loadu_si128(&keys[round]));
	lane = _mm_aesenclast_si128(lane, _mm_loadu_si128(&keys[AES_ROUNDS]));
	_mm_storeu_si128(data, _mm_xor_si128(lane, _mm_loadu_si128(data)));
}

AESNI void aes_ctr_aesni(const struct aes_cipher *cipher, uint8_t *data, size_t blocks)
{
	const __m128i *keys = (const __m128i *)cipher->keys;
	__m128i *lanes = (__m128i *)data;
	struct counter at;

	memcpy(&at, cipher->counter, sizeof(at));
	at.high = __builtin_bswap64(at.high);
	at.low = __builtin_bswap64(at.low);
	for (; blocks >= LANES; blocks -= LANES, lanes += LANES)
		eight_blocks(keys, &at, lanes);
	for (; blocks > 0; blocks--, lanes++)
		one_block(keys, &at, lanes);
}
