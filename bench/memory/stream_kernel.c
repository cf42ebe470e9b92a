/* SPDX-License-Identifier: MIT */
/*
 * stream_kernel.c - the four loops of STREAM
 *
 * Two numbers at a time, as every x86-64 can: memory is the limit, not the CPU. The barrier
 * in the loop that copies keeps the compiler from calling memcpy(), which may go round the
 * caches: then copy would be counted by another rule than the others.
 */

#include "bench/memory/stream_kernel.h"

#define VECTOR double __attribute__((vector_size(16)))
#define LANES 2

struct stream stream_part(const struct stream *all, unsigned number, unsigned threads)
{
	size_t steps = all->count / STREAM_STEP;
	size_t first = steps * number / threads * STREAM_STEP;
	size_t end = steps * (number + 1) / threads * STREAM_STEP;

	return (struct stream){ all->a + first, all->b + first, all->c + first, end - first };
}

void stream_fill(const struct stream *part, double a, double b, double c)
{
	for (size_t i = 0; i < part->count; i++) {
		part->a[i] = a;
		part->b[i] = b;
		part->c[i] = c;
	}
}

void stream_copy(const struct stream *part)
{
	const VECTOR *from = (const VECTOR *)part->a;
	VECTOR *to = (VECTOR *)part->c;

	for (size_t i = 0; i < part->count / LANES; i++) {
		to[i] = from[i];
		__asm__ volatile("" : : : "memory");
	}
}

void stream_scale(const struct stream *part)
{
	const VECTOR *from = (const VECTOR *)part->c, factor = { STREAM_FACTOR, STREAM_FACTOR };
	VECTOR *to = (VECTOR *)part->b;

	for (size_t i = 0; i < part->count / LANES; i++)
		to[i] = factor * from[i];
}

void stream_add(const struct stream *part)
{
	const VECTOR *left = (const VECTOR *)part->a, *right = (const VECTOR *)part->b;
	VECTOR *to = (VECTOR *)part->c;

	for (size_t i = 0; i < part->count / LANES; i++)
		to[i] = left[i] + right[i];
}

void stream_triad(const struct stream *part)
{
	const VECTOR *left = (const VECTOR *)part->b, *right = (const VECTOR *)part->c;
	const VECTOR factor = { STREAM_FACTOR, STREAM_FACTOR };
	VECTOR *to = (VECTOR *)part->a;

	for (size_t i = 0; i < part->count / LANES; i++)
		to[i] = left[i] + factor * right[i];
}

static struct stream_wrong check(char array, const double *numbers, size_t count, double wanted)
{
	for (size_t i = 0; i < count; i++)
		if (!(numbers[i] == wanted))
			return (struct stream_wrong){ array, i, numbers[i], wanted };
	return (struct stream_wrong){ 0 };
}

struct stream_wrong stream_check(const struct stream *all, double a, double b, double c)
{
	struct stream_wrong wrong = check('a', all->a, all->count, a);

	if (!wrong.array)
		wrong = check('b', all->b, all->count, b);
	if (!wrong.array)
		wrong = check('c', all->c, all->count, c);
	return wrong;
}
