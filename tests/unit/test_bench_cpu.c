/* SPDX-License-Identifier: MIT */
/* test_bench_cpu.c - the CPU benchmarks give the known answer and notice a wrong one */

#include "tests/unit/check.h"

#include "tests/unit/fake_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct benchmark cpu_integer, cpu_float;

static struct fake_run fake;

static void right_answers_pass(void **state)
{
	static const struct benchmark *const rows[] = { &cpu_integer, &cpu_float };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_run_make(&fake, rows[i]);
		check_row(i, rows[i]->prepare(&fake.run) == 0);
		check_row(i, rows[i]->run(&fake.run, 3) == 0);
		check_row(i, rows[i]->verify(&fake.run) == 0);
		check_row(i, fake.result.reason[0] == '\0');
		check_row(i, strtod(fake_run_param(&fake, "working_set_bytes"), NULL) > 0);
	}
}

static void a_wrong_count_of_primes_is_found(void **state)
{
	(void)state;
	fake_run_make(&fake, &cpu_integer);
	assert_int_equal(cpu_integer.prepare(&fake.run), 0);
	*(unsigned *)fake.run.state += 1;
	assert_int_equal(cpu_integer.run(&fake.run, 2), 0); /* right ones do not heal it */
	assert_int_not_equal(cpu_integer.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason, "counted 6543 primes below 65536, not 6542");
}

static void a_wrong_solution_is_found(void **state)
{
	double *x;

	(void)state;
	fake_run_make(&fake, &cpu_float);
	assert_int_equal(cpu_float.prepare(&fake.run), 0);
	x = fake.run.state;
	x[7] += 1e-6;
	assert_int_not_equal(cpu_float.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_non_null(strstr(fake.result.reason, "unknown 7 of the equations is 1.0000010"));
}

/* One wrong bit at the very end is far within the error of the method. */
static void a_solution_that_is_not_the_same_is_found(void **state)
{
	double *x;

	(void)state;
	fake_run_make(&fake, &cpu_float);
	assert_int_equal(cpu_float.prepare(&fake.run), 0);
	x = fake.run.state;
	x[99] = nextafter(x[99], 2);
	assert_int_not_equal(cpu_float.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_string_equal(fake.result.reason, "the same equations gave two different solutions");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_answers_pass),
		cmocka_unit_test(a_wrong_count_of_primes_is_found),
		cmocka_unit_test(a_wrong_solution_is_found),
		cmocka_unit_test(a_solution_that_is_not_the_same_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
