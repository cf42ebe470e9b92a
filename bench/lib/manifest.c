/* SPDX-License-Identifier: MIT */
/* manifest.c - what the image is to hold */

#include "bench/lib/manifest.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool manifest_next(const char **text, struct manifest_file *file)
{
	int used = 0;

	if (sscanf(*text, "%64[0-9a-f] %" SCNu64 " %127[^ \n]%n", file->sha256, &file->bytes,
	           file->path, &used) != 3 ||
	    strlen(file->sha256) != 64 || file->path[0] != '/' ||
	    ((*text)[used] != '\n' && (*text)[used] != '\0'))
		return false;
	*text += used + ((*text)[used] == '\n');
	return true;
}

int manifest_check(const char *root, void (*lacks)(void *context, const struct manifest_file *file),
                   void *context)
{
	char text[MANIFEST_BYTES_MAX], path[PATH_MAX];
	const char *rest = text;
	struct manifest_file file;
	struct stat stat_buffer;
	int count = 0, rc = text_read(root, MANIFEST, text, sizeof(text));

	if (rc < 0)
		return rc;
	while (manifest_next(&rest, &file)) {
		if (text_path(path, sizeof(path), root, file.path) == 0 &&
		    stat(path, &stat_buffer) == 0 && S_ISREG(stat_buffer.st_mode) &&
		    (uint64_t)stat_buffer.st_size >= file.bytes)
			continue;
		if (lacks)
			lacks(context, &file);
		count++;
	}
	return *rest == '\0' && rest > text ? count : -EBADMSG;
}
