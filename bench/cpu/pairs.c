/* SPDX-License-Identifier: MIT */
/* pairs.c - two CPUs that pass a number to and fro */

#include "bench/cpu/pairs.h"

#include "bench/lib/clock.h"
#include "bench/lib/team.h"

#include <sched.h>
#include <stdatomic.h>

#define ROUNDS_MAX 32   /* between two looks at the time */
#define PATIENCE 100000 /* looks at the line; then another thread may run here */
#define GOODBYE UINT64_MAX

struct exchange {
	_Alignas(256) _Atomic uint64_t line; /* nothing else is near it */
	_Alignas(256) uint64_t sample_ns;
	unsigned samples;
	double *each_ns;
	struct wrong_number wrong[2]; /* as seen by each */
};

unsigned pairs_choose(const struct cpus *from, unsigned chosen[PAIRS_CPUS_MAX])
{
	unsigned count = from->count < PAIRS_CPUS_MAX ? from->count : PAIRS_CPUS_MAX;

	for (unsigned i = 0; i < count; i++)
		chosen[i] = from->ids[i * from->count / count];
	return count;
}

unsigned pairs_list(unsigned count, struct pair pairs[PAIRS_MAX])
{
	unsigned pair_count = 0;

	for (unsigned a = 0; a < count; a++)
		for (unsigned b = a + 1; b < count; b++)
			pairs[pair_count++] = (struct pair){ a, b };
	return pair_count;
}

/* Wait for the answer to @mine, which must be the next number. Returns what came. */
static uint64_t await(struct exchange *exchange, uint64_t mine, struct wrong_number *wrong)
{
	unsigned looks = 0;
	uint64_t seen;

	while ((seen = atomic_load_explicit(&exchange->line, memory_order_acquire)) == mine)
		if (++looks % PATIENCE == 0)
			sched_yield();
	if (seen != mine + 1 && seen != GOODBYE && !wrong->is) {
		wrong->is = true;
		wrong->seen = seen;
		wrong->wanted = mine + 1;
	}
	return seen;
}

static void put(struct exchange *exchange, uint64_t number)
{
	atomic_store_explicit(&exchange->line, number, memory_order_release);
}

/*
 * Begin rounds until the time of a sample is over: few at first, for where a hypervisor lets
 * only one of the two run at a time, each is very long. Returns half of a round trip in ns.
 */
static double lead(struct exchange *exchange, uint64_t *number)
{
	uint64_t start_ns = clock_now_ns(), elapsed_ns, done = 0;
	unsigned rounds = 1;

	do {
		for (unsigned i = 0; i < rounds; i++) {
			put(exchange, *number + 1);
			*number = await(exchange, *number + 1, &exchange->wrong[0]);
		}
		done += rounds;
		if (rounds < ROUNDS_MAX)
			rounds *= 2;
		elapsed_ns = clock_now_ns() - start_ns;
	} while (elapsed_ns < exchange->sample_ns);
	return (double)elapsed_ns / (double)done / 2;
}

static void work(struct team *team, unsigned number)
{
	struct exchange *exchange = team->context;
	uint64_t at = 0;

	if (number == 0) {
		lead(exchange, &at); /* warms up */
		for (unsigned i = 0; i < exchange->samples; i++)
			exchange->each_ns[i] = lead(exchange, &at);
		put(exchange, GOODBYE);
		return;
	}
	while ((at = await(exchange, at, &exchange->wrong[1])) != GOODBYE)
		put(exchange, ++at);
}

int pair_measure(const unsigned cpus[2], uint64_t sample_ns, unsigned samples, double *each_ns,
                 struct wrong_number *wrong)
{
	struct exchange exchange = { .sample_ns = sample_ns,
		                     .samples = samples,
		                     .each_ns = each_ns };
	struct team team = { .cpus = cpus, .count = 2, .context = &exchange };
	int rc = team_run(&team, work);

	for (unsigned i = 0; i < 2 && rc == 0; i++)
		if (exchange.wrong[i].is && !wrong->is) {
			*wrong = exchange.wrong[i];
			wrong->reader = cpus[i];
			wrong->writer = cpus[1 - i];
		}
	return rc;
}
