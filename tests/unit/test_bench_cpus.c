/* SPDX-License-Identifier: MIT */
/* test_bench_cpus.c - the benchmarks of all CPUs, and what they say of one that is wrong */

#include "tests/unit/check.h"

#include "bench/cpu/pairs.h"
#include "bench/cpu/sieve.h"
#include "bench/lib/cpus.h"
#include "tests/unit/fake_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

extern const struct benchmark cpu_scaling, cpu_latency, cpu_clock;

static struct fake_run fake;
static struct cpus cpus;

static void scales_from_one_to_all(void **state)
{
	char name[32];

	(void)state;
	cpus_find(&cpus);
	fake_run_make(&fake, &cpu_scaling);
	assert_int_equal(cpu_scaling.prepare(&fake.run), 0);
	assert_int_equal(cpu_scaling.measure(&fake.run), 0);
	assert_int_equal(cpu_scaling.verify(&fake.run), 0);
	assert_non_null(fake_run_metric(&fake, "rate_1"));
	snprintf(name, sizeof(name), "rate_%u", cpus.count);
	assert_int_equal(fake_run_metric(&fake, name)->sample_count, 3);
	snprintf(name, sizeof(name), "rate_%u", cpus.cores);
	assert_non_null(fake_run_metric(&fake, name));
	assert_int_equal(fake_run_metric(&fake, "efficiency")->sample_count, 3);
	assert_string_equal(fake.result.reason, "");
}

static unsigned bad_sieve(uint8_t composite[SIEVE_BYTES])
{
	return cpu_sieve_v1(composite) - 2;
}

static void a_cpu_that_counts_wrong_is_named(void **state)
{
	char reason[80];

	(void)state;
	cpus_find(&cpus);
	fake_run_make(&fake, &cpu_scaling);
	assert_int_equal(cpu_scaling.prepare(&fake.run), 0);
	*(unsigned (**)(uint8_t composite[SIEVE_BYTES]))fake.run.state = bad_sieve;
	assert_int_equal(cpu_scaling.measure(&fake.run), 0);
	assert_int_not_equal(cpu_scaling.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	snprintf(reason, sizeof(reason), "CPU %u counted 6540 primes below 65536, not 6542",
	         cpus.ids[0]);
	assert_string_equal(fake.result.reason, reason);
}

static void measures_the_clock(void **state)
{
	(void)state;
	fake_run_make(&fake, &cpu_clock);
	assert_int_equal(cpu_clock.prepare(&fake.run), 0);
	assert_int_equal(cpu_clock.measure(&fake.run), 0);
	assert_int_equal(cpu_clock.verify(&fake.run), 0);
	assert_int_equal(fake_run_metric(&fake, "clock_mean")->sample_count, 3);
	assert_int_equal(fake_run_metric(&fake, "clock_mean")->unit, UNIT_HZ);
	for (unsigned i = 0; i < 3; i++)
		check_row(i, fake_run_metric(&fake, "clock_mean")->samples[i] >=
		                 fake_run_metric(&fake, "clock_min")->samples[i]);
	assert_true(strcmp(fake_run_param(&fake, "method"), "aperf") == 0 ||
	            strcmp(fake_run_param(&fake, "method"), "additions") == 0);
}

static uint64_t bad_sum(uint64_t sum, uint64_t step)
{
	return sum + step + 1;
}

static void a_cpu_that_adds_wrong_is_named(void **state)
{
	(void)state;
	fake_run_make(&fake, &cpu_clock);
	assert_int_equal(cpu_clock.prepare(&fake.run), 0);
	*(uint64_t(**)(uint64_t, uint64_t))fake.run.state = bad_sum;
	assert_int_equal(cpu_clock.measure(&fake.run), 0);
	assert_int_not_equal(cpu_clock.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_int_equal(strncmp(fake.result.reason, "CPU ", 4), 0);
	assert_non_null(strstr(fake.result.reason, " added up to "));
}

static void passes_messages(void **state)
{
	const struct grid *matrix = &fake.result.grids[0];

	(void)state;
	cpus_find(&cpus);
	fake_run_make(&fake, &cpu_latency);
	if (cpus.count < 2) {
		assert_int_not_equal(cpu_latency.prepare(&fake.run), 0);
		assert_int_equal(fake.result.status, STATUS_SKIPPED);
		return;
	}
	assert_int_equal(cpu_latency.prepare(&fake.run), 0);
	assert_int_equal(cpu_latency.measure(&fake.run), 0);
	assert_int_equal(cpu_latency.verify(&fake.run), 0);
	for (unsigned i = 0; i < 3; i++) {
		double median = fake_run_metric(&fake, "latency_median")->samples[i];

		check_row(i, fake_run_metric(&fake, "latency_min")->samples[i] <= median);
		check_row(i, fake_run_metric(&fake, "latency_max")->samples[i] >= median);
	}
	assert_int_equal(fake.result.grid_count, 1);
	assert_int_equal(matrix->columns, matrix->rows);
	for (unsigned i = 0; i < matrix->rows; i++) {
		assert_true(matrix->y[i] == cpus.ids[i] && matrix->x[i] == cpus.ids[i]);
		for (unsigned j = 0; j < matrix->columns; j++) {
			double there = matrix->values[i * matrix->columns + j];
			double back = matrix->values[j * matrix->columns + i];

			assert_true(i == j ? isnan(there) : there > 0 && there == back);
		}
	}

	*(struct wrong_number *)fake.run.state = (struct wrong_number){ true, 3, 1, 77, 42 };
	assert_int_not_equal(cpu_latency.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason, "CPU 3 read 77 in the line of CPU 1, not 42");
}

/* All CPUs, or 64 of them from the first on, evenly; and every pair once. */
static void chooses_pairs(void **state)
{
	static const struct {
		unsigned cpus, chosen, pairs, last;
	} rows[] = { { 2, 2, 1, 1 },       { 3, 3, 3, 2 },       { 64, 64, 2016, 63 },
		     { 65, 64, 2016, 63 }, { 96, 64, 2016, 94 }, { 8192, 64, 2016, 8064 } };
	static struct pair pairs[PAIRS_MAX];
	unsigned chosen[PAIRS_CPUS_MAX], count;

	(void)state;
	for (unsigned i = 0; i < CPUS_MAX; i++)
		cpus.ids[i] = i;
	for (size_t i = 0; i < countof(rows); i++) {
		cpus.count = rows[i].cpus;
		count = pairs_choose(&cpus, chosen);
		check_row(i, count == rows[i].chosen && chosen[0] == 0);
		check_row(i, chosen[count - 1] == rows[i].last);
		check_row(i, pairs_list(count, pairs) == rows[i].pairs);
		for (unsigned j = 0; j < rows[i].pairs; j++) {
			check_row(i, pairs[j].a < pairs[j].b && pairs[j].b < count);
			check_row(
			    i, j == 0 || pairs[j - 1].a < pairs[j].a ||
				   (pairs[j - 1].a == pairs[j].a && pairs[j - 1].b < pairs[j].b));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scales_from_one_to_all),
		cmocka_unit_test(a_cpu_that_counts_wrong_is_named),
		cmocka_unit_test(measures_the_clock),
		cmocka_unit_test(a_cpu_that_adds_wrong_is_named),
		cmocka_unit_test(passes_messages),
		cmocka_unit_test(chooses_pairs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
