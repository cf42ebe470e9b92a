/* SPDX-License-Identifier: MIT */
/* rest.c - a job that measures for long stops for a moment to say how far it is */

#include "bench/bench.h"

#define SHOW_EVERY_NS SECONDS(1)

void run_rest(struct run *run)
{
	if (!run->show || run->pace->now() - run->shown_ns < SHOW_EVERY_NS)
		return;
	run->show(run);
	run->shown_ns = run->pace->now();
}
