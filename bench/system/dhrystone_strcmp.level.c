/* SPDX-License-Identifier: MIT */
/*
 * dhrystone_strcmp.level.c - strcmp() in steps of 32 bytes, as a C library for x86 has it
 *
 * The comparison is a third of Dhrystone's time. musl, with which Assay is linked, goes
 * byte by byte; the libraries of distributions do not. This one is for Dhrystone alone:
 * everything else goes on with musl's.
 */

#include "bench/system/dhrystone.h"

#include <immintrin.h>

#define STEP_BYTES 32u
#define PAGE_BYTES 4096u

/*
 * Read past the end of the text, but never into another page: that is where memory may
 * end. The sanitizers know of smaller limits, which do not count here.
 */
#define READS_AHEAD __attribute__((no_sanitize("address", "undefined")))

#ifdef __AVX2__

/* A bit for each of the next bytes that differ or end the text. */
READS_AHEAD static inline uint32_t stops(const char *a, const char *b)
{
	__m256i left = _mm256_loadu_si256((const __m256i *)a);
	__m256i equal = _mm256_cmpeq_epi8(left, _mm256_loadu_si256((const __m256i *)b));
	__m256i going_on = _mm256_min_epu8(equal, left);

	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(going_on, _mm256_setzero_si256()));
}

#else

READS_AHEAD static inline uint32_t stops_16(const char *a, const char *b)
{
	__m128i left = _mm_loadu_si128((const __m128i *)a);
	__m128i equal = _mm_cmpeq_epi8(left, _mm_loadu_si128((const __m128i *)b));
	__m128i going_on = _mm_min_epu8(equal, left);

	return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(going_on, _mm_setzero_si128()));
}

READS_AHEAD static inline uint32_t stops(const char *a, const char *b)
{
	return stops_16(a, b) | stops_16(a + 16, b + 16) << 16;
}

#endif

static inline bool page_ends(const char *text)
{
	return ((uintptr_t)text & (PAGE_BYTES - 1)) > PAGE_BYTES - STEP_BYTES;
}

/* The same as stops(), byte by byte, up to the first. */
static uint32_t stops_slowly(const char *a, const char *b)
{
	for (unsigned i = 0; i < STEP_BYTES; i++)
		if (a[i] != b[i] || a[i] == '\0')
			return 1u << i;
	return 0;
}

int vector_strcmp(const char *a, const char *b)
{
	for (;; a += STEP_BYTES, b += STEP_BYTES) {
		bool slowly = page_ends(a) || page_ends(b);
		uint32_t mask = slowly ? stops_slowly(a, b) : stops(a, b);

		if (mask) {
			int at = __builtin_ctz(mask);

			return (unsigned char)a[at] - (unsigned char)b[at];
		}
	}
}
