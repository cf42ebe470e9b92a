/* SPDX-License-Identifier: MIT */
/* fake_files.h - a directory of made-up files, gone after the test */

#ifndef ASSAY_FAKE_FILES_H
#define ASSAY_FAKE_FILES_H

#include <limits.h>
#include <stddef.h>

struct fake_files {
	char root[PATH_MAX / 2];
};

/* Make an empty directory of its own, in memory if there is a file system for that. */
void fake_files_make(struct fake_files *files);

/* Put @size bytes into the file @path, which starts with "/". */
void fake_files_put(const struct fake_files *files, const char *path, const void *content,
                    size_t size);

/* The content of the file @path with a NUL after it; free() it. NULL if there is none. */
char *fake_files_get(const struct fake_files *files, const char *path, size_t *size);

/* Remove the directory with everything in it. */
void fake_files_remove(const struct fake_files *files);

#endif
