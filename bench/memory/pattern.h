/* SPDX-License-Identifier: MIT */
/* pattern.h - what memory.pattern fills memory with */

#ifndef ASSAY_MEMORY_PATTERN_H
#define ASSAY_MEMORY_PATTERN_H

#include "bench/lib/base.h"

/* Words that are not what was written to them. */
struct pattern_wrong {
	uint64_t count;
	uint64_t index; /* of the first one, as all here */
	uint64_t found, wanted;
};

/* In both, words[0] is the word number @first of the region. */
struct pattern {
	const char *name;
	void (*fill)(uint64_t *words, uint64_t first, uint64_t count);
	void (*check)(const uint64_t *words, uint64_t first, uint64_t count,
	              struct pattern_wrong *wrong);
};

#define PATTERNS 5
extern const struct pattern patterns[PATTERNS];

#endif
