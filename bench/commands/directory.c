/* SPDX-License-Identifier: MIT */
/* directory.c - the directory of a run: journal, report, state and log are in it */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define OF_THE_IMAGE "/run/assay" /* RESULTS_DIRECTORY of init/init.h */

static bool has(const char *directory, const char *file)
{
	char path[PATH_MAX];

	return text_path(path, sizeof(path), directory, file) == 0 && access(path, F_OK) == 0;
}

int directory_check(const char *directory)
{
	if (!has(directory, "journal.ndjson"))
		return EXIT_OK;
	fprintf(stderr, "assay: --out=%s: it holds the results of an earlier run; name another\n",
	        directory);
	return EXIT_REFUSED;
}

int directory_make(const char *directory)
{
	char path[PATH_MAX];

	if (text_copy(path, sizeof(path), directory))
		return -ENAMETOOLONG;
	for (char *slash = path + 1; *slash; slash++) {
		if (*slash != '/')
			continue;
		*slash = '\0';
		mkdir(path, 0755); /* the last one says if this mattered */
		*slash = '/';
	}
	return mkdir(path, 0755) == 0 || errno == EEXIST ? 0 : -errno;
}

const char *directory_watched(const struct options *options)
{
	const char *directory = options->word_count ? options->words[0] : options->out;

	directory = directory ? directory : OF_THE_IMAGE;
	if (has(directory, "journal.ndjson") || has(directory, "log"))
		return directory;
	fprintf(stderr,
	        "assay: %s: no run there; expected the DIRECTORY of one, with its "
	        "journal.ndjson\n",
	        directory);
	return NULL;
}
