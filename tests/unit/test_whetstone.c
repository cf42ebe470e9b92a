/* SPDX-License-Identifier: MIT */
/* test_whetstone.c - the known answers of Whetstone, at every level */

#include "tests/unit/check.h"

#include "bench/level.h"
#include "bench/system/unixbench.h"
#include "bench/system/whetstone.h"
#include "tests/unit/fake_run.h"

#include <math.h>
#include <string.h>

LEVELS_DECLARE(void, whetstone_sections, (long outer, long scale, struct whetstone *run))

static void (*const levels[])(long outer, long scale,
                              struct whetstone *run) = LEVELS_TABLE(whetstone_sections);

static void answers_are_known(void **state)
{
	static const double answers[WHETSTONE_SECTIONS] = {
		-1.1239825566739, -1.1218707988928, 1, 12,
		0.4990293728152,  0.9999998789077,  3, 0.7510016301845,
	};
	static struct machine machine;
	struct whetstone run;

	(void)state;
	cpu_probe(&machine, "");
	for (unsigned level = 0; level < machine.cpu.level; level++) {
		levels[level](1, 100, &run);
		for (unsigned i = 0; i < WHETSTONE_SECTIONS; i++) {
			check_row(level * 10 + i, fabs(run.answer[i] / answers[i] - 1) < 1e-10);
			check_row(level * 10 + i, run.time_s[i] >= 0);
		}
		check_row(level, whetstone_wrong(&run, 1) == 0);
		levels[level](7, 100, &run);
		check_row(level, whetstone_wrong(&run, 7) == 0);
	}
}

static void wrong_section_is_named(void **state)
{
	struct whetstone run;

	(void)state;
	levels[0](1, 100, &run);
	run.answer[7] *= 1 + 1e-9;
	assert_int_equal(whetstone_wrong(&run, 1), 8);
	assert_int_equal(whetstone_wrong(&run, 2), 0);
	run.answer[3] = 11;
	assert_int_equal(whetstone_wrong(&run, 2), 4);
	run.answer[0] = NAN;
	assert_int_equal(whetstone_wrong(&run, 2), 1);
}

static void copy_fills_its_time(void **state)
{
	struct fake_run fake;
	struct copy copy = { .run = &fake.run, .duration_s = 0.05 };
	struct count count = { 0 };

	(void)state;
	fake_run_make(&fake, unixbench_find("whetstone-double")->benchmark);
	fake.job.level = 1;
	assert_int_equal(whetstone_copy(&copy, &count), 0);
	assert_true(count.count > 0);
	assert_true(count.time_s > 0);
	assert_string_equal(fake_run_param(&fake, "level"), "1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_are_known),
		cmocka_unit_test(wrong_section_is_named),
		cmocka_unit_test(copy_fills_its_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
