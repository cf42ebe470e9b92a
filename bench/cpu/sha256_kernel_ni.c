/* SPDX-License-Identifier: MIT */
/*
 * sha256_kernel_ni.c - the compression function with the SHA instructions
 *
 * An instruction does two rounds on a state that is kept as the words a b e f and c d g h.
 */

#include "bench/cpu/sha256_kernel.h"

#include <immintrin.h>

#define SHANI __attribute__((target("sha,sse4.1")))

/* Words t to t + 3 of the schedule, from the 16 before them: @w[0] are the oldest. */
SHANI static inline __m128i schedule(__m128i w0, __m128i w1, __m128i w2, __m128i w3)
{
	__m128i seven_back = _mm_alignr_epi8(w3, w2, 4);

	return _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), seven_back), w3);
}

/* Bring the order a b c d, e f g h of the standard into the other one. */
SHANI static inline void order_in(const uint32_t *state, __m128i *abef, __m128i *cdgh)
{
	__m128i dcba = _mm_loadu_si128((const __m128i *)state);
	__m128i hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
	__m128i cdab = _mm_shuffle_epi32(dcba, 0xb1), efgh = _mm_shuffle_epi32(hgfe, 0x1b);

	*abef = _mm_alignr_epi8(cdab, efgh, 8);
	*cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
}

SHANI static inline void order_out(uint32_t *state, __m128i abef, __m128i cdgh)
{
	__m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);

	_mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
	_mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

SHANI void sha256_blocks_shani(uint32_t state[SHA256_WORDS], const uint8_t *data, size_t blocks)
{
	const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
	const __m128i *constants = (const __m128i *)sha256_constants;
	__m128i abef, cdgh, words[4], both;

	order_in(state, &abef, &cdgh);
	for (; blocks > 0; blocks--, data += SHA256_BLOCK_BYTES) {
		__m128i abef_before = abef, cdgh_before = cdgh;

#define LOAD(i) words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)data + i), swap);
#define FOUR_ROUNDS(i)                                                        \
	both = _mm_add_epi32(words[(i) % 4], _mm_loadu_si128(constants + i)); \
	cdgh = _mm_sha256rnds2_epu32(cdgh, abef, both);                       \
	abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(both, 0x0e));
#define FOUR_ROUNDS_AND_WORDS(i) \
	FOUR_ROUNDS(i)           \
	words[(i) % 4] =         \
	    schedule(words[(i) % 4], words[(i + 1) % 4], words[(i + 2) % 4], words[(i + 3) % 4]);
#define EACH(step, first) step(first) step(first + 1) step(first + 2) step(first + 3)
		EACH(LOAD, 0)
		EACH(FOUR_ROUNDS_AND_WORDS, 0)
		EACH(FOUR_ROUNDS_AND_WORDS, 4)
		EACH(FOUR_ROUNDS_AND_WORDS, 8)
		EACH(FOUR_ROUNDS, 12)
		abef = _mm_add_epi32(abef, abef_before);
		cdgh = _mm_add_epi32(cdgh, cdgh_before);
	}
	order_out(state, abef, cdgh);
}
