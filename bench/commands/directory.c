/* SPDX-License-Identifier: MIT */
/* directory.c - the directory of a run: journal, report, state and log are in it */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OF_THE_IMAGE "/run/assay" /* RESULTS_DIRECTORY of init/init.h */

static bool has(const char *directory, const char *file)
{
	char path[PATH_MAX];

	return text_path(path, sizeof(path), directory, file) == 0 && access(path, F_OK) == 0;
}

/* Make @directory, with its parents. Returns 0 or -errno. */
static int make(const char *directory)
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

int directory_claim(const char *directory)
{
	char path[PATH_MAX];
	int fd, rc = make(directory);

	if (rc == 0)
		rc = text_path(path, sizeof(path), directory, "journal.ndjson");
	if (rc) {
		fprintf(stderr, "assay: --out=%s: %s\n", directory, strerror(-rc));
		return EXIT_OK;
	}
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0 && errno == EEXIST) {
		fprintf(stderr,
		        "assay: --out=%s: it holds the results of another run; name another\n",
		        directory);
		return EXIT_REFUSED;
	}
	if (fd >= 0)
		close(fd);
	return EXIT_OK;
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
