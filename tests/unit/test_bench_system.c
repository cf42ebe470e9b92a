/* SPDX-License-Identifier: MIT */
/* test_bench_system.c - the system benchmarks work and notice a wrong answer */

#include "tests/unit/check.h"

#include "tests/unit/fake_run.h"

#include <string.h>
#include <unistd.h>

extern const struct benchmark system_pipe, system_syscall;

static struct fake_run fake;

static void right_answers_pass(void **state)
{
	static const struct benchmark *const rows[] = { &system_pipe, &system_syscall };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_run_make(&fake, rows[i]);
		check_row(i, rows[i]->prepare(&fake.run) == 0);
		check_row(i, rows[i]->run(&fake.run, 100) == 0);
		check_row(i, rows[i]->verify(&fake.run) == 0);
		check_row(i, fake.result.reason[0] == '\0');
	}
}

static void a_changed_byte_is_found(void **state)
{
	(void)state;
	fake_run_make(&fake, &system_pipe);
	assert_int_equal(system_pipe.prepare(&fake.run), 0);
	assert_int_equal(system_pipe.run(&fake.run, 1), 0);
	((unsigned char *)fake.run.state)[511] ^= 1; /* of what was received */
	assert_int_not_equal(system_pipe.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
}

/* A second block in the pipe: from now on every read gives the one before. */
static void a_block_out_of_order_is_found(void **state)
{
	static const unsigned char block[512];
	const int *ends;

	(void)state;
	fake_run_make(&fake, &system_pipe);
	assert_int_equal(system_pipe.prepare(&fake.run), 0);
	ends = (const int *)((const char *)fake.run.state + 2 * sizeof(block));
	assert_int_equal(write(ends[1], block, sizeof(block)), sizeof(block));
	assert_int_not_equal(system_pipe.run(&fake.run, 1), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
}

static void another_parent_is_found(void **state)
{
	(void)state;
	fake_run_make(&fake, &system_syscall);
	assert_int_equal(system_syscall.prepare(&fake.run), 0);
	*(long *)fake.run.state = 1 << 30;
	assert_int_equal(system_syscall.run(&fake.run, 1), 0);
	assert_int_not_equal(system_syscall.verify(&fake.run), 0);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_non_null(strstr(fake.result.reason, ", then 1073741824"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_answers_pass),
		cmocka_unit_test(a_changed_byte_is_found),
		cmocka_unit_test(a_block_out_of_order_is_found),
		cmocka_unit_test(another_parent_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
