/* SPDX-License-Identifier: MIT */
/* dd_words.h - the operands of dd, understood */

#ifndef ASSAY_DD_WORDS_H
#define ASSAY_DD_WORDS_H

#include "bench/dd/dd.h"

/* So many blocks of the side it is about, and so many bytes. */
struct dd_amount {
	uint64_t blocks, bytes;
};

enum dd_status { DD_STATUS_ALL, DD_STATUS_NOXFER, DD_STATUS_NONE, DD_STATUS_PROGRESS };

/* What is asked of one side. */
struct dd_file {
	const char *path; /* in the words; NULL = standard input or output */
	size_t block_bytes;
	struct dd_amount skip; /* skip= of the input, seek= of the output */
	bool direct, dsync, sync, nocache;
};

struct dd_request {
	struct dd_file input, output;
	bool reblock, fullblock;
	struct dd_amount count; /* blocks DD_NO_LIMIT = all */
	bool fdatasync, fsync, notrunc, nocreat, excl;
	enum dd_status status;
};

/*
 * Understand @words, NULL-terminated: if= of= bs= ibs= obs= count= skip= seek= conv= iflag= oflag=
 * status=. Numbers may end in c w b, K M G T P E (and ...iB: powers of 1024), kB KB MB ... (powers
 * of 1000) and be multiplied with x; count, skip and seek that end in B are bytes.
 *
 * Returns 0, or -EINVAL with one line in @why: the word, and what was expected.
 * Source: GNU dd 9.1.
 */
MUST_CHECK int dd_words_parse(struct dd_request *request, char *const *words, char *why,
                              size_t why_size);

/* In bytes, with blocks of @block_bytes; UINT64_MAX = more than fits, or no limit. */
uint64_t dd_amount_bytes(const struct dd_amount *amount, size_t block_bytes);

/* "fdatasync, fsync, ...": what the operand @name ("conv", "iflag", "oflag") may hold. */
char *dd_words_flags(const char *name, char *text, size_t size);

#endif
