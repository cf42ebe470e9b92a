/* SPDX-License-Identifier: MIT */
/* sieve.h - the prime sieve of cpu.integer and cpu.scaling */

#ifndef ASSAY_CPU_SIEVE_H
#define ASSAY_CPU_SIEVE_H

#include "bench/level.h"
#include "bench/lib/base.h"

#define SIEVE_LIMIT 65536u
#define SIEVE_BYTES (SIEVE_LIMIT / 2) /* one for each odd number */
#define SIEVE_PRIMES 6542u            /* below the limit; OEIS A007053 */

/* Sieve once and return how many primes there are; @composite is room to work in. */
LEVELS_DECLARE(unsigned, cpu_sieve, (uint8_t composite[SIEVE_BYTES]))

#endif
