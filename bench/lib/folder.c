/* SPDX-License-Identifier: MIT */
/* folder.c - read directories without a heap, which opendir() needs */

#include "bench/lib/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
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
