/* SPDX-License-Identifier: MIT */
/* stream_kernel.h - the four loops of STREAM over three arrays, and how threads share them */

#ifndef ASSAY_MEMORY_STREAM_KERNEL_H
#define ASSAY_MEMORY_STREAM_KERNEL_H

#include "bench/lib/base.h"

#define STREAM_FACTOR 3.0

/* An array is a multiple of this long, and so is each thread's part: 4096 bytes. */
#define STREAM_STEP 512

/* Three arrays, or parts of them, of @count numbers each. */
struct stream {
	double *a, *b, *c;
	size_t count;
};

/* What part of @all is thread @number's, of @threads. */
struct stream stream_part(const struct stream *all, unsigned number, unsigned threads);

/* Set every number: a, b and c are alike throughout. */
void stream_fill(const struct stream *part, double a, double b, double c);

void stream_copy(const struct stream *part);  /* c = a */
void stream_scale(const struct stream *part); /* b = 3 c */
void stream_add(const struct stream *part);   /* c = a + b */
void stream_triad(const struct stream *part); /* a = b + 3 c */

/* A number that is not what all in its array must be. */
struct stream_wrong {
	char array; /* 'a', 'b' or 'c'; 0 = there is none */
	size_t index;
	double found, wanted;
};

/* Find the first number that is not @a, @b or @c, to the last bit. */
struct stream_wrong stream_check(const struct stream *all, double a, double b, double c);

#endif
