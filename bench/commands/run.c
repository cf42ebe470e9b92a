/* SPDX-License-Identifier: MIT */
/*
 * run.c - assay run: settings, inventory, plan, jobs, report, delivery: one straight line
 */

#include "bench/commands/commands.h"
#include "bench/deliver.h"
#include "bench/lib/clock.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/machine/grant.h"
#include "bench/network/time.h"
#include "bench/report.h"
#include "bench/run/pin.h"
#include "bench/run/quiet.h"
#include "bench/run/runner.h"
#include "bench/run/stop.h"
#include "bench/run/watch.h"
#include "bench/run/words.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define PENDING_MAX 32

/* Everything that is large, once. */
static struct machine machine;
static struct plan plan;
static struct watch watch;

/* Events that are known before there is a journal to put them in. */
static struct event pending[PENDING_MAX];
static unsigned pending_count;

static const struct sink *sinks[4];
static unsigned sink_count;

static void pend(enum event_kind kind, const char *why)
{
	struct event *event;

	if (pending_count == PENDING_MAX)
		return; /* a command line of 2,048 bytes has not more */
	event = &pending[pending_count++];
	event->kind = kind;
	event->wall_ns = clock_wall_ns();
	text_clean(event->text, sizeof(event->text), why);
}

static void complain(void *context, const char *why)
{
	(void)context;
	pend(EVENT_SETTING, why);
}

static void note(const char *why)
{
	fprintf(stderr, "assay: %s\n", why); /* notes are in the report only */
	pend(EVENT_NOTE, why);
}

/* Bring an event to the sinks; @context is the exit status of the run. */
static void tell_event(void *context, const struct event *event)
{
	int *exit_status = context;

	for (unsigned i = 0; i < sink_count; i++)
		if (sinks[i]->event)
			sinks[i]->event(event);
	if (event->kind == EVENT_HARDWARE)
		*exit_status = exit_status_worse(*exit_status, EXIT_HARDWARE_ERROR);
	if (event->kind == EVENT_KERNEL)
		*exit_status = exit_status_worse(*exit_status, EXIT_INTERNAL);
}

