/* SPDX-License-Identifier: MIT */
/* fake_machine.c - a made-up /proc, /sys and /dev below a directory of fake_files.h */

#include "tests/unit/fake_machine.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void die(const char *what)
{
	perror(what);
	abort();
}

/* Make the folders of @path, which is below the root, and put both together. */
static void full_path(char full[PATH_MAX], const struct fake_files *files, const char *path)
{
	char *slash;

	snprintf(full, PATH_MAX, "%s%s", files->root, path);
	for (slash = full + strlen(files->root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(full, 0755) < 0 && errno != EEXIST)
			die(full);
		*slash = '/';
	}
}

static void put(const struct fake_files *files, const char *text, const char *path)
{
	char full[PATH_MAX];

	full_path(full, files, path);
	fake_files_put(files, path, text, strlen(text));
}

void fake_machine_put(const struct fake_files *files, const char *text, const char *path, ...)
{
	char name[PATH_MAX];
	va_list args;

	va_start(args, path);
	vsnprintf(name, sizeof(name), path, args);
	va_end(args);
	put(files, text, name);
}

void fake_machine_put_u64(const struct fake_files *files, uint64_t number, const char *path, ...)
{
	char name[PATH_MAX], text[32];
	va_list args;

	va_start(args, path);
	vsnprintf(name, sizeof(name), path, args);
	va_end(args);
	snprintf(text, sizeof(text), "%" PRIu64 "\n", number);
	put(files, text, name);
}

void fake_machine_link(const struct fake_files *files, const char *target, const char *path)
{
	char full[PATH_MAX];

	full_path(full, files, path);
	if (symlink(target, full) < 0)
		die(full);
}

int fake_machine_disk(const struct fake_files *files, const char *name, uint64_t bytes)
{
	char path[PATH_MAX], link[PATH_MAX], full[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "/sys/devices/pci0000:00/0000:00:05.0/host0/block/%.31s",
	         name);
	snprintf(link, sizeof(link), "..%s", path + strlen("/sys"));
	snprintf(full, sizeof(full), "/sys/block/%s", name);
	fake_machine_link(files, link, full);
	fake_machine_put_u64(files, bytes / 512, "%s/size", path);
	fake_machine_put_u64(files, 512, "%s/queue/logical_block_size", path);

	snprintf(link, sizeof(link), "/dev/%s", name);
	full_path(full, files, link);
	fd = open(full, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0 || ftruncate(fd, (off_t)bytes) < 0)
		die(full);
	return fd;
}
