/* SPDX-License-Identifier: MIT */
/* permutation.h - the numbers below N in an order that looks random, each once, without a list */

#ifndef ASSAY_IO_PERMUTATION_H
#define ASSAY_IO_PERMUTATION_H

#include "bench/lib/base.h"

struct permutation {
	uint64_t count; /* N */
	uint64_t given; /* of them, in this pass */
	uint64_t next;  /* what is scrambled next */
	uint64_t mask;  /* as many bits as N - 1 has */
	unsigned shift; /* about half of the bits */
	uint64_t keys[3];
};

/* Begin a pass over the numbers below @count, 1 or more. Another @seed, another order. */
void permutation_begin(struct permutation *permutation, uint64_t count, uint64_t seed);

/* The next number; false when each was given. */
bool permutation_next(struct permutation *permutation, uint64_t *number);

#endif
