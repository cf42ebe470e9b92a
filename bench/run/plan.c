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
	text_copy(left->target, sizeof(left->target), job_target(job));
	text_copy(left->reason, sizeof(left->reason), reason);
}

/* Half way between ending early because all is known, and going on to the limit. */
static uint64_t estimate_ns(const struct benchmark *benchmark, const struct pace *pace)
{
	double least_ns = (pace->samples + EXTRA_SAMPLES) * (double)pace->sample_ns;
	unsigned passes = benchmark->classic.passes;

	if (benchmark->look_ns)
		return benchmark->look_ns;
	if (pace->classic_passes && pace->classic_passes < passes)
		passes = pace->classic_passes;
	if (benchmark->classic.pass_s > 0)
		return OVERHEAD_NS +
		       (uint64_t)(passes * benchmark->classic.pass_s * pace->classic_share * 1e9);
	if (!benchmark->measure && pace->limit_ns > least_ns)
		least_ns = (least_ns + (double)pace->limit_ns) / 2;
	return OVERHEAD_NS + (uint64_t)least_ns;
}

/* Put @job into the plan, or say why not. */
static void plan_add(struct plan *plan, struct job *job)
{
	char reason[96];

	job->estimate_ns = estimate_ns(job->benchmark, &plan->kind->pace);
	if (plan->job_count == JOBS_MAX) {
		snprintf(reason, sizeof(reason), "a plan has room for %d jobs", JOBS_MAX);
		leave_out(plan, job, reason);
	} else if (plan->estimate_ns + job->estimate_ns > SECONDS(plan->kind->limit_s)) {
		snprintf(reason, sizeof(reason), "the %s plan ends after %llu s", plan->kind->name,
		         (unsigned long long)plan->kind->limit_s);
		leave_out(plan, job, reason);
	} else {
		plan->jobs[plan->job_count++] = *job;
		plan->estimate_ns += job->estimate_ns;
	}
}

/* One job with one copy; one with a copy for each CPU, if there are more than one. */
static void plan_add_copies(struct plan *plan, struct job *job, unsigned threads)
{
	text_copy(job->target, sizeof(job->target), "1 copy");
	plan_add(plan, job);
	if (threads < 2)
		return;
	job->copies = threads;
	snprintf(job->target, sizeof(job->target), "%u copies", threads);
	plan_add(plan, job);
}

/* The level to run at: what the CPU can do, or less if the user says so. */
static unsigned level_choose(enum level asked, unsigned able)
{
	if (able == 0)
		able = 1; /* every x86-64 is */
	return asked != LEVEL_AUTO && (unsigned)asked < able ? (unsigned)asked : able;
}

/* Is @disk among those that the user named? Everything is when none is named. */
static bool disk_is_wanted(const struct machine *machine, const char *wanted,
                           const struct disk *disk)
{
	char word[sizeof(disk->serial)];

	if (wanted[0] == '\0')
		return true;
	while (text_next(&wanted, ",", word, sizeof(word)))
		if (machine_names(machine, word, disk))
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

static void plan_add_benchmark(struct plan *plan, const struct settings *settings,
                               const struct machine *machine, const struct benchmark *benchmark)
{
	struct job job = { .benchmark = benchmark,
		           .wanted = settings->disk,
		           .copies = 1,
		           .level = level_choose(settings->level, machine->cpu.level) };

	switch (benchmark->target) {
	case TARGET_MACHINE: plan_add(plan, &job); break;
	case TARGET_COPIES: plan_add_copies(plan, &job, machine->cpu.threads); break;
	case TARGET_DISK:
		for (unsigned i = 0; i < machine->disk_count; i++) {
			job.disk = &machine->disks[i];
			if (disk_is_wanted(machine, settings->disk, job.disk))
				plan_add(plan, &job);
		}
	}
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
		plan_add_benchmark(plan, settings, machine, benchmark);
	}
}
