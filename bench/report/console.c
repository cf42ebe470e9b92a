/* SPDX-License-Identifier: MIT */
/*
 * console.c - lines for people, on standard output: a serial console, a screen, a log
 *
 * Append-only: a line per event, nothing is drawn over. The machine and the plan
 * first, what runs now with the time left, and a table of results at the end.
 */

#include "bench/lib/clock.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/report.h"
#include "bench/report/table.h"

#include <stdio.h>
#include <string.h>

#define FAMILY_SHOWN 4 /* tests of a family that are left out are named, more are counted */

/* The table of results is kept as text, so that its size does not depend on the metrics. */
static char rows[JOBS_MAX * 2][ROW_BYTES];
static unsigned row_count, rows_lost;
static uint64_t started_ns, left_ns;
static const struct machine *tested;
static bool disk_is_bad[DISKS_MAX]; /* a test of it failed or never ended, by index */
static unsigned job_count;

static void keep_row(const char *text)
{
	if (row_count < countof(rows))
		snprintf(rows[row_count++], ROW_BYTES, "%s", text);
	else
		rows_lost++;
}

static void warnings_text(uint32_t warnings, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (unsigned bit = 0; bit < WARNING_COUNT && used < size; bit++)
		if (warnings & 1u << bit)
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "",
			                         warning_name(bit));
}

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

	printf("plan %s: %u jobs, about %.0f s (%s)\n", plan->kind->name, plan->job_count,
	       (double)plan->estimate_ns / 1e9, plan->kind->title);
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

static void print_writes_of(const char *what, const struct plan_writes *writes, double disk_bytes)
{
	char size[32], share[64] = "";

	if (disk_bytes > 0)
		snprintf(share, sizeof(share), ", %.*f times its capacity, endurance not known",
		         (double)writes->bytes < 10 * disk_bytes ? 3 : 0,
		         (double)writes->bytes / disk_bytes);
	printf("writes to %s: at most %sB%s, in about %.0f s\n", what,
	       table_si(size, sizeof(size), (double)writes->bytes), share,
	       (double)writes->estimate_ns / 1e9);
}

/* What will be lost, before it is. */
static void print_writes(const struct run_info *info)
{
	const struct plan *plan = info->plan;
	bool any = plan->directory_writes.bytes > 0;
	char what[160], limit[32];

	if (any)
		print_writes_of(info->settings->directory, &plan->directory_writes, 0);
	for (unsigned i = 0; i < info->machine->disk_count; i++) {
		const struct disk *disk = &info->machine->disks[i];

		if (plan->writes[i].bytes == 0)
			continue;
		snprintf(what, sizeof(what), "%s, %s%sserial %s", disk->name, disk->model,
		         disk->model[0] ? ", " : "", disk->serial);
		print_writes_of(what, &plan->writes[i], (double)disk->bytes);
		any = true;
	}
	if (any)
		printf("writes: never more than write.limit=%s to each\n",
		       text_bytes(limit, sizeof(limit), info->settings->write_limit_bytes));
	else
		printf("writes: nothing\n");
}

static void begin(const struct run_info *info)
{
	started_ns = info->started_ns;
	left_ns = info->plan->estimate_ns;
	job_count = info->plan->job_count;
	tested = info->machine;
	printf("assay %s: run %s\n", ASSAY_VERSION, info->id);
	print_machine(info);
	print_plan(info->plan, info->settings);
	print_writes(info);
	printf("assay: first job at %.2f s of kernel time\n", (double)clock_now_ns() / 1e9);
	fflush(stdout);
}

static void start(unsigned number, const struct job *job)
{
	const char *target = job_target(job);

	printf("[+%.1fs] %u/%u %s%s%s (%.0f s left)\n", (double)(clock_now_ns() - started_ns) / 1e9,
	       number, job_count, job->benchmark->name, target[0] ? " " : "", target,
	       (double)left_ns / 1e9);
	left_ns -= job->estimate_ns < left_ns ? job->estimate_ns : left_ns;
	fflush(stdout);
}

static void result(unsigned number, const struct job *job, const struct result *r)
{
	char text[ROW_BYTES], warnings[256];

	(void)number;
	warnings_text(r->warnings, warnings, sizeof(warnings));
	for (unsigned i = 0; i < r->metric_count; i++) {
		const struct metric *metric = &r->metrics[i];
		const struct row row = { .test = job->benchmark->name,
			                 .target = job_target(job),
			                 .metric = metric->name,
			                 .unit = unit_name(metric->unit),
			                 .value = metric->value,
			                 .spread = metric->spread,
			                 .warnings = warnings };

		keep_row(table_number(text, &row));
	}
	if (job->disk && (r->status == STATUS_FAILED || r->status == STATUS_TIMED_OUT))
		disk_is_bad[job->disk - tested->disks] = true;
	if (r->status != STATUS_OK) {
		keep_row(table_status(text, job->benchmark->name, job_target(job),
		                      status_name(r->status), r->reason));
		printf("%s\n", text); /* bad news does not wait for the table */
		fflush(stdout);
	}
}

static void event(const struct event *e)
{
	if (e->kind == EVENT_SETTING)
		printf("assay: %s\n", e->text); /* says itself that it is one */
	else if (e->kind != EVENT_NOTE)
		printf("assay: %s: %s\n", event_kind_name(e->kind), e->text);
	fflush(stdout);
}

/* Which one to pull out: the last screen may be all that somebody sees. */
static void print_bad_disks(void)
{
	for (unsigned i = 0; i < tested->disk_count; i++) {
		const struct disk *disk = &tested->disks[i];

		if (disk_is_bad[i])
			printf("BAD DISK %s: %s%sserial %s at %s\n", disk->name, disk->model,
			       disk->model[0] ? " " : "", disk->serial[0] ? disk->serial : "(none)",
			       disk->controller);
	}
}

static void end(const struct run_outcome *outcome)
{
	const unsigned *counts = outcome->counts;
	char text[ROW_BYTES];

	printf("\n%s\n", table_heading(text));
	for (unsigned i = 0; i < row_count; i++)
		printf("%s\n", rows[i]);
	if (rows_lost)
		printf("(%u more are in the report)\n", rows_lost);
	printf("\n");
	print_bad_disks();
	printf("RESULT: %s: %u ok, %u skipped, %u failed, %u broken, %u timed out in %.1f s\n",
	       exit_status_word(outcome->exit_status), counts[STATUS_OK], counts[STATUS_SKIPPED],
	       counts[STATUS_FAILED], counts[STATUS_BROKEN], counts[STATUS_TIMED_OUT],
	       (double)outcome->elapsed_ns / 1e9);
	fflush(stdout);
}

const struct sink sink_console = {
	.name = "console",
	.begin = begin,
	.start = start,
	.result = result,
	.event = event,
	.end = end,
};
