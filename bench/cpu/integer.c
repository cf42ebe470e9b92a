/* SPDX-License-Identifier: MIT */
/*
 * cpu.integer - integer and branch speed of one core, data in the L1 or L2 cache
 *
 * Method: the sieve of Eratosthenes over the odd numbers below 65536, one byte
 * each (32 KiB). One operation is one full sieve; the primes of each are counted.
 * Unit:   operations (sieves) per second.
 * Error:  turbo and temperature move it by several percent.
 * Source: Eratosthenes; the count of primes below 65536 is 6542 (OEIS A007053).
 */

#include "bench/bench.h"

#include <string.h>

#define LIMIT 65536u
#define PRIMES_BELOW_LIMIT 6542u

static uint8_t composite[LIMIT / 2]; /* composite[i] is about 2 * i + 1 */
static unsigned counted;             /* the last wrong count, else the right one */

static unsigned sieve(void)
{
	unsigned primes = 1; /* 2 */

	memset(composite, 0, sizeof(composite));
	for (unsigned i = 1; i < LIMIT / 2; i++) {
		if (composite[i])
			continue;
		primes++;
		for (uint64_t j = 2ull * i * (i + 1); j < LIMIT / 2; j += 2 * i + 1)
			composite[j] = 1;
	}
	return primes;
}

static int prepare_integer(struct run *run)
{
	counted = sieve();
	run->state = &counted;
	param_number(run, "limit", LIMIT);
	param_number(run, "working_set_bytes", sizeof(composite));
	return 0;
}

static int run_integer(struct run *run, uint64_t iterations)
{
	unsigned *answer = run->state;

	while (iterations--) {
		unsigned primes = sieve();

		keep(primes);
		if (primes != PRIMES_BELOW_LIMIT)
			*answer = primes;
	}
	return 0;
}

static int verify_integer(struct run *run)
{
	const unsigned *answer = run->state;

	if (*answer != PRIMES_BELOW_LIMIT)
		return fail(run, "counted %u primes below %u, not %u", *answer, LIMIT,
		            PRIMES_BELOW_LIMIT);
	return 0;
}

const struct benchmark cpu_integer = {
	.name = "cpu.integer",
	.title = "Prime sieve in the cache, one core",
	.source = "Eratosthenes; OEIS A007053",
	.metric = "rate",
	.unit = UNIT_OPS_PER_S,
	.better = BETTER_HIGHER,
	.work = 1,
	.prepare = prepare_integer,
	.run = run_integer,
	.verify = verify_integer,
};
