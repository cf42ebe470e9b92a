/* SPDX-License-Identifier: MIT */
/* door_file.c - where a command may make a plain file: a misspelt disk is none */

#include "bench/disk/door.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SHARED_MEMORY "/dev/shm"

/* Is @where the file system of /dev, which is in memory? Not if it has none of its own. */
static bool is_among_devices(dev_t where)
{
	struct stat devices, root;

	return stat("/dev", &devices) == 0 && stat("/", &root) == 0 && where == devices.st_dev &&
	       where != root.st_dev;
}

/* Is @folder, without links, the one that /dev has for files in memory, or below it? */
static bool is_shared_memory(const char *folder)
{
	size_t length = strlen(SHARED_MEMORY);

	return strncmp(folder, SHARED_MEMORY, length) == 0 &&
	       (folder[length] == '/' || folder[length] == '\0');
}

/* A misspelt disk must not become a file, whatever links and names lead there. */
int door_may_make(const char *path)
{
	char copy[PATH_MAX], folder[PATH_MAX];
	struct stat about;

	if (text_copy(copy, sizeof(copy), path))
		return -ENAMETOOLONG;
	if (!realpath(dirname(copy), folder) || stat(folder, &about) < 0)
		return -errno;
	if (is_among_devices(about.st_dev) && !is_shared_memory(folder))
		return -ENOENT;
	return lstat(path, &about) == 0 ? -ENOENT : 0;
}
