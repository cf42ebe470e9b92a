/* SPDX-License-Identifier: MIT */
/*
 * shell.c - unixbench.shell1, shell8: a script that starts one script, or eight at a time
 *
 * One count is one run of "multi N": N background jobs of /bin/sh with the script "tst",
 * and the wait for them. A tst sorts a text, dumps and sorts it again, searches it, and
 * removes its four files: 7 programs, each by fork and exec, so that a count is 9 execs
 * with one job and 65 with eight. The one in progress at the alarm is not counted, but the
 * time ends with it.
 *
 * LANG is en_US.utf8, as in the original; where that locale is not installed, in the image
 * and in /classic too, the tools work in C. Before the clock starts, the work of one tst
 * is done once and its answers are looked at.
 */

#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "bench/system/alarm.h"
#include "bench/system/classic.h"
#include "bench/system/shell_data.h"
#include "bench/system/shell_files.h"
#include "bench/system/unixbench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_EXEC 99 /* exit status of a child that could not become another program */

/* od makes at least so much of the text; how many equal lines it leaves out is up to sort. */
#define DUMPED_BYTES_MIN (7 * SHELL_DATA_BYTES / 2)

/* Is there such a program on the PATH? */
static bool tool_present(const char *tool)
{
	const char *rest = getenv("PATH");
	char directory[256], path[512];

	if (!rest)
		rest = "/bin:/usr/bin";
	while (text_next(&rest, ":", directory, sizeof(directory)) > 0)
		if (text_path(path, sizeof(path), directory, tool) == 0 && access(path, X_OK) == 0)
			return true;
	return false;
}

static int check_tools(struct run *run)
{
	static const char *const tools[] = { "sort", "od", "grep", "tee", "wc", "rm" };

	if (access("/bin/sh", X_OK) < 0)
		return skip(run, "no /bin/sh");
	for (size_t i = 0; i < countof(tools); i++)
		if (!tool_present(tools[i]))
			return skip(run, "no %s on the PATH", tools[i]);
	return 0;
}

/* Without /classic: say whose shell it is. */
static void note_shell(struct run *run)
{
	char target[32] = "", text[64];
	ssize_t length = readlink("/bin/sh", target, sizeof(target) - 1);

	target[length < 0 ? 0 : length] = '\0';
	snprintf(text, sizeof(text), "%s (/bin/sh is %s)",
	         strstr(target, "busybox") ? "static" : "host", target[0] ? target : "no link");
	param_text(run, "userland", text);
}

/* Choose the userland. Returns 0 with *@directory for files, or the value of skip(). */
static int prepare_userland(const struct copy *copy, const char **directory)
{
	int rc = 0;

	*directory = copy->directory;
	if (classic_present()) {
		rc = classic_enter(copy->run);
		*directory = CLASSIC_DIRECTORY;
	} else {
		note_shell(copy->run);
	}
	setenv("LANG", "en_US.utf8", 1);
	return rc ? rc : check_tools(copy->run);
}

/* Run a program to its end. Returns 0 with *@pid set, or the value of broken(). */
static int program_run(struct run *run, const char *const argv[], pid_t *pid)
{
	int status;

	*pid = fork();
	if (*pid == 0) {
		execv(argv[0], (char *const *)argv);
		_exit(NO_EXEC);
	}
	if (*pid < 0)
		return broken(run, "fork: %s", strerror(errno));
	if (waitpid(*pid, &status, 0) < 0)
		return broken(run, "wait: %s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_EXEC)
		return broken(run, "cannot execute %s", argv[0]);
	if (status != 0)
		return broken(run, "%s ended with status 0x%x", argv[0], (unsigned)status);
	return 0;
}

static long long file_bytes(const char *name, pid_t pid)
{
	char path[32];
	struct stat about;

	snprintf(path, sizeof(path), "%s.%d", name, (int)pid);
	return stat(path, &about) < 0 ? -1 : (long long)about.st_size;
}

/* Do the work of a tst once and look at what it left. */
static int check_answers(struct run *run)
{
	static const char *const argv[] = { "/bin/sh", "check", "data", NULL };
	unsigned lines = 0, words = 0, bytes = 0;
	long long sorted, dumped, found;
	char counted[80];
	pid_t pid;
	int rc;

	rc = program_run(run, argv, &pid);
	if (rc)
		return rc;
	sorted = file_bytes("sorted", pid);
	dumped = file_bytes("dumped", pid);
	found = file_bytes("found", pid);
	rc = text_readf("", counted, sizeof(counted), "counted.%d", (int)pid);
	if (rc > 0)
		sscanf(counted, "%u %u %u", &lines, &words, &bytes);
	if (sorted != SHELL_DATA_BYTES || dumped < DUMPED_BYTES_MIN ||
	    found != SHELL_DATA_FOUND_BYTES || lines != SHELL_DATA_FOUND_LINES ||
	    words != SHELL_DATA_FOUND_WORDS || bytes != SHELL_DATA_FOUND_BYTES)
		return fail(run, "wrong answers: sort %lld bytes, od %lld, grep %lld, wc %u %u %u",
		            sorted, dumped, found, lines, words, bytes);
	return 0;
}

static int count_runs(const struct copy *copy, const char *jobs, struct count *count)
{
	const char *const argv[] = { "./multi", jobs, NULL };
	uint64_t start_ns = clock_now_ns();
	pid_t pid;
	int rc;

	count->count = 0;
	alarm_set(copy->duration_s);
	for (;;) {
		rc = program_run(copy->run, argv, &pid);
		if (rc)
			return rc;
		if (alarm_rang)
			break;
		count->count++;
	}
	count->time_s = (double)(clock_now_ns() - start_ns) * 1e-9;
	if (count->count == 0)
		count->count = 1; /* a shortened plan has no time for one: it took that long */
	return 0;
}

static int shell_copy(const struct copy *copy, const char *jobs, struct count *count)
{
	const char *directory;
	int rc;

	rc = prepare_userland(copy, &directory);
	if (rc == 0)
		rc = shell_files_make(copy->run, directory);
	if (rc)
		return rc;
	rc = check_answers(copy->run);
	if (rc == 0)
		rc = count_runs(copy, jobs, count);
	shell_files_remove();
	return rc;
}

int shell1_copy(const struct copy *copy, struct count *count)
{
	return shell_copy(copy, "1", count);
}

int shell8_copy(const struct copy *copy, struct count *count)
{
	return shell_copy(copy, "8", count);
}
