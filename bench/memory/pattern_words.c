/* SPDX-License-Identifier: MIT */
/*
 * pattern_words.c - what memory.pattern fills memory with
 *
 * Walking ones find bits that are stuck or short-circuited, the checkerboard and its
 * inverse cells that leak into their neighbours, the number of the word address lines that are
 * stuck, random bits what depends on data.
 */

#include "bench/memory/pattern.h"

#define RANDOM_SEED 0x9e3779b97f4a7c15u
#define INLINE static inline __attribute__((always_inline))

INLINE uint64_t walking_ones(uint64_t index)
{
	return 1ull << index % 64;
}

INLINE uint64_t checkerboard(uint64_t index)
{
	(void)index;
	return 0x5555555555555555u;
}

INLINE uint64_t inverse(uint64_t index)
{
	(void)index;
	return 0xaaaaaaaaaaaaaaaau;
}

INLINE uint64_t address(uint64_t index)
{
	return index * sizeof(uint64_t);
}

/* A number for each word, without a state between them. Source: the mixer of splitmix64. */
INLINE uint64_t random_word(uint64_t index)
{
	uint64_t word = (index + 1) * RANDOM_SEED;

	word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
	word = (word ^ word >> 27) * 0x94d049bb133111ebu;
	return word ^ word >> 31;
}

INLINE void fill(uint64_t *words, uint64_t first, uint64_t count, uint64_t (*word)(uint64_t))
{
	for (uint64_t i = 0; i < count; i++)
		words[i] = word(first + i);
}

INLINE void check(const uint64_t *words, uint64_t first, uint64_t count, uint64_t (*word)(uint64_t),
                  struct pattern_wrong *wrong)
{
	for (uint64_t i = 0; i < count; i++) {
		uint64_t found = words[i], wanted = word(first + i);

		if (__builtin_expect(found == wanted, 1))
			continue;
		if (wrong->count++ > 0)
			continue;
		wrong->index = first + i;
		wrong->found = found;
		wrong->wanted = wanted;
	}
}

#define PATTERN_FUNCTIONS(word)                                                         \
	static void word##_fill(uint64_t *words, uint64_t first, uint64_t count)        \
	{                                                                               \
		fill(words, first, count, word);                                        \
	}                                                                               \
	static void word##_check(const uint64_t *words, uint64_t first, uint64_t count, \
	                         struct pattern_wrong *wrong)                           \
	{                                                                               \
		check(words, first, count, word, wrong);                                \
	}

PATTERN_FUNCTIONS(walking_ones)
PATTERN_FUNCTIONS(checkerboard)
PATTERN_FUNCTIONS(inverse)
PATTERN_FUNCTIONS(address)
PATTERN_FUNCTIONS(random_word)

const struct pattern patterns[PATTERNS] = {
	{ "walking ones", walking_ones_fill, walking_ones_check },
	{ "checkerboard", checkerboard_fill, checkerboard_check },
	{ "inverse checkerboard", inverse_fill, inverse_check },
	{ "address", address_fill, address_check },
	{ "random", random_word_fill, random_word_check },
};
