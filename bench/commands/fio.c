/* SPDX-License-Identifier: MIT */
/* fio.c - assay fio: job files and words of fio, its texts and its JSON */

#include "bench/formats/fio.h"
#include "bench/commands/commands.h"
#include "bench/fio/fio_words.h"
#include "bench/lib/status.h"
#include "bench/report/announce.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static struct fio_request request; /* large */
static FILE *out;

static int print_help(void)
{
	char range[160];

	printf("assay fio FILE.fio...                      the jobs of job files\n"
	       "assay fio --name=NAME [--OPTION=VALUE...]  one job; --name again begins another\n\n"
	       "Options before the first --name, or in a section [global], are for all jobs after\n"
	       "them. What is not listed here stops with its name before any I/O.\n\n"
	       "  --output=FILE\n        where the results go; default: standard output\n"
	       "  --output-format=normal,terse,json,json+\n        one or several of them\n"
	       "  --output-layout=3, 1.59\n        of the text\n"
	       "  --write=SERIAL@HOST,...\n        disks that may be written; files need none\n"
	       "  --write.limit=BYTES\n        never write more than this; default 1T\n"
	       "  --minimal, --terse-version=3, --eta=never\n        as in fio\n\n"
	       "Options of a job, and the keys of a job file:\n");
	for (size_t i = 0; i < fio_option_count; i++) {
		const struct fio_option *option = &fio_options[i];

		printf("  %s=%s\n        %s%s%s\n", option->name,
		       fio_option_range(option, range, sizeof(range)), option->help,
		       option->aliases[0] ? "; also " : "",
		       option->aliases[0] ? option->aliases[0] : "");
	}
	return EXIT_OK;
}

static int complain(int status, const char *why)
{
	fprintf(stderr, "assay: fio: %s\n", why);
	return status;
}

static void print_notes(void)
{
	for (unsigned i = 0; i < request.job_count; i++) {
		const char *note;

		for (unsigned n = 0; (note = fio_note(&request.jobs[i], n)); n++)
			fprintf(stderr, "assay: fio: %s: note: %s\n", request.jobs[i].name, note);
	}
}

/* What all clones of the job of this thread, its first, write at most. */
static uint64_t writes_of_job(const struct fio_thread *thread)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < thread->job->numjobs; i++)
		if (__builtin_add_overflow(sum, fio_writes_bytes(&thread[i]), &sum))
			return UINT64_MAX;
	return sum;
}

/* Nothing is written before the user can see what it will be. */
static void announce(const struct fio_run *run)
{
	for (unsigned i = 0; i < run->thread_count; i += (unsigned)run->threads[i].job->numjobs) {
		const struct fio_thread *thread = &run->threads[i];
		const struct fio_job *job = thread->job;
		uint64_t bytes = writes_of_job(thread);
		char time[48] = "", wear[ANNOUNCE_WEAR_BYTES];

		if (bytes == 0)
			continue;
		if (job->runtime_ns)
			snprintf(time, sizeof(time), ", in %" PRIu64 " s at most",
			         (job->ramp_ns + job->runtime_ns + SECONDS(1) - 1) / SECONDS(1));
		fprintf(stderr,
		        "assay: fio: %s: writes at most %" PRIu64 " bytes to %s%s%s%s%s%s\n",
		        job->name, bytes, thread->path,
		        job->numjobs > 1 && !job->filename[0] ? " and so on" : "",
		        thread->disk ? ", serial " : "", thread->disk ? thread->disk->serial : "",
		        announce_wear(thread->disk, wear), time);
	}
}

static void print_laying_out(const struct fio_thread *thread)
{
	if (request.formats & FIO_NORMAL)
		fio_print_laying_out(out, thread, request.old_layout);
	fflush(out);
}

static int print_report(const struct fio_run *run)
{
	struct fio_report report;
	int rc = fio_report_make(&report, run);

	if (rc == 0 && request.formats & FIO_TERSE)
		fio_print_terse(out, &report);
	if (rc == 0 && request.formats & FIO_NORMAL)
		fio_print_text(out, &report);
	if (rc == 0 && request.formats & (FIO_JSON | FIO_JSON_PLUS))
		rc = fio_print_json(out, &report, request.formats & FIO_JSON_PLUS);
	fio_report_free(&report);
	return rc ? complain(EXIT_INTERNAL, "no memory for the report") : EXIT_OK;
}

/* The errors of threads, one line each; and whose time the limit has cut short. */
static int report_errors(const struct fio_run *run)
{
	int status = EXIT_OK;

	for (unsigned i = 0; i < run->thread_count; i++) {
		const struct fio_thread *thread = &run->threads[i];

		if (thread->outcome.done && thread->budget_bytes == 0)
			fprintf(stderr,
			        "assay: fio: %s: ended before its time, at the %" PRIu64
			        " bytes that it may write (--write.limit)\n",
			        thread->job->name, thread->write_limit_bytes);
		if (!thread->error)
			continue;
		status = EXIT_TEST_FAILED;
		if (thread->fd < 0 && thread->path[0])
			continue; /* not opened, which has been said */
		fprintf(stderr, "assay: fio: %s: %s%s%s\n", thread->job->name, thread->path,
		        thread->path[0] ? ": " : "", thread->why);
	}
	return status;
}

static void stop(int number)
{
	(void)number;
	fio_stop();
}

static int run_all(struct fio_run *run)
{
	char why[512];
	int status = EXIT_OK;

	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	if (request.formats & FIO_NORMAL)
		fio_print_begin(out, run);
	fflush(out);
	/* what was measured before something could not be opened is printed, too */
	if (fio_run(run, print_laying_out, why, sizeof(why)) != 0)
		status = complain(EXIT_TEST_FAILED, why);
	status =
	    exit_status_worse(status, exit_status_worse(print_report(run), report_errors(run)));
	return exit_status_worse(status, fio_stopped() ? EXIT_STOPPED : EXIT_OK);
}

static int plan_and_run(const struct machine *machine)
{
	struct fio_run run;
	char why[512];
	int rc = fio_plan(&run, &request, machine, why, sizeof(why));
	int status;

	if (rc) {
		status = complain(rc == -EPERM    ? EXIT_REFUSED
		                  : rc == -ENOMEM ? EXIT_INTERNAL
		                                  : EXIT_USAGE,
		                  why);
	} else {
		announce(&run);
		status = run_all(&run);
	}
	fio_end(&run);
	return status;
}

/* Returns an enum exit_status. */
static int close_output(int status)
{
	bool failed = ferror(out) != 0;

	if (out == stdout || (fclose(out) == 0 && !failed))
		return status;
	fprintf(stderr, "assay: fio: %s did not take everything\n", request.output);
	return exit_status_worse(status, EXIT_INTERNAL);
}

int command_fio(char **argv)
{
	static struct machine machine; /* large */
	struct settings settings;
	char why[640];
	int status = commands_grant(argv, &machine, &settings);

	if (status)
		return status;
	if (fio_words_parse(&request, argv, why, sizeof(why)) != 0)
		return complain(EXIT_USAGE, why);
	if (request.help)
		return print_help();
	if (request.version) {
		puts(FIO_VERSION);
		return EXIT_OK;
	}
	request.write_limit_bytes = settings.write_limit_bytes;
	out = request.output[0] ? fio_file_create(request.output) : stdout;
	if (!out) {
		snprintf(why, sizeof(why), "--output=%s: %s", request.output, strerror(errno));
		return complain(EXIT_USAGE, why);
	}
	print_notes();
	return close_output(plan_and_run(&machine));
}
