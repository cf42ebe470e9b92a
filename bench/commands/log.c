/* SPDX-License-Identifier: MIT */
/* log.c - assay log: what the consoles of the image have shown */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

/* Print what is new. Programs may have printed anything: a terminal must not obey it. */
static void print_rest(int fd)
{
	char bytes[4096];
	ssize_t got;

	while ((got = read(fd, bytes, sizeof(bytes))) > 0)
		for (ssize_t i = 0; i < got; i++)
			if (bytes[i] != '\r')
				putchar(bytes[i] == '\n' || (bytes[i] >= ' ' && bytes[i] <= '~')
				            ? bytes[i]
				            : '?');
	fflush(stdout);
}

/* Print what comes, as it comes, until a signal ends this or nobody reads it any more. */
static int follow(int fd, const char *path)
{
	int events = inotify_init1(IN_CLOEXEC);
	char event[4096];

	if (events < 0 || inotify_add_watch(events, path, IN_MODIFY) < 0) {
		fprintf(stderr, "assay: %s: cannot be followed: %s\n", path, strerror(errno));
		return EXIT_INTERNAL;
	}
	do {
		print_rest(fd); /* first: what came before the watch was there */
	} while (!ferror(stdout) && read(events, event, sizeof(event)) > 0);
	close(events);
	return EXIT_OK;
}

int command_log(const struct options *options)
{
	const char *directory = directory_watched(options);
	int fd, status = EXIT_OK;
	char path[PATH_MAX];

	if (!directory)
		return EXIT_USAGE;
	fd =
	    text_path(path, sizeof(path), directory, "log") ? -1 : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		fprintf(stderr,
		        "assay: %s/log: %s; only the image keeps one: see assay report DIRECTORY\n",
		        directory, strerror(errno));
		return EXIT_USAGE;
	}
	if (options->follow)
		status = follow(fd, path);
	else
		print_rest(fd);
	close(fd);
	return status;
}
