/* SPDX-License-Identifier: MIT */
/* sieve.level.c - the sieve of Eratosthenes over the odd numbers below 65536 */

#include "bench/cpu/sieve.h"

#include <string.h>

unsigned LEVEL(cpu_sieve)(uint8_t composite[SIEVE_BYTES]) /* composite[i] is about 2 * i + 1 */
{
	unsigned primes = 1; /* 2 */

	memset(composite, 0, SIEVE_BYTES);
	for (unsigned i = 1; i < SIEVE_LIMIT / 2; i++) {
		if (composite[i])
			continue;
		primes++;
		for (uint64_t j = 2ull * i * (i + 1); j < SIEVE_LIMIT / 2; j += 2 * i + 1)
			composite[j] = 1;
	}
	return primes;
}
