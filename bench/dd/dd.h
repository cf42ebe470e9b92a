/* SPDX-License-Identifier: MIT */
/* dd.h - copy blocks one after the other, one at a time, and time it: what dd does */

#ifndef ASSAY_DD_H
#define ASSAY_DD_H

#include "bench/lib/base.h"

#define DD_BLOCK_BYTES 512        /* without bs=, ibs= and obs= */
#define DD_BLOCK_BYTES_MAX GIB(1) /* Linux cuts a read or write above 2 GiB */
#define DD_NO_LIMIT UINT64_MAX    /* of blocks: to the end of the input */
#define DD_NO_INPUT (-1)          /* as dd_copy.input */

/* What is flushed after the last write, before the clock stops. */
enum dd_flush {
	DD_FLUSH_NONE,
	DD_FLUSH_DATA, /* conv=fdatasync: data, and what is needed to find them */
	DD_FLUSH_ALL,  /* conv=fsync: all of the inode besides */
};

/* One side of the copy. */
struct dd_side {
	int fd;                /* stays the caller's; at its place already */
	size_t block_bytes;    /* 1 to DD_BLOCK_BYTES_MAX */
	uint64_t offset_bytes; /* where @fd stands: for dropping the cache, and to name places */
	bool direct;           /* O_DIRECT is set: taken off for a last block that is not whole */
	bool nocache;          /* what was copied is dropped from the page cache as it goes */
};

struct dd_outcome;

struct dd_copy {
	struct dd_side input, output;
	bool reblock;          /* no bs=: output blocks are filled whatever the reads give */
	bool fullblock;        /* a read that gave less is continued */
	uint64_t count_blocks; /* of input to copy at most; DD_NO_LIMIT */
	size_t count_bytes;    /* and so many more bytes: a last block that is not whole */
	enum dd_flush flush;

	/*
	 * With input.fd DD_NO_INPUT: a page-aligned block that is written over and over, each
	 * of its 512 bytes made different from all others before. Else NULL.
	 */
	void *content;

	/* Called after each block; true = it is enough. May be NULL: then no clock is read. */
	bool (*each)(void *context, uint64_t now_ns, const struct dd_outcome *so_far);
	void *context;
};

/* Where a copy was when it failed. */
enum dd_place { DD_AT_READ, DD_AT_WRITE, DD_AT_FLUSH };

struct dd_outcome {
	uint64_t input_full, input_partial;   /* blocks */
	uint64_t output_full, output_partial; /* blocks */
	uint64_t bytes;                       /* written */
	uint64_t start_ns;
	uint64_t elapsed_ns; /* from before the first read to after the flush */
	int error;           /* 0, or -errno with: */
	enum dd_place place;
	uint64_t offset_bytes; /* of the read or write that failed */
};

/*
 * Copy. The clock starts when all is open and truncated, and stops after the flush, before
 * anything is closed. One thread, one block in flight.
 *
 * @outcome  set; so far as it came also when it failed
 * Returns 0, or outcome->error.
 * Source: what GNU dd 9.1 asks of the kernel.
 */
MUST_CHECK int dd_run(const struct dd_copy *copy, struct dd_outcome *outcome);

/* Why it failed, in one line: "write at byte 4096 of NAME: No space left on device". */
void dd_explain(const struct dd_outcome *outcome, const char *input_name, const char *output_name,
                char *why, size_t why_size);

#endif
