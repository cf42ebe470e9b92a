/* SPDX-License-Identifier: MIT */
/* unixbench_pass.c - the passes of one test, and the result that they make */

#include "bench/system/unixbench_pass.h"

#include "bench/lib/clock.h"
#include "bench/system/crew.h"
#include "bench/system/unixbench_score.h"

#include <string.h>
#include <unistd.h>

void (*unixbench_pass_started)(unsigned number);

void pass_flush(const struct run *run, unsigned first_s, unsigned second_s)
{
	if (run->pace->classic_share < 1)
		return;
	sync();
	clock_sleep_ns(SECONDS(first_s));
	sync();
	clock_sleep_ns(SECONDS(second_s));
}

/* The unit of a test, as the report has it. */
static const struct {
	const char *name;
	enum unit unit;
	double factor;
} units[] = {
	{ "lps", UNIT_OPS_PER_S, 1 },
	{ "lpm", UNIT_OPS_PER_S, 1.0 / 60 },
	{ "KBps", UNIT_BYTES_PER_S, 1024 },
	{ "MWIPS", UNIT_OPS_PER_S, 1e6 },
};

static void add_rates(struct run *run, const struct unixbench_test *test,
                      const struct unixbench_pass *kept, unsigned kept_count)
{
	unsigned row = 0;
	struct metric *rate;

	while (row < countof(units) - 1 && strcmp(units[row].name, test->unit) != 0)
		row++;
	rate = metric_add(run, "rate", units[row].unit, BETTER_HIGHER);
	for (unsigned i = 0; i < kept_count; i++)
		metric_sample(rate, score_rate(test, &kept[i]) * units[row].factor);
}

static int add_result(struct run *run, const struct unixbench_test *test,
                      struct unixbench_pass *passes, unsigned pass_count)
{
	unsigned kept_count = score_keep(passes, pass_count);
	double time_s = 0;

	for (unsigned i = 0; i < kept_count; i++) {
		if (passes[i].count <= 0 || passes[i].time_s <= 0)
			return broken(run, "nothing was counted in %.3g s", passes[i].time_s);
		time_s += passes[i].time_s / kept_count;
	}
	add_rates(run, test, passes, kept_count);
	metric_sample(metric_add(run, "index", UNIT_COUNT, BETTER_HIGHER),
	              score_index(test, score_of(test, passes, kept_count)));
	param_number(run, "passes", pass_count);
	param_number(run, "time_s", time_s);
	return 0;
}

int unixbench_measure(struct run *run, const struct unixbench_test *test)
{
	struct unixbench_pass passes[UNIXBENCH_PASSES_MAX];
	unsigned pass_count = classic_passes(run);
	struct count *counts;
	struct crew *crew;
	int rc;

	rc = crew_make(run, &crew);
	for (unsigned i = 0; i < pass_count && rc == 0; i++) {
		run_rest(run);
		if (unixbench_pass_started)
			unixbench_pass_started(i + 1);
		pass_flush(run, 1, 2);
		rc = crew_run(run, crew, test, &counts);
		if (rc == 0)
			passes[i] = score_combine(counts, run->job->copies);
	}
	return rc ? rc : add_result(run, test, passes, pass_count);
}