/* UUIDv4 (RFC 9562). */
static void make_id(char id[RUN_ID_BYTES])
{
	unsigned char b[16];
	size_t used = 0;

	if (getrandom(b, sizeof(b), 0) != (ssize_t)sizeof(b))
		memset(b, 0, sizeof(b)); /* cannot happen for 16 bytes */
	b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
	b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
	for (size_t i = 0; i < sizeof(b); i++)
		used += (size_t)snprintf(id + used, RUN_ID_BYTES - used, "%s%02x",
		                         i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
}

static void drain_kmsg(int kmsg, int *exit_status)
{
	struct event event;

	while (kmsg >= 0 && kmsg_next(kmsg, &event))
		tell_event(exit_status, &event);
}

/* One job, and what goes on beside it: what explains a result stands before it. */
static void run_job(struct runner *runner, unsigned number, int kmsg, struct run_outcome *outcome)
{
	const struct event_listener listener = { tell_event, &outcome->exit_status };
	const struct job *job = &plan.jobs[number - 1];
	static struct result result;

	for (unsigned s = 0; s < sink_count; s++)
		if (sinks[s]->start)
			sinks[s]->start(number, job);
	watch_begin(&watch);
	runner_run(runner, job, &result);
	result.warnings |= watch_end(&watch, job, &listener);
	drain_kmsg(kmsg, &outcome->exit_status);
	for (unsigned s = 0; s < sink_count; s++)
		if (sinks[s]->result)
			sinks[s]->result(number, job, &result);
	outcome->counts[result.status]++;
	outcome->exit_status =
	    exit_status_worse(outcome->exit_status, runner_exit_status(result.status));
}

static void run_jobs(struct run_outcome *outcome, int kmsg)
{
	const struct event_listener listener = { tell_event, &outcome->exit_status };
	static struct runner runner;
	int cpu = pin_choose("");
	unsigned done = 0;

	runner.machine = &machine;
	runner.pace = &plan.kind->pace;
	runner.show = state_shower();
	runner.pins = cpu >= 0;
	runner.cpu = cpu >= 0 ? (unsigned)cpu : 0;
	for (unsigned i = 0; i < machine.disk_count; i++)
		runner.barred[i] = machine.disks[i].silent;
	watch_open(&watch, "", &listener);
	while (done < plan.job_count && !stop_asked())
		run_job(&runner, ++done, kmsg, outcome);
	if (!stop_asked())
		return;
	outcome->exit_status = exit_status_worse(outcome->exit_status, EXIT_STOPPED);
	event_tell(&listener, EVENT_NOTE, "stopped by signal %d (%s): %u of %u jobs were not begun",
	           stop_asked(), strsignal(stop_asked()), plan.job_count - done, plan.job_count);
}

/* From the first line to the end of the journal; @exit_status is that so far. Returns an enum
 * exit_status. */
static int run_plan(const struct run_info *info, bool from_boot, int exit_status)
{
	struct run_outcome outcome = { .exit_status = exit_status };
	const struct event_listener listener = { tell_event, &outcome.exit_status };
	bool quiet = info->settings->quiet == QUIET_ON;
	int kmsg = kmsg_open("/dev/kmsg", from_boot);

	for (unsigned i = 0; i < sink_count; i++)
		sinks[i]->begin(info);
	for (unsigned i = 0; i < pending_count; i++)
		tell_event(&outcome.exit_status, &pending[i]);
	drain_kmsg(kmsg, &outcome.exit_status);

	stop_begin();
	if (quiet)
		quiet_begin("", &listener);
	run_jobs(&outcome, kmsg);
	if (quiet)
		quiet_end(&listener);

	time_settle(info->settings->upload); /* a certificate may depend on it */
	look_again(&machine);
	for (unsigned i = 0; i < sink_count; i++)
		if (sinks[i]->machine)
			sinks[i]->machine(&machine);

	if (outcome.counts[STATUS_OK] == 0)
		outcome.exit_status = exit_status_worse(outcome.exit_status, EXIT_NOTHING_RAN);
	outcome.ended_wall_ns = clock_wall_ns();
	outcome.elapsed_ns = clock_now_ns() - info->started_ns;
	for (unsigned i = 0; i < sink_count; i++)
		sinks[i]->end(&outcome);
	if (kmsg >= 0)
		close(kmsg);
	return outcome.exit_status;
}

static void choose_sinks(bool json)
{
	sinks[sink_count++] = &sink_journal; /* first: safe before it is shown */
	sinks[sink_count++] = &sink_ktap;
	if (!json)
		sinks[sink_count++] = &sink_console;
	sinks[sink_count++] =
	    &sink_state; /* last: all is said before the rest in which it is drawn */
}

/* Copy report.json to standard output. */
static int print_report(const char *directory)
{
	char block[8192], path[PATH_MAX];
	size_t got;
	FILE *file;

	if (text_path(path, sizeof(path), directory, "report.json"))
		return EXIT_INTERNAL;
	file = fopen(path, "re");
	if (!file)
		return EXIT_INTERNAL;
	while ((got = fread(block, 1, sizeof(block), file)) > 0)
		fwrite(block, 1, got, stdout);
	fclose(file);
	return fflush(stdout) == 0 ? EXIT_OK : EXIT_INTERNAL;
}

static int finish(const struct options *options, const char *directory)
{
	int status = EXIT_OK, medium;

	if (report_write(directory))
		return EXIT_INTERNAL;
	if (options->json) {
		status = print_report(directory);
		dup2(STDERR_FILENO, STDOUT_FILENO); /* what deliver() says is no JSON */
	} else {
		printf("results: %s/report.json and journal.ndjson\n", directory);
	}
	fflush(stdout);
	stop_end(); /* all is safe: the next signal ends the delivery as ever */
	medium = deliver_to_medium(&machine, &options->settings, directory);
	if (options->settings.upload[0]) /* what the server has is delivered */
		medium = deliver(&options->settings, directory);
	return exit_status_worse(status, medium);
}

int command_run(const struct options *options)
{
	struct run_info info = { .settings = &options->settings,
		                 .origins = &options->origins,
		                 .machine = &machine,
		                 .plan = &plan };
	char directory[PATH_MAX];
	int status;

	/* a slip of a boot loader must not stop the run, one at a prompt should */
	if (!options->cmdline && !plan_kind_find(options->settings.plan)) {
		fprintf(stderr, "assay: --plan=%s: no such plan; see assay list --plans\n",
		        options->settings.plan);
		return EXIT_USAGE;
	}
	info.started_ns = clock_now_ns();
	make_id(info.id);
	snprintf(directory, sizeof(directory), "assay-results/%s", info.id);
	info.directory = options->out ? options->out : directory;
	status = directory_claim(info.directory);
	if (status)
		return status;
	if (options->cmdline) {
		options_complain(options, complain);
		words_check("", options->cmdline_text, complain, NULL);
		network_check(options->cmdline_text, complain);
	}
	inventory_take(&machine);
	time_settle(options->settings.upload); /* now no job sees the clock step */
	info.started_wall_ns = clock_wall_ns();
	image_look(&machine, note);
	ssh_look(&machine, &options->settings);
	machine_identity(&machine, info.identity, sizeof(info.identity));
	identity_check(&machine, note);
	if (grant_apply(&machine, "", options->settings.write, complain, NULL))
		status = EXIT_REFUSED; /* the rest of the plan runs; that disk is not written */
	plan_make(&plan, &options->settings, &machine, complain, NULL);

	choose_sinks(options->json);
	status = run_plan(&info, options->cmdline != NULL, status);
	status = exit_status_worse(status, finish(options, info.directory));
	if (!options->json)
		printf("assay: END status=%s\n", exit_status_word(status));
	return status;
}
