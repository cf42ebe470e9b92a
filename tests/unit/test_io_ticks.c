/* SPDX-License-Identifier: MIT */
/* test_io_ticks.c - the fast clock shows what the other one shows */

#include "tests/unit/check.h"

#include "bench/io/ticks.h"

#define TOLERANCE_NS 20000 /* 1 in 1,000 of the time that is looked at */

/* Never before a reading that came before it, nor after one that came after it. */
static void agrees_with(const struct ticks *ticks)
{
	uint64_t start_ns = clock_now_ns(), before_ns, after_ns;

	do {
		uint64_t now_ns;

		before_ns = clock_now_ns();
		now_ns = ticks_now_ns(ticks);
		after_ns = clock_now_ns();
		assert_true(now_ns + TOLERANCE_NS >= before_ns);
		assert_true(now_ns <= after_ns + TOLERANCE_NS);
	} while (after_ns - start_ns < MS(20));
}

static void agrees_with_the_clock(void **state)
{
	struct ticks ticks;

	(void)state;
	ticks_make(&ticks);
	if (ticks.rate == 0)
		print_message("this machine does not keep time by the counter\n");
	agrees_with(&ticks);
	ticks_set(&ticks);
	agrees_with(&ticks);
}

static void without_a_counter_it_is_the_clock(void **state)
{
	struct ticks ticks = { 0 };

	(void)state;
	ticks_set(&ticks);
	agrees_with(&ticks);
}

/* The counter of another CPU may be a little behind: then time stands still. */
static void it_does_not_go_back_beyond_its_base(void **state)
{
	struct ticks ticks = {
		.rate = UINT64_C(1) << 32,
		.base_ticks = __rdtsc() + (UINT64_C(1) << 40),
		.base_ns = 5,
	};

	(void)state;
	assert_int_equal(ticks_now_ns(&ticks), 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_the_clock),
		cmocka_unit_test(without_a_counter_it_is_the_clock),
		cmocka_unit_test(it_does_not_go_back_beyond_its_base),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
