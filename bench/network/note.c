/* SPDX-License-Identifier: MIT */
/* note.c - small files that others read: whole or not at all */

#include "bench/network/lease.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int file_replace(const char *path, const char *text)
{
	char part[PATH_MAX], old[4096];
	FILE *file;
	int rc = 0;

	if (text[0] == '\0')
		return unlink(path) < 0 && errno != ENOENT ? -errno : 0;
	if (text_read("", path, old, sizeof(old)) >= 0 && strncmp(old, text, strlen(old)) == 0 &&
	    text[strlen(old) + strspn(text + strlen(old), "\n")] == '\0')
		return 0;
	snprintf(part, sizeof(part), "%s.part", path);
	file = fopen(part, "we");
	if (!file)
		return -errno;
	if (fputs(text, file) < 0)
		rc = -errno;
	if (fclose(file) != 0 && rc == 0)
		rc = -errno;
	if (rc == 0 && rename(part, path) < 0)
		rc = -errno;
	if (rc)
		unlink(part);
	return rc;
}

int note_write(const char *name, const char *text)
{
	char path[PATH_MAX];
	int rc = text_path(path, sizeof(path), NETWORK_FOLDER, name);

	return rc ? rc : file_replace(path, text);
}
