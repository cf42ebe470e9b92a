/* SPDX-License-Identifier: MIT */
/*
 * ktap.c - the verdict of the tests, on a serial port of its own
 *
 * Source: Documentation/dev-tools/ktap.rst of Linux, KTAP version 1.
 */

#include "bench/report.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *port;

/*
 * Open /dev/NAME if it is a terminal. A slip in assay.verdict= must neither write over a
 * disk nor make a file, so nothing is opened before its kind is known.
 */
static FILE *open_terminal(const char *name)
{
	char path[64];
	struct stat about;
	FILE *file = NULL;
	int fd;

	snprintf(path, sizeof(path), "/dev/%s", name);
	if (stat(path, &about) == 0 && S_ISCHR(about.st_mode)) {
		fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
		if (fd >= 0 && isatty(fd))
			file = fdopen(fd, "w");
		if (fd >= 0 && !file)
			close(fd);
	}
	if (!file)
		fprintf(stderr, "assay: setting verdict=%s: %s is no terminal to write to\n", name,
		        path);
	return file;
}

static void begin(const struct run_info *info)
{
	if (info->settings->verdict[0] != '\0')
		port = open_terminal(info->settings->verdict);
	if (!port)
		return;
	fprintf(port, "KTAP version 1\n1..%u\n", info->plan->job_count);
	fflush(port);
}

static void result(unsigned number, const struct job *job, const struct result *r)
{
	const char *name = job->benchmark->name, *target = job_target(job);

	if (!port)
		return;
	fprintf(port, "%s %u %s%s%s",
	        r->status == STATUS_OK || r->status == STATUS_SKIPPED ? "ok" : "not ok", number,
	        name, target[0] ? " " : "", target);
	switch (r->status) {
	case STATUS_OK: break;
	case STATUS_SKIPPED: fprintf(port, " # SKIP %s", r->reason); break;
	case STATUS_TIMED_OUT: fprintf(port, " # TIMEOUT %s", r->reason); break;
	case STATUS_FAILED:
	case STATUS_BROKEN: fprintf(port, " # ERROR %s: %s", status_name(r->status), r->reason);
	}
	fputc('\n', port);
	fflush(port);
}

static void event(const struct event *e)
{
	if (port)
		fprintf(port, "# event %s: %s\n", event_kind_name(e->kind), e->text);
}

static void end(const struct run_outcome *outcome)
{
	if (!port)
		return;
	fprintf(port, "# assay: end of run, exit status %d\n", outcome->exit_status);
	fclose(port);
	port = NULL;
}

const struct sink sink_ktap = {
	.name = "ktap",
	.begin = begin,
	.result = result,
	.event = event,
	.end = end,
};
