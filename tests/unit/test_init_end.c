/* SPDX-License-Identifier: MIT */
/* test_init_end.c - what init does when all is over, and how it puts the end of a process */

#include "tests/unit/check.h"

#include "init/init.h"

#include <string.h>

static void decides_by_table(void **state)
{
	static const struct {
		enum end wanted;
		bool asked, acknowledged;
		enum end_action action;
	} rows[] = {
		{ END_AUTO, false, false, END_STAY_UP },
		{ END_AUTO, true, false, END_STAY_UP },
		{ END_AUTO, true, true, END_POWER_OFF },
		{ END_AUTO, false, true, END_STAY_UP },
		{ END_POWEROFF, false, false, END_POWER_OFF },
		{ END_POWEROFF, true, false, END_POWER_OFF },
		{ END_POWEROFF, true, true, END_POWER_OFF },
		{ END_REBOOT, false, false, END_RESTART },
		{ END_REBOOT, true, false, END_RESTART },
		{ END_REBOOT, true, true, END_RESTART },
		{ END_SHELL, false, false, END_STAY_UP },
		{ END_SHELL, true, false, END_STAY_UP },
		{ END_SHELL, true, true, END_STAY_UP },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, end_decide(rows[i].wanted, rows[i].asked, rows[i].acknowledged) ==
		                 rows[i].action);
}

static void names_the_end_of_a_process(void **state)
{
	char text[64];

	(void)state;
	child_end_text(11, text, sizeof(text));
	assert_string_equal(text, "was killed by signal 11 (Segmentation fault)");
	child_end_text(11 | 0x80, text, sizeof(text)); /* with a core dump */
	assert_string_equal(text, "was killed by signal 11 (Segmentation fault)");
	child_end_text(3 << 8, text, sizeof(text));
	assert_string_equal(text, "ended with exit status 3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decides_by_table),
		cmocka_unit_test(names_the_end_of_a_process),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
