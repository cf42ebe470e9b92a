/* SPDX-License-Identifier: MIT */
/* dd.c - assay dd: the operands and the lines of dd, for files and for disks that may be written */

#include "bench/formats/dd.h"
#include "bench/commands/commands.h"
#include "bench/dd/dd_open.h"
#include "bench/dd/dd_words.h"
#include "bench/lib/status.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* What status=progress has shown so far. */
struct progress {
	enum dd_style style;
	uint64_t next_ns;
	int length; /* of the line that stands there */
};

static int print_help(void)
{
	char flags[96];

	printf(
	    "assay dd [--style=old|new] [--write=SERIAL@HOST] [--write.limit=BYTES] OPERAND...\n\n"
	    "  if=FILE of=FILE          a file or disk; without: standard input and output\n"
	    "  bs=BYTES                 read and write so much at once\n"
	    "  ibs=BYTES obs=BYTES      or each its own; without any: 512\n"
	    "  count=N skip=N seek=N    blocks to copy, to pass over in the input, in the output;\n"
	    "                           with B at its end: bytes\n");
	printf("  conv=LIST                %s\n", dd_words_flags("conv", flags, sizeof(flags)));
	printf("  iflag=LIST               %s\n", dd_words_flags("iflag", flags, sizeof(flags)));
	printf("  oflag=LIST               %s\n", dd_words_flags("oflag", flags, sizeof(flags)));
	printf(
	    "  status=none|noxfer|progress\n\n"
	    "Numbers as in 4096, 64K, 1M, 1MB, 2x512. --style=old is the last line as before\n"
	    "coreutils 8.25. A disk is written only if --write= names it by its serial or WWN and\n"
	    "this machine by its serial or UUID.\n");
	return EXIT_OK;
}

/* Returns EXIT_OK with the options taken off @argv; or EXIT_USAGE. */
static int take_options(char ***argv, enum dd_style *style, bool *help)
{
	*style = DD_NEW;
	for (; **argv && strncmp(**argv, "--", 2) == 0; ++*argv) {
		if (strcmp(**argv, "--help") == 0) {
			*help = true;
		} else if (strcmp(**argv, "--style=old") == 0) {
			*style = DD_OLD;
		} else if (strcmp(**argv, "--style=new") != 0) {
			fprintf(stderr,
			        "assay: dd: %s: expected --style=old, --style=new, "
			        "--write=, --write.limit= or --help\n",
			        **argv);
			return EXIT_USAGE;
		}
	}
	return EXIT_OK;
}

static bool show_progress(void *context, uint64_t now_ns, const struct dd_outcome *so_far)
{
	struct progress *progress = context;
	char line[160];
	int length;

	if (progress->next_ns == 0)
		progress->next_ns = so_far->start_ns + SECONDS(1);
	if (now_ns < progress->next_ns)
		return false;
	dd_line(line, sizeof(line), progress->style, so_far->bytes, now_ns - so_far->start_ns,
	        true);
	length = fprintf(stderr, "\r%s", line) - 1;
	if (length < progress->length)
		fprintf(stderr, "%*s", progress->length - length, "");
	progress->length = length;
	progress->next_ns += SECONDS(1);
	return false;
}

static void print_outcome(const struct dd_request *request, enum dd_style style,
                          const struct dd_outcome *outcome)
{
	char line[160];

	if (request->status == DD_STATUS_NONE)
		return;
	dd_print_records(stderr, outcome);
	if (request->status == DD_STATUS_NOXFER)
		return;
	fprintf(stderr, "%s\n",
	        dd_line(line, sizeof(line), style, outcome->bytes, outcome->elapsed_ns, false));
}

static int run(const struct dd_request *request, enum dd_style style, struct dd_opened *opened)
{
	struct progress progress = { .style = style };
	struct dd_outcome outcome;
	char why[512];
	int rc, closed;

	if (opened->target)
		fprintf(stderr, "assay: dd: %" PRIu64 " bytes go onto %s (serial %s)\n",
		        opened->planned_bytes, opened->target->name, opened->target->serial);
	if (request->status == DD_STATUS_PROGRESS) {
		opened->copy.each = show_progress;
		opened->copy.context = &progress;
	}
	rc = dd_run(&opened->copy, &outcome);
	closed = dd_close(request, opened);
	if (progress.length)
		fprintf(stderr, "\n");
	if (rc) {
		dd_explain(&outcome, request->input.path ? request->input.path : "standard input",
		           request->output.path ? request->output.path : "standard output", why,
		           sizeof(why));
		fprintf(stderr, "assay: dd: %s\n", why);
	} else if (closed) {
		fprintf(stderr, "assay: dd: close %s: %s\n", request->output.path,
		        strerror(-closed));
	}
	print_outcome(request, style, &outcome);
	return rc || closed ? EXIT_TEST_FAILED : EXIT_OK;
}

/* Only then the disks of this machine have to be looked at, each of them read for it. */
static bool may_write_a_disk(char *const *argv)
{
	struct stat about;

	for (; *argv; argv++)
		if (strncmp(*argv, "--write", 7) == 0 ||
		    (strncmp(*argv, "of=", 3) == 0 && stat(*argv + 3, &about) == 0 &&
		     S_ISBLK(about.st_mode)))
			return true;
	return false;
}

int command_dd(char **argv)
{
	static struct machine machine; /* large */
	static struct settings settings;
	struct dd_request request;
	struct dd_opened opened;
	enum dd_style style;
	bool help = false;
	char why[512];
	int rc = may_write_a_disk(argv) ? commands_grant(argv, &machine, &settings) : EXIT_OK;

	if (rc == EXIT_OK)
		rc = take_options(&argv, &style, &help);
	if (rc)
		return rc;
	if (help)
		return print_help();
	rc = dd_words_parse(&request, argv, why, sizeof(why));
	if (rc == 0)
		rc = dd_open(&request, &machine, settings.write_limit_bytes, &opened, why,
		             sizeof(why));
	if (rc == 0)
		return run(&request, style, &opened);
	fprintf(stderr, "assay: dd: %s\n", why);
	return rc == -EPERM || rc == -EBUSY || rc == -ESTALE || rc == -EROFS ? EXIT_REFUSED
	                                                                     : EXIT_USAGE;
}
