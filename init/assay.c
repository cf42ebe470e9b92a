/* SPDX-License-Identifier: MIT */
/* assay.c - run assay; if it cannot do so itself, bring home what it found */

#include "init/init.h"

#include "bench/lib/manifest.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CANNOT_RUN 127 /* exit status of a program that was not found or could not start */

#define IN_FORCE "/run/assay-settings" /* CONFIG_IN_FORCE of bench/config/config.h */
#define OF_THE_BOOT "--cmdline=/proc/cmdline", "--settings=" IN_FORCE, "--out=" RESULTS_DIRECTORY

static const char *const run_command[] = { "/bin/assay", "run", OF_THE_BOOT, NULL };
static const char *const dashboard_command[] = { "/bin/assay", "attach", NULL };
static const char *const deliver_command[] = { "/bin/assay", "deliver", OF_THE_BOOT, NULL };
static const char *const config_command[] = { "/bin/assay", "config", "--cmdline=/proc/cmdline",
	                                      "--out=" IN_FORCE, NULL };

/* Did it come to one of its own ends (bench/lib/status.h)? */
static bool ended_well(int status)
{
	return status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) <= EXIT_STATUS_LAST;
}

/* Tell who waits at the verdict port that there is nothing to wait for. */
static void bail_out(const char *port, const char *why)
{
	int fd = port[0] != '\0' ? terminal_open(port, true) : -ENOENT;

	if (fd < 0)
		return;
	dprintf(fd, "Bail out! %s\n", why);
	close(fd);
}

bool image_in_part;

static void lacks(void *context, const struct manifest_file *file)
{
	(void)context;
	if (!image_in_part) /* the first may have its size but not its content, others nothing */
		init_say("the image came only in part: %s is not whole", file->path);
	image_in_part = true;
}

int image_check(struct settings *settings)
{
	int rc = manifest_check("", lacks, NULL);

	(void)settings;
	if (rc > 1)
		init_say("the image came only in part: %d more files are missing", rc - 1);
	return rc < 0 ? rc : 0;
}

int settings_find(struct settings *settings)
{
	int status = program_run(config_command), rc;
	static char text[32768];

	rc = text_read("", IN_FORCE, text, sizeof(text));
	settings_read_lines(settings, text);
	return status > 0 ? -EIO : status < 0 ? status : rc < 0 ? rc : 0;
}

int assay_run(struct settings *settings)
{
	char how[64], why[128], line[64];
	int status, result = EXIT_INTERNAL;
	bool did_run;

	if (!image_in_part)
		console_lend("tty1", dashboard_command);
	status = image_in_part ? -EBADMSG : program_run(run_command);
	if (ended_well(status))
		return 0;

	did_run = status >= 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_RUN);
	child_end_text(status, how, sizeof(how));
	snprintf(why, sizeof(why), did_run ? "assay %s" : "assay could not be run: %s",
	         image_in_part ? "the image is not whole, load it again" : how);
	init_say("%s", why);
	bail_out(settings->verdict, why);

	if (did_run) {
		if (settings->upload[0] != '\0')
			init_say("delivering what was measured until then");
		status = program_run(deliver_command);
		if (ended_well(status))
			result = exit_status_worse(result, WEXITSTATUS(status));
	}
	snprintf(line, sizeof(line), "assay: END status=%s\n", exit_status_word(result));
	console_put(line, strlen(line));
	return 0;
}
