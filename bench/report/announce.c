/* SPDX-License-Identifier: MIT */
/* announce.c - the machine, the plan and what will be written, in lines for people */

#include "bench/report/announce.h"

#include "bench/lib/text.h"
#include "bench/report/table.h"

#include <stdio.h>
#include <string.h>

#define FAMILY_SHOWN 4 /* tests of a family that are left out are named, more are counted */

static void print_machine(const struct run_info *info)
{
	const struct machine *m = info->machine;
	uint64_t fitted_bytes = 0;
	char size[32];

	printf("machine %s%s%s%s%s\n", info->identity, m->firmware.system_vendor[0] ? ": " : "",
	       m->firmware.system_vendor, m->firmware.product[0] ? " " : "", m->firmware.product);
	for (unsigned i = 0; i < m->memory.dimm_count; i++)
		fitted_bytes += m->memory.dimms[i].bytes;
	printf("%u x %s, %u cores, %u threads; %llu MiB of memory", m->cpu.sockets, m->cpu.model,
	       m->cpu.cores, m->cpu.threads, (unsigned long long)(m->memory.total_bytes >> 20));
	if (fitted_bytes)
		printf(" usable of %llu MiB fitted", (unsigned long long)(fitted_bytes >> 20));
	printf("\n");
	for (unsigned i = 0; i < m->disk_count; i++) {
		const struct disk *disk = &m->disks[i];

		printf("disk %-8s %8sB %-6s %-12s %s%s%s%s%s\n", disk->name,
		       table_si(size, sizeof(size), (double)disk->bytes), disk->transport,
		       disk->driver, disk->model, disk->model[0] ? " " : "",
		       disk->serial[0] ? disk->serial : "(no serial)",
		       disk->may_write            ? "; may be written"
		       : info->settings->write[0] ? "; may not be written: "
		                                  : "",
		       !info->settings->write[0] || disk->may_write ? ""
		       : disk->in_use_because[0]                    ? disk->in_use_because
		                                                    : "nobody asked for it");
	}
	for (unsigned i = 0; i < m->orphan_count; i++)
		printf("disk controller without a driver: %s %s\n", m->orphans[i].address,
		       m->orphans[i].ids);
}

/* How many entries from @first on have its reason, and its name up to the first dot. */
static unsigned family_size(const struct plan *plan, unsigned first, unsigned listed)
{
	const struct left_out *one = &plan->left_out[first];
	size_t length = strcspn(one->test, ".");
	unsigned i = first;

	while (i < listed && strcmp(plan->left_out[i].reason, one->reason) == 0 &&
	       strncmp(plan->left_out[i].test, one->test, length) == 0 &&
	       strcspn(plan->left_out[i].test, ".") == length)
		i++;
	return i - first;
}

/* Tests that follow each other and are left out for the same reason share a line. */
static void print_left_out(const struct plan *plan)
{
	unsigned listed = plan->left_out_count < LEFT_OUT_MAX ? plan->left_out_count : LEFT_OUT_MAX;

	for (unsigned i = 0; i < listed;) {
		const char *reason = plan->left_out[i].reason;

		printf("left out:");
		while (i < listed && strcmp(plan->left_out[i].reason, reason) == 0) {
			const struct left_out *left = &plan->left_out[i];
			unsigned size = family_size(plan, i, listed);

			if (size <= FAMILY_SHOWN)
				printf(" %s%s%s", left->test, left->target[0] ? " " : "",
				       left->target);
			else
				printf(" %.*s.* (%u)", (int)strcspn(left->test, "."), left->test,
				       size);
			i += size <= FAMILY_SHOWN ? 1 : size;
		}
		printf(": %s\n", reason);
	}
	if (plan->left_out_count > listed)
		printf("left out: %u more\n", plan->left_out_count - listed);
}

static void print_plan(const struct plan *plan, const struct settings *settings)
{
	bool narrowed = settings->only[0] || settings->disk[0];
	char time[TIME_BYTES];

	printf("plan %s: %u jobs, about %s (%s)\n", plan->kind->name, plan->job_count,
	       table_time(time, (double)plan->estimate_ns / 1e9), plan->kind->title);
	for (unsigned i = 0; i < plan->job_count;) {
		const struct benchmark *benchmark = plan->jobs[i].benchmark;
		uint64_t estimate_ns = 0;

		printf("  %-21s ", benchmark->name);
		for (; i < plan->job_count && plan->jobs[i].benchmark == benchmark; i++) {
			const char *target = job_target(&plan->jobs[i]);

			estimate_ns += plan->jobs[i].estimate_ns;
			printf("%s%s", target, target[0] ? " " : "");
		}
		printf("%.1f s\n", (double)estimate_ns / 1e9);
	}
	print_left_out(plan);
	if (narrowed)
		printf("left out: all that only= and disk= do not name\n");
	else if (plan->left_out_count == 0)
		printf("left out: nothing\n");
}

const char *announce_wear(const struct disk *disk, char text[ANNOUNCE_WEAR_BYTES])
{
	text[0] = '\0';
	if (disk && disk->wear_known)
		snprintf(text, ANNOUNCE_WEAR_BYTES, ", %u %% of its endurance used so far",
		         disk->used_percent);
	else if (disk)
		snprintf(text, ANNOUNCE_WEAR_BYTES, ", endurance not known");
	return text;
}

/* @disk  NULL = a directory */
static void print_writes_of(const char *what, const struct plan_writes *writes,
                            const struct disk *disk)
{
	char size[32], share[48] = "", wear[ANNOUNCE_WEAR_BYTES];
	double capacities = disk && disk->bytes ? (double)writes->bytes / (double)disk->bytes : 0;

	if (capacities > 0)
		snprintf(share, sizeof(share), ", %.*f times its capacity", capacities < 10 ? 3 : 0,
		         capacities);
	printf("writes to %s: at most %sB%s%s, in about %.0f s\n", what,
	       table_si(size, sizeof(size), (double)writes->bytes), share,
	       announce_wear(disk, wear), (double)writes->estimate_ns / 1e9);
}

/* What will be lost, before it is. */
static void print_writes(const struct run_info *info)
{
	const struct plan *plan = info->plan;
	bool any = plan->directory_writes.bytes > 0;
	char what[160], limit[32];

	if (any)
		print_writes_of(info->settings->directory, &plan->directory_writes, NULL);
	for (unsigned i = 0; i < info->machine->disk_count; i++) {
		const struct disk *disk = &info->machine->disks[i];

		if (plan->writes[i].bytes == 0)
			continue;
		snprintf(what, sizeof(what), "%s, %s%sserial %s", disk->name, disk->model,
		         disk->model[0] ? ", " : "", disk->serial);
		print_writes_of(what, &plan->writes[i], disk);
		any = true;
	}
	if (any)
		printf("writes: never more than write.limit=%s to each\n",
		       info->settings->write_limit_bytes == BYTES_AUTO
		           ? "auto (1T, or 24 times its capacity)"
		           : text_bytes(limit, sizeof(limit), info->settings->write_limit_bytes));
	else
		printf("writes: nothing\n");
}

void announce_run(const struct run_info *info)
{
	print_machine(info);
	print_plan(info->plan, info->settings);
	print_writes(info);
}
