/* SPDX-License-Identifier: MIT */
/* plan.c - make the list of jobs: known, with its time, before the first one starts */

#include "bench/run/plan.h"

#include "bench/lib/text.h"

#include <stdio.h>
#include <string.h>

/* Start, preparation, verification and journal of one job, beside its samples. */
#define OVERHEAD_NS MS(150)
/* A calibration and a warm-up cost about one sample and a half more. */
#define EXTRA_SAMPLES 1.5

/* Tells the user in one line what of a request cannot be met. */
struct listener {
	void (*complain)(void *context, const char *why);
	void *context;
};

static void tell(const struct listener *listener, const char *why)
{
	if (listener->complain)
		listener->complain(listener->context, why);
}

static void leave_out(struct plan *plan, const struct job *job, const char *reason)
{
	struct left_out *left;

	if (plan->left_out_count++ >= LEFT_OUT_MAX)
		return; /* still counted */
	left = &plan->left_out[plan->left_out_count - 1];
	text_copy(left->test, sizeof(left->test), job->benchmark->name);
	text_copy(left->target, sizeof(left->target), job->disk ? job->disk->name : "");
	text_copy(left->reason, sizeof(left->reason), reason);
}

static uint64_t estimate_ns(const struct benchmark *benchmark, const struct pace *pace)
{
	if (benchmark->look_ns)
		return benchmark->look_ns;
	return OVERHEAD_NS + (uint64_t)((pace->samples + EXTRA_SAMPLES) * (double)pace->sample_ns);
}

static void plan_add(struct plan *plan, const struct settings *settings,
                     const struct benchmark *benchmark, const struct disk *disk)
{
	struct job job = { .benchmark = benchmark, .disk = disk, .wanted = settings->disk };
	char reason[96];

	job.estimate_ns = estimate_ns(benchmark, &plan->kind->pace);
	if (plan->job_count == JOBS_MAX) {
		snprintf(reason, sizeof(reason), "a plan has room for %d jobs", JOBS_MAX);
		leave_out(plan, &job, reason);
	} else if (plan->estimate_ns + job.estimate_ns > SECONDS(plan->kind->limit_s)) {
		snprintf(reason, sizeof(reason), "the %s plan ends after %llu s", plan->kind->name,
		         (unsigned long long)plan->kind->limit_s);
		leave_out(plan, &job, reason);
	} else {
		plan->jobs[plan->job_count++] = job;
		plan->estimate_ns += job.estimate_ns;
	}
}

/* Is @disk among those that the user named? Everything is when none is named. */
static bool disk_is_wanted(const struct machine *machine, const char *wanted,
                           const struct disk *disk)
{
	char word[sizeof(disk->serial)];

	if (wanted[0] == '\0')
		return true;
	while (text_next(&wanted, ",", word, sizeof(word)))
		if (machine_disk(machine, word) == disk)
			return true;
	return false;
}

static void complain_about_patterns(const char *only, const struct listener *listener)
{
	char pattern[128], why[256];

	while (text_next(&only, ",", pattern, sizeof(pattern))) {
		bool found = false;

		for (size_t i = 0; i < benchmark_count && !found; i++)
			found = text_matches(pattern, benchmarks[i]->name);
		if (found)
			continue;
		snprintf(why, sizeof(why),
		         "setting only: no test is called %s; assay list names them all", pattern);
		tell(listener, why);
	}
}

static void complain_about_disks(const struct machine *machine, const char *wanted,
                                 const struct listener *listener)
{
	char word[64], why[512];
	int used;

	while (text_next(&wanted, ",", word, sizeof(word))) {
		if (machine_disk(machine, word))
			continue;
		used = snprintf(why, sizeof(why), "setting disk: %s is not in this machine; it has",
		                word);
		for (unsigned i = 0; i < machine->disk_count && used < (int)sizeof(why); i++)
			used += snprintf(why + used, sizeof(why) - (size_t)used, " %s (%s)",
			                 machine->disks[i].name, machine->disks[i].serial);
		if (machine->disk_count == 0)
			snprintf(why + used, sizeof(why) - (size_t)used, " no disk");
		tell(listener, why);
	}
}

static const struct plan_kind *choose_kind(const char *name, const struct listener *listener)
{
	const struct plan_kind *kind = plan_kind_find(name);
	char why[256];
	int used;

	if (kind)
		return kind;
	used = snprintf(why, sizeof(why), "setting plan=%s: there is none of that name; there are",
	                name);
	for (size_t i = 0; i < plan_kind_count && used < (int)sizeof(why); i++)
		used += snprintf(why + used, sizeof(why) - (size_t)used, "%s %s", i ? "," : "",
		                 plan_kinds[i].name);
	if (used < (int)sizeof(why))
		snprintf(why + used, sizeof(why) - (size_t)used, "; taking %s", plan_kinds[0].name);
	tell(listener, why);
	return &plan_kinds[0];
}

void plan_make(struct plan *plan, const struct settings *settings, const struct machine *machine,
               void (*complain)(void *context, const char *why), void *context)
{
	const struct listener listener = { complain, context };

	memset(plan, 0, sizeof(*plan));
	plan->kind = choose_kind(settings->plan, &listener);
	complain_about_patterns(settings->only, &listener);
	complain_about_disks(machine, settings->disk, &listener);

	for (size_t i = 0; i < benchmark_count; i++) {
		const struct benchmark *benchmark = benchmarks[i];

		if (!text_matches(plan->kind->tests, benchmark->name) ||
		    !text_matches(settings->only, benchmark->name))
			continue;
		if (benchmark->target == TARGET_MACHINE)
			plan_add(plan, settings, benchmark, NULL);
		for (unsigned d = 0; benchmark->target == TARGET_DISK && d < machine->disk_count;
		     d++)
			if (disk_is_wanted(machine, settings->disk, &machine->disks[d]))
				plan_add(plan, settings, benchmark, &machine->disks[d]);
	}
}
