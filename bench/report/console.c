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
#include "bench/report/announce.h"
#include "bench/report/table.h"

#include <stdio.h>
#include <string.h>

#define HARDWARE_SHOWN 3 /* complaints of the kernel in one job: a bad disk may bring thousands */

/* The table of results is kept as text, so that its size does not depend on the metrics. */
static char rows[JOBS_MAX * 2][ROW_BYTES];
static unsigned row_count, rows_lost;
static uint64_t started_ns, left_ns;
static const struct machine *tested;
static bool disk_is_bad[DISKS_MAX]; /* a test of it failed or never ended, by index */
static unsigned job_count;
static unsigned hardware_told; /* of the present job */

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

static void begin(const struct run_info *info)
{
	started_ns = info->started_ns;
	left_ns = info->plan->estimate_ns;
	job_count = info->plan->job_count;
	tested = info->machine;
	printf("assay %s: run %s\n", ASSAY_VERSION, info->id);
	announce_run(info);
	printf("assay: first job at %.2f s of kernel time\n", (double)clock_now_ns() / 1e9);
	fflush(stdout);
}

/* Of what was not shown at least how much it is. */
static void count_hardware(void)
{
	if (hardware_told > HARDWARE_SHOWN)
		printf("assay: hardware: %u more of these are in the report\n",
		       hardware_told - HARDWARE_SHOWN);
	hardware_told = 0;
}

static void start(unsigned number, const struct job *job)
{
	const char *target = job_target(job);
	char time[TIME_BYTES];

	count_hardware();
	printf("[+%.1fs] %u/%u %s%s%s (%s left)\n", (double)(clock_now_ns() - started_ns) / 1e9,
	       number, job_count, job->benchmark->name, target[0] ? " " : "", target,
	       table_time(time, (double)left_ns / 1e9));
	left_ns -= job->estimate_ns < left_ns ? job->estimate_ns : left_ns;
	fflush(stdout);
}

static void result(unsigned number, const struct job *job, const struct result *r)
{
	char text[ROW_BYTES], warnings[256];

	(void)number;
	count_hardware();
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
	else if (e->kind == EVENT_HARDWARE && ++hardware_told > HARDWARE_SHOWN)
		return;
	else if (e->kind == EVENT_FIRMWARE)
		printf("firmware: %s\n", e->text);
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
