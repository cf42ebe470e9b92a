/* SPDX-License-Identifier: MIT */
/*
 * shell_files.c - the directory of the shell tests
 *
 * All copies work in one directory, as in the original: making and removing files there is
 * part of the work, and with many copies they wait for each other. Each copy holds a shared
 * lock on it. Who gets the lock alone at its end is the last one.
 */

#include "bench/system/shell_files.h"

#include "bench/system/shell_data.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Starts as many jobs as its argument says. */
static const char multi_text[] = "#!/bin/sh\n"
				 "job=0\n"
				 "while [ \"$job\" -lt \"$1\" ]; do\n"
				 "	/bin/sh ./tst data &\n"
				 "	job=$((job + 1))\n"
				 "done\n"
				 "wait\n";

/* "check" leaves the files, which have the number of its process at the end. */
#define CHECK_TEXT                                         \
	"sort <\"$1\" >\"sorted.$$\"\n"                    \
	"od \"sorted.$$\" | sort -n -k 1 >\"dumped.$$\"\n" \
	"grep the \"sorted.$$\" | tee \"found.$$\" | wc >\"counted.$$\"\n"

static const char check_text[] = CHECK_TEXT;
static const char tst_text[] =
    CHECK_TEXT "rm \"sorted.$$\" \"dumped.$$\" \"found.$$\" \"counted.$$\"\n";

static struct {
	char path[PATH_MAX];
	int fd; /* holds the lock */
} directory;

/* Another copy may be using a file of this name, with the same bytes: replace it as a whole. */
static int file_make(struct run *run, const char *name, const char *text, size_t bytes)
{
	char part[32];
	ssize_t put;
	int fd;

	snprintf(part, sizeof(part), "%s.%d", name, (int)getpid());
	fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
	if (fd < 0)
		return skip(run, "cannot write %s/%s: %s", directory.path, part, strerror(errno));
	put = write(fd, text, bytes);
	close(fd);
	if (put != (ssize_t)bytes || rename(part, name) < 0)
		return skip(run, "cannot write %s/%s: %s", directory.path, name, strerror(errno));
	return 0;
}

static int files_make(struct run *run)
{
	static char data[SHELL_DATA_BYTES];
	int rc;

	shell_data_make(data);
	rc = file_make(run, "data", data, sizeof(data));
	if (rc == 0)
		rc = file_make(run, "tst", tst_text, sizeof(tst_text) - 1);
	if (rc == 0)
		rc = file_make(run, "check", check_text, sizeof(check_text) - 1);
	if (rc == 0)
		rc = file_make(run, "multi", multi_text, sizeof(multi_text) - 1);
	return rc;
}

/* Open and lock it. Returns 1, 0 if it was removed meanwhile, or negative errno. */
static int directory_lock(void)
{
	struct stat about;
	int rc;

	if (mkdir(directory.path, 0700) < 0 && errno != EEXIST)
		return -errno;
	directory.fd = open(directory.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (directory.fd < 0)
		return errno == ENOENT ? 0 : -errno;
	if (flock(directory.fd, LOCK_SH) < 0 || fstat(directory.fd, &about) < 0)
		rc = -errno;
	else if (about.st_uid != geteuid())
		rc = -EPERM; /* put there by somebody else */
	else
		rc = about.st_nlink > 0;
	if (rc <= 0)
		close(directory.fd);
	return rc;
}

int shell_files_make(struct run *run, const char *parent)
{
	int rc;

	/* the parent of the copies is one process */
	snprintf(directory.path, sizeof(directory.path), "%s/assay-shell.%d", parent,
	         (int)getppid());
	do {
		rc = directory_lock();
	} while (rc == 0);
	if (rc < 0)
		return skip(run, "%s: %s", directory.path, strerror(-rc));
	if (fchdir(directory.fd) < 0)
		rc = skip(run, "%s: %s", directory.path, strerror(errno));
	else
		rc = files_make(run);
	if (rc)
		shell_files_remove();
	return rc;
}

void shell_files_remove(void)
{
	struct dirent *entry;
	DIR *files;

	if (flock(directory.fd, LOCK_EX | LOCK_NB) < 0) {
		close(directory.fd);
		return; /* others are still at work */
	}
	files = fdopendir(directory.fd);
	while (files && (entry = readdir(files)))
		if (entry->d_name[0] != '.')
			unlinkat(directory.fd, entry->d_name, 0);
	rmdir(directory.path);
	if (files)
		closedir(files);
}
