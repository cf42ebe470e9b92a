/* SPDX-License-Identifier: MIT */
/*
 * level.h - code that is compiled once for each x86-64-vN, and chosen when it runs
 *
 * A file NAME.level.c is compiled four times, with -O3 and -march=x86-64, -v2, -v3 and
 * -v4. What others call from it is named with LEVEL(), so that the four do not clash:
 *
 *	uint64_t LEVEL(sieve)(unsigned limit) { ... }    in sieve.level.c
 *
 *	LEVELS_DECLARE(uint64_t, sieve, (unsigned limit))  in the file that calls it
 *	static uint64_t (*const sieve[])(unsigned limit) = LEVELS_TABLE(sieve);
 *	... sieve[run->job->level - 1](65536);
 *
 * Everything else in such a file is static. run->job->level is never above what the CPU
 * can do: call nothing of a higher level.
 */

#ifndef ASSAY_LEVEL_H
#define ASSAY_LEVEL_H

#define LEVEL_PASTE(name, level) name##_v##level
#define LEVEL_NAME(name, level) LEVEL_PASTE(name, level)
#define LEVEL(name) LEVEL_NAME(name, ASSAY_LEVEL)

#define LEVELS_DECLARE(type, name, arguments) \
	type name##_v1 arguments;             \
	type name##_v2 arguments;             \
	type name##_v3 arguments;             \
	type name##_v4 arguments;

#define LEVELS_TABLE(name)                                 \
	{                                                  \
		name##_v1, name##_v2, name##_v3, name##_v4 \
	}

#endif
