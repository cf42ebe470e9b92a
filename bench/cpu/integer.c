/* SPDX-License-Identifier: MIT */
/*
 * cpu.integer - integer and branch speed of one core, data in the L1 or L2 cache
 *
 * Method: the sieve of Eratosthenes over the odd numbers below 65536, one byte
 * each (32 KiB), compiled for the level of the job. One operation is one full sieve;
 * the primes of each are counted.
 * Unit:   operations (sieves) per second.
 * Error:  turbo and temperature move it by several percent; the level hardly matters.
 * Source: Eratosthenes; the count of primes below 65536 is 6542 (OEIS A007053).
 */

#include "bench/bench.h"
#include "bench/cpu/sieve.h"

static unsigned (*const sieve[])(uint8_t composite[SIEVE_BYTES]) = LEVELS_TABLE(cpu_sieve);

static uint8_t composite[SIEVE_BYTES];
static unsigned counted; /* the last wrong count, else the right one */

static int prepare_integer(struct run *run)
{
	counted = sieve[run->job->level - 1](composite);
	run->state = &counted;
	param_number(run, "level", run->job->level);
	param_number(run, "limit", SIEVE_LIMIT);
	param_number(run, "working_set_bytes", sizeof(composite));
	return 0;
}

static int run_integer(struct run *run, uint64_t iterations)
{
	unsigned *answer = run->state;

	while (iterations--) {
		unsigned primes = sieve[run->job->level - 1](composite);

		keep(primes);
		if (primes != SIEVE_PRIMES)
			*answer = primes;
	}
	return 0;
}

static int verify_integer(struct run *run)
{
	const unsigned *answer = run->state;

	if (*answer != SIEVE_PRIMES)
		return fail(run, "counted %u primes below %u, not %u", *answer, SIEVE_LIMIT,
		            SIEVE_PRIMES);
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
