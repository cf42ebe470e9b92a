/* SPDX-License-Identifier: MIT */
/* plan.c - make the list of jobs: known, with its time, before the first one starts */

#include "bench/run/plan.h"

#include "bench/lib/text.h"
#include "bench/run/plan_part.h"

#include <stdio.h>
#include <string.h>

#define WRITE_LIMIT_LEAST_BYTES 1000000000000u
#define WRITE_LIMIT_CAPACITIES 24

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

static void complain_about_directory(const char *directory, const struct listener *listener)
{
	char why[384];
	int rc = plan_check_directory(directory);

	if (directory[0] == '\0' || rc == 0)
		return;
	snprintf(why, sizeof(why), "setting directory: %s: %s", directory, strerror(-rc));
	tell(listener, why);
}

uint64_t plan_write_limit(const struct settings *settings, const struct disk *disk)
{
	uint64_t bytes = disk ? WRITE_LIMIT_CAPACITIES * disk->bytes : 0;

	if (settings->write_limit_bytes != BYTES_AUTO)
		return settings->write_limit_bytes;
	return bytes > WRITE_LIMIT_LEAST_BYTES ? bytes : WRITE_LIMIT_LEAST_BYTES;
}

void plan_make(struct plan *plan, const struct settings *settings, const struct machine *machine,
               void (*complain)(void *context, const char *why), void *context)
{
	const struct listener listener = { complain, context };

	memset(plan, 0, sizeof(*plan));
	plan->kind = choose_kind(settings->plan, &listener);
	complain_about_patterns(settings->only, &listener);
	complain_about_disks(machine, settings->disk, &listener);
	complain_about_directory(settings->directory, &listener);

	for (size_t i = 0; i < benchmark_count; i++) {
		const struct benchmark *benchmark = benchmarks[i];

		if (!text_matches(plan->kind->tests, benchmark->name) ||
		    !text_matches(settings->only, benchmark->name))
			continue;
		plan_add_benchmark(plan, settings, machine, benchmark);
	}
}
