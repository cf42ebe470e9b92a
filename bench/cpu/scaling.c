/* SPDX-License-Identifier: MIT */
/*
 * cpu.scaling - what all CPUs together compute, and how that grows with their number
 *
 * Method: the sieve of cpu.integer on 1, 2, 4 ... CPUs, on one of each core, and on all, each
 * with data and a thread of its own, bound to it. Cores come before their second hardware
 * threads. Each thread sieves until the time of a sample is over; the rates of the threads are
 * added up. The steps take turns, so that heat and turbo meet all alike. The primes of
 * each sieve are counted; a wrong count is reported with its CPU.
 * Unit:   operations (sieves) per second; "efficiency" is the rate of all CPUs divided by
 * their number times the rate of one.
 * Error:  turbo and temperature move it by several percent. An efficiency of 1 is only
 * possible where each CPU is a core, and its clock does not fall with the number at work.
 * Source: Amdahl 1967 for the question; the sieve: Eratosthenes, OEIS A007053
 */

#include "bench/bench.h"
#include "bench/cpu/sieve.h"
#include "bench/lib/clock.h"
#include "bench/lib/cpus.h"
#include "bench/lib/team.h"

#include <stdio.h>
#include <string.h>

#define STEPS_MAX 16 /* powers of two up to CPUS_MAX, all cores, all */

static unsigned (*const sieves[])(uint8_t composite[SIEVE_BYTES]) = LEVELS_TABLE(cpu_sieve);

/* What one CPU has to say of one sample. */
struct member {
	double rate; /* sieves per second */
	unsigned wrong_primes;
	bool wrong;
};

static struct scaling {
	unsigned (*sieve)(uint8_t composite[SIEVE_BYTES]); /* of the level of the job */
	struct cpus cpus;
	unsigned step_count, steps[STEPS_MAX]; /* numbers of CPUs, growing */
	uint64_t sample_ns;
	struct member members[CPUS_MAX];
	unsigned wrong_cpu, wrong_primes;
	bool wrong;
} scaling;

static void add_step(struct scaling *s, unsigned count)
{
	unsigned at = s->step_count;

	while (at > 0 && s->steps[at - 1] > count)
		at--;
	if (at > 0 && s->steps[at - 1] == count)
		return;
	memmove(&s->steps[at + 1], &s->steps[at], (s->step_count - at) * sizeof(*s->steps));
	s->steps[at] = count;
	s->step_count++;
}

static void work(struct team *team, unsigned number)
{
	const struct scaling *s = team->context;
	struct member *member = &scaling.members[number];
	uint8_t composite[SIEVE_BYTES];
	uint64_t start_ns = clock_now_ns(), elapsed_ns;
	unsigned count = 0, primes;

	*member = (struct member){ .wrong = false };
	do {
		primes = s->sieve(composite);
		if (primes != SIEVE_PRIMES) {
			member->wrong = true;
			member->wrong_primes = primes;
		}
		count++;
		elapsed_ns = clock_now_ns() - start_ns;
	} while (elapsed_ns < s->sample_ns);
	member->rate = count * 1e9 / (double)elapsed_ns;
}

/* One sample of one step: the rate of @count CPUs together, or negative errno. */
static double sample(struct scaling *s, unsigned count, int *rc)
{
	struct team team = { .cpus = s->cpus.ids, .count = count, .context = s };
	double rate = 0;

	*rc = team_run(&team, work);
	for (unsigned i = 0; i < count && *rc == 0; i++) {
		rate += s->members[i].rate;
		if (s->members[i].wrong && !s->wrong) {
			s->wrong = true;
			s->wrong_cpu = s->cpus.ids[i];
			s->wrong_primes = s->members[i].wrong_primes;
		}
	}
	return rate;
}

static int prepare_scaling(struct run *run)
{
	struct scaling *s = &scaling;

	s->step_count = 0;
	s->wrong = false;
	s->sieve = sieves[run->job->level - 1];
	cpus_find(&s->cpus);
	for (unsigned count = 1; count < s->cpus.count; count *= 2)
		add_step(s, count);
	add_step(s, s->cpus.cores);
	add_step(s, s->cpus.count);
	s->sample_ns = run->pace->sample_ns / s->step_count;
	run->state = s;
	param_number(run, "level", run->job->level);
	param_number(run, "cores", s->cpus.cores);
	param_number(run, "threads", s->cpus.count);
	return 0;
}

static int measure_scaling(struct run *run)
{
	struct scaling *s = run->state;
	struct metric *rates[STEPS_MAX], *efficiency;
	char name[32];
	int rc;

	for (unsigned i = 0; i < s->step_count; i++) {
		snprintf(name, sizeof(name), "rate_%u", s->steps[i]);
		rates[i] = metric_add(run, name, UNIT_OPS_PER_S, BETTER_HIGHER);
	}
	efficiency = metric_add(run, "efficiency", UNIT_COUNT, BETTER_HIGHER);

	for (unsigned i = 0; i <= run->pace->samples; i++) {
		double one = 0, all = 0;

		for (unsigned step = 0; step < s->step_count; step++) {
			all = sample(s, s->steps[step], &rc);
			if (rc)
				return broken(run, "a thread on each of %u CPUs: %s",
				              s->steps[step], strerror(-rc));
			one = step == 0 ? all : one;
			if (i > 0) /* the first round warms up */
				metric_sample(rates[step], all);
		}
		if (i > 0)
			metric_sample(efficiency, all / one / s->cpus.count);
	}
	return 0;
}

static int verify_scaling(struct run *run)
{
	const struct scaling *s = run->state;

	if (s->wrong)
		return fail(run, "CPU %u counted %u primes below %u, not %u", s->wrong_cpu,
		            s->wrong_primes, SIEVE_LIMIT, SIEVE_PRIMES);
	return 0;
}

const struct benchmark cpu_scaling = {
	.name = "cpu.scaling",
	.title = "Prime sieves on 1, 2, 4 ... CPUs at once",
	.source = "Eratosthenes; OEIS A007053",
	.prepare = prepare_scaling,
	.measure = measure_scaling,
	.verify = verify_scaling,
};
