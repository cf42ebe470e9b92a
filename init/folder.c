/* SPDX-License-Identifier: MIT */
/* folder.c - read directories and links without a heap, which opendir() needs */

#include "init/init.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *folder_first(struct folder *folder, const char *root, const char *path)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", root, path);
	folder->fd = open(full, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	folder->size = folder->at = 0;
	return folder->fd < 0 ? NULL : folder_next(folder);
}

const char *folder_next(struct folder *folder)
{
	const struct dirent *entry;

	do {
		if (folder->at >= folder->size) {
			folder->at = 0;
			folder->size = syscall(SYS_getdents64, folder->fd, folder->entries,
			                       sizeof(folder->entries));
		}
		if (folder->size <= 0) {
			close(folder->fd);
			return NULL;
		}
		entry = (const struct dirent *)(folder->entries + folder->at);
		folder->at += entry->d_reclen;
	} while (entry->d_name[0] == '.');
	return entry->d_name;
}

const char *link_read(const char *root, char *target, size_t size, const char *format, ...)
{
	char full[PATH_MAX];
	size_t used = (size_t)snprintf(full, sizeof(full), "%.1000s", root);
	ssize_t length;
	va_list args;

	va_start(args, format);
	vsnprintf(full + used, sizeof(full) - used, format, args);
	va_end(args);
	length = readlink(full, target, size - 1);
	target[length > 0 ? length : 0] = '\0';
	return target;
}

const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
