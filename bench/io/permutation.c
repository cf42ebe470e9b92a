/* SPDX-License-Identifier: MIT */
/*
 * permutation.c - the numbers below N in an order that looks random, each once, without a list
 *
 * A counter runs through all numbers of as many bits as N has, and each is scrambled by steps
 * that can be undone: to multiply by an odd number, and to fold the upper half of the bits into
 * the lower one. So no two give the same. Those that come out as N or more are passed over,
 * which are fewer than half.
 */

#include "bench/io/permutation.h"

#include "bench/lib/random.h"

void permutation_begin(struct permutation *permutation, uint64_t count, uint64_t seed)
{
	unsigned bits = count > 1 ? 64 - (unsigned)__builtin_clzll(count - 1) : 0;

	permutation->count = count;
	permutation->given = 0;
	permutation->next = 0;
	permutation->mask = bits ? ~UINT64_C(0) >> (64 - bits) : 0;
	permutation->shift = bits > 1 ? (bits + 1) / 2 : 1;
	for (size_t i = 0; i < countof(permutation->keys); i++)
		permutation->keys[i] = random_next(&seed) | 1;
}

static uint64_t scramble(const struct permutation *permutation, uint64_t number)
{
	for (size_t i = 0; i < countof(permutation->keys); i++) {
		number = ((number ^ permutation->keys[i] >> 1) * permutation->keys[i]) &
		         permutation->mask;
		number ^= number >> permutation->shift;
	}
	return number;
}

bool permutation_next(struct permutation *permutation, uint64_t *number)
{
	if (permutation->given == permutation->count)
		return false;
	permutation->given++;
	do {
		*number = scramble(permutation, permutation->next++);
	} while (*number >= permutation->count);
	return true;
}
