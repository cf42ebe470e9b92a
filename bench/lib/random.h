/* SPDX-License-Identifier: MIT */
/* random.h - numbers that look random and are the same on every run */

#ifndef ASSAY_RANDOM_H
#define ASSAY_RANDOM_H

#include "bench/lib/base.h"

/*
 * The next of 2^64 - 1 numbers; not for secrets.
 *
 * @state  the seed, not 0, and then what this function left there
 * Source: xorshift64* of Vigna 2016.
 */
static inline uint64_t random_next(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1du;
}

#endif
