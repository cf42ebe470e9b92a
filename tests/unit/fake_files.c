/* SPDX-License-Identifier: MIT */
/* fake_files.c - a directory of made-up files, gone after the test */

#include "tests/unit/fake_files.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define IN_MEMORY "/dev/shm"

static void die(const char *what)
{
	perror(what);
	abort();
}

void fake_files_make(struct fake_files *files)
{
	const char *parent = getenv("TMPDIR");

	if (!parent)
		parent = access(IN_MEMORY, W_OK) == 0 ? IN_MEMORY : "/tmp";
	snprintf(files->root, sizeof(files->root), "%s/assay-test-XXXXXX", parent);
	if (!mkdtemp(files->root))
		die(files->root);
}

static void full_path(char path[PATH_MAX], const struct fake_files *files, const char *name)
{
	snprintf(path, PATH_MAX, "%s%s", files->root, name);
}

void fake_files_put(const struct fake_files *files, const char *path, const void *content,
                    size_t size)
{
	char full[PATH_MAX];
	FILE *file;

	full_path(full, files, path);
	file = fopen(full, "we");
	if (!file || fwrite(content, 1, size, file) != size || fclose(file) != 0)
		die(full);
}

char *fake_files_get(const struct fake_files *files, const char *path, size_t *size)
{
	char full[PATH_MAX], *content;
	struct stat about;
	int fd;

	full_path(full, files, path);
	fd = open(full, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &about) < 0)
		die(full);
	*size = (size_t)about.st_size;
	content = malloc(*size + 1);
	if (!content || read(fd, content, *size) != about.st_size)
		die(full);
	content[*size] = '\0';
	close(fd);
	return content;
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *where)
{
	(void)about;
	(void)type;
	(void)where;
	return remove(path);
}

void fake_files_remove(const struct fake_files *files)
{
	if (nftw(files->root, remove_one, 8, FTW_DEPTH | FTW_PHYS) != 0)
		die(files->root);
}
