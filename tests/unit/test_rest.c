/* SPDX-License-Identifier: MIT */
/* test_rest.c - a job shows how far it is once a second, and never within a slice */

#include "tests/unit/check.h"

#include "bench/run/measure.h"
#include "tests/unit/fake_run.h"

static uint64_t now_ns;
static unsigned shown, samples_shown;
static bool in_slice, shown_in_slice;

static uint64_t fake_now(void)
{
	return now_ns;
}

static int work(struct run *run, uint64_t iterations)
{
	(void)run;
	in_slice = true;
	now_ns += iterations * MS(1);
	in_slice = false;
	return 0;
}

static void show(const struct run *run)
{
	shown++;
	shown_in_slice = shown_in_slice || in_slice;
	samples_shown = run->result->metric_count ? run->result->metrics[0].sample_count : 0;
	now_ns += MS(10); /* the rest */
}

static const struct benchmark benchmark = {
	.name = "x.y", .metric = "rate", .unit = UNIT_OPS_PER_S, .work = 1, .run = work
};

static void rests_once_a_second(void **state)
{
	struct fake_run fake;

	(void)state;
	fake_run_make(&fake, &benchmark);
	fake.pace = (struct pace){ .sample_ns = MS(250), .samples = 12, .now = fake_now };
	fake.run.show = show;
	now_ns = SECONDS(100);
	fake.run.shown_ns = now_ns;
	shown = 0;
	assert_int_equal(measure(&fake.run), 0);
	/* 12 samples and the warm-up are 3.25 s; calibration takes 63 ms */
	assert_int_equal(fake.result.metrics[0].sample_count, 12);
	assert_int_equal(shown, 3);
	assert_int_equal(samples_shown, 11);
	assert_false(shown_in_slice);
	for (unsigned i = 0; i < 12; i++) /* no rest is part of a sample */
		check_row(i, fake.result.metrics[0].samples[i] == 1000);
}

static void shows_nothing_to_nobody(void **state)
{
	struct fake_run fake;

	(void)state;
	fake_run_make(&fake, &benchmark);
	fake.pace.now = fake_now;
	now_ns = SECONDS(100);
	run_rest(&fake.run); /* does not call NULL */
	assert_int_equal(now_ns, SECONDS(100));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rests_once_a_second),
		cmocka_unit_test(shows_nothing_to_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
