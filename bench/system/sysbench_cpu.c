/* SPDX-License-Identifier: MIT */
/*
 * sysbench.cpu - 64-bit division: prime numbers by trial division
 *
 * Method: one event tries every number from 3 to below 10,000 with every divisor from 2 to
 * its square root until one divides it, and counts those that none does: 117,526 divisions.
 * Each thread does one event after the other; 1.0 for 10 s, 0.4 until 10,000 are done.
 * The root is a double in 1.0 and an integer in 0.4, so that the divisor is converted for
 * every comparison in 1.0: 0.4 is a few percent faster. Every count must be right.
 * Unit:   events per second; 0.4 also the time of all 10,000, with that of starting the
 * threads. The 95th percentile of 1.0 is exact to 1.8 %, that of 0.4 to 0.03 %.
 * Error:  under 1 % on a machine with a fixed clock. It says how fast the CPU divides and
 * next to nothing else: never compare it between families of CPUs as if it said more.
 * Source: sysbench 1.0.20 and 0.4.12, Alexey Kopytov, test cpu.
 */

#include "bench/system/sysbench.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* All of this is 64 bits wide and unsigned: a 32-bit division is another test. */
static uint64_t count_primes_04(uint64_t limit)
{
	uint64_t primes = 0, divisor;

	for (uint64_t number = 3; number < limit; number++) {
		uint64_t root = (uint64_t)sqrt((double)number);

		for (divisor = 2; divisor <= root; divisor++)
			if (number % divisor == 0)
				break;
		primes += divisor > root;
	}
	return primes;
}

static uint64_t count_primes_10(uint64_t limit)
{
	uint64_t primes = 0, divisor;

	for (uint64_t number = 3; number < limit; number++) {
		double root = sqrt((double)number);

		for (divisor = 2; (double)divisor <= root; divisor++)
			if (number % divisor == 0)
				break;
		primes += (double)divisor > root;
	}
	return primes;
}

/* Keep the first count and, if there is one, another; that they are right is for verify(). */
static void note(struct sysbench_worker *worker, uint64_t primes)
{
	if (worker->timer.events == 0)
		worker->primes = worker->other_primes = primes;
	else if (primes != worker->primes)
		worker->other_primes = primes;
}

static void execute_04(struct sysbench_worker *worker)
{
	note(worker, count_primes_04(worker->bench->options->max_prime));
}

static void execute_10(struct sysbench_worker *worker)
{
	note(worker, count_primes_10(worker->bench->options->max_prime));
}

/* How many primes there are from 3 to below @limit, by the sieve; 0 without memory for it. */
static uint64_t sieve(uint64_t limit)
{
	bool *composite = calloc(limit, sizeof(*composite));
	uint64_t primes = 0;

	for (uint64_t number = 2; composite && number < limit; number++) {
		if (composite[number])
			continue;
		primes += number > 2;
		for (uint64_t multiple = number * number; multiple < limit; multiple += number)
			composite[multiple] = true;
	}
	free(composite);
	return primes;
}

static void verify_cpu(const struct sysbench *bench, char *why, size_t size)
{
	uint64_t limit = bench->options->max_prime, right = sieve(limit);

	for (uint64_t i = 0; i < bench->options->threads; i++) {
		const struct sysbench_worker *worker = &bench->workers[i];
		uint64_t found = worker->primes != right ? worker->primes : worker->other_primes;

		if (worker->timer.events > 0 && found != right)
			snprintf(why, size,
			         "thread %" PRIu64 " found %" PRIu64 " primes below %" PRIu64
			         "; there are %" PRIu64,
			         i, found, limit, right);
	}
}

const struct sysbench_test sysbench_test_cpu = {
	.next = { sysbench_request, sysbench_always },
	.execute = { execute_04, execute_10 },
	.verify = verify_cpu,
};

static int measure_cpu(struct run *run)
{
	return sysbench_measure(run, SYSBENCH_CPU, SYSBENCH_10);
}

static int measure_cpu_04(struct run *run)
{
	return sysbench_measure(run, SYSBENCH_CPU, SYSBENCH_04);
}

const struct benchmark sysbench_cpu = {
	.name = "sysbench.cpu",
	.title = "sysbench 1.0 cpu: primes below 10,000 by 64-bit division",
	.source = "sysbench 1.0.20 cpu",
	.target = TARGET_COPIES,
	.classic = { .pass_s = 10, .passes = 3 },
	.measure = measure_cpu,
};

const struct benchmark sysbench04_cpu = {
	.name = "sysbench04.cpu",
	.title = "sysbench 0.4 cpu: 10,000 events of primes by 64-bit division",
	.source = "sysbench 0.4.12 cpu",
	.target = TARGET_COPIES,
	.classic = { .pass_s = 3, .passes = 3 },
	.measure = measure_cpu_04,
};
