/* SPDX-License-Identifier: MIT */
/* test_status.c - exit statuses: their words, and which one wins */

#include "tests/unit/check.h"

#include "bench/lib/status.h"

/* From the worst to the best: ui.md and status.h. */
static const struct {
	int status;
	const char *word;
} ranks[] = {
	{ 2, "usage" },          { 4, "refused" },     { 7, "internal" },
	{ 5, "hardware-error" }, { 1, "test-failed" }, { 8, "stopped" },
	{ 6, "not-delivered" },  { 3, "nothing-ran" }, { 0, "ok" },
};

static void words(void **state)
{
	static const int strangers[] = { -1, 9, 124, 139, 255 };

	(void)state;
	for (size_t i = 0; i < countof(ranks); i++)
		assert_string_equal(exit_status_word(ranks[i].status), ranks[i].word);
	for (size_t i = 0; i < countof(strangers); i++)
		assert_string_equal(exit_status_word(strangers[i]), "internal");
}

static void the_worse_wins(void **state)
{
	(void)state;
	for (size_t a = 0; a < countof(ranks); a++)
		for (size_t b = 0; b < countof(ranks); b++)
			check_row(a * 10 + b, exit_status_worse(ranks[a].status, ranks[b].status) ==
			                          ranks[a < b ? a : b].status);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words),
		cmocka_unit_test(the_worse_wins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
