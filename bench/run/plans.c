/* SPDX-License-Identifier: MIT */
/* plans.c - the plans that a user can name */

#include "bench/lib/clock.h"
#include "bench/run/plan.h"

#include <string.h>

const struct plan_kind plan_kinds[] = {
	{
	    .name = "quick",
	    .title = "every test, shortened: at most 5 minutes",
	    .tests = "",
	    .pace = { .sample_ns = MS(250),
	              .samples = 9,
	              .limit_ns = SECONDS(4),
	              .classic_share = 0.08,
	              .classic_passes = 1,
	              .now = clock_now_ns },
	    .limit_s = 300,
	},
	{
	    .name = "standard",
	    .title = "every test, long enough to compare machines: 20 minutes and more",
	    .tests = "",
	    .pace = { .sample_ns = MS(500),
	              .samples = 11,
	              .limit_ns = SECONDS(15),
	              .classic_share = 1,
	              .classic_passes = 1,
	              .now = clock_now_ns },
	    .limit_s = 3600,
	},
	{
	    .name = "full",
	    .title = "every test, the classics as long as they are defined: over an hour",
	    .tests = "",
	    .pace = { .sample_ns = MS(500),
	              .samples = 31,
	              .limit_ns = SECONDS(30),
	              .classic_share = 1,
	              .classic_passes = 0,
	              .now = clock_now_ns },
	    .limit_s = 86400,
	},
	{
	    .name = "smoke",
	    .title = "every test for a moment: does this machine work at all",
	    .tests = "",
	    .pace = { .sample_ns = MS(20),
	              .samples = 5,
	              .limit_ns = 0,
	              .classic_share = 0.01,
	              .classic_passes = 1,
	              .now = clock_now_ns },
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
