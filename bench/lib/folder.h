/* SPDX-License-Identifier: MIT */
/* folder.h - read directories without a heap, which opendir() needs */

#ifndef ASSAY_FOLDER_H
#define ASSAY_FOLDER_H

#include "bench/lib/base.h"

struct folder {
	int fd;
	long size, at;
	_Alignas(8) char entries[2048];
};

/* The first name in @path below @root, or NULL; names that begin with a dot are left out. */
const char *folder_first(struct folder *folder, const char *root, const char *path);

/* The next name, or NULL at the end, which closes @folder: always go on until then. */
const char *folder_next(struct folder *folder);

#endif
