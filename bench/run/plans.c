/* SPDX-License-Identifier: MIT */
/* plans.c - the plans that a user can name */

#include "bench/lib/clock.h"
#include "bench/run/plan.h"

#include <string.h>

const struct plan_kind plan_kinds[] = {
	{
	    .name = "quick",
	    .title = "every test, long enough to trust: at most 5 minutes",
	    .tests = "",
	    .pace = { .sample_ns = MS(500), .samples = 11, .now = clock_now_ns },
	    .limit_s = 300,
	},
	{
	    .name = "smoke",
	    .title = "every test for a moment: does this machine work at all",
	    .tests = "",
	    .pace = { .sample_ns = MS(20), .samples = 5, .now = clock_now_ns },
	    .limit_s = 60,
	},
};

const size_t plan_kind_count = countof(plan_kinds);

const struct plan_kind *plan_kind_find(const char *name)
{
	for (size_t i = 0; i < plan_kind_count; i++)
		if (strcmp(plan_kinds[i].name, name) == 0)
			return &plan_kinds[i];
	return NULL;
}
