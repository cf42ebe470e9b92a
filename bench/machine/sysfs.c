/* SPDX-License-Identifier: MIT */
/* sysfs.c - how the probes read /proc and /sys */

#include "bench/machine/sysfs.h"
#include "bench/lib/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file of sysfs is at most one page, and the NUL. */
#define LINE_BYTES 4097

/* Put @root and the path together; false if that is too long. */
PRINTF_LIKE(3, 0)
static bool full_path(char full[PATH_MAX], const char *root, const char *format, va_list args)
{
	size_t used;
	int added;

	if (text_copy(full, PATH_MAX, root) < 0)
		return false;
	used = strlen(full);
	added = vsnprintf(full + used, PATH_MAX - used, format, args);
	return added >= 0 && (size_t)added < PATH_MAX - used;
}

void sysfs_text(const char *root, char *to, size_t size, const char *format, ...)
{
	char full[PATH_MAX], line[LINE_BYTES];
	va_list args;
	bool fits;

	va_start(args, format);
	fits = full_path(full, root, format, args);
	va_end(args);
	to[0] = '\0';
	if (fits && text_read("", full, line, sizeof(line)) > 0)
		text_clean(to, size, line);
}

uint64_t sysfs_number(const char *root, const char *format, ...)
{
	char full[PATH_MAX];
	uint64_t value = 0;
	va_list args;
	bool fits;

	va_start(args, format);
	fits = full_path(full, root, format, args);
	va_end(args);
	if (!fits || text_read_u64("", full, &value) < 0)
		return 0;
	return value;
}

int sysfs_bytes(const char *root, void *to, size_t size, const char *format, ...)
{
	char full[PATH_MAX];
	size_t used = 0;
	ssize_t got = 0;
	va_list args;
	bool fits;
	int fd;

	va_start(args, format);
	fits = full_path(full, root, format, args);
	va_end(args);
	if (!fits)
		return -ENAMETOOLONG;

	fd = open(full, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	while (used < size && (got = read(fd, (char *)to + used, size - used)) > 0)
		used += (size_t)got;
	close(fd);
	return got < 0 && used == 0 ? -EIO : (int)used;
}

void sysfs_link(const char *root, char *to, size_t size, const char *format, ...)
{
	char full[PATH_MAX], target[PATH_MAX];
	const char *slash;
	ssize_t length;
	va_list args;
	bool fits;

	va_start(args, format);
	fits = full_path(full, root, format, args);
	va_end(args);
	to[0] = '\0';
	length = fits ? readlink(full, target, sizeof(target) - 1) : -1;
	if (length < 0)
		return;
	target[length] = '\0';
	slash = strrchr(target, '/');
	text_clean(to, size, slash ? slash + 1 : target);
}

int sysfs_device(const char *root, const char *link, char *path, size_t size)
{
	char full[PATH_MAX], target[PATH_MAX], *rest = target;
	ssize_t length;
	int written;

	if (snprintf(full, sizeof(full), "%s%s", root, link) >= (int)sizeof(full))
		return -ENAMETOOLONG;
	length = readlink(full, target, sizeof(target) - 1);
	if (length < 0)
		return -errno;
	target[length] = '\0';

	/* each ../ takes a part off the directory that the link is in */
	if (text_copy(full, sizeof(full), link) < 0)
		return -ENAMETOOLONG;
	while (strrchr(full, '/')) {
		*strrchr(full, '/') = '\0';
		if (strncmp(rest, "../", 3) != 0)
			break;
		rest += 3;
	}
	written = snprintf(path, size, "%s/%s", full, rest);
	return written < 0 || (size_t)written >= size ? -ENAMETOOLONG : 0;
}

void sysfs_choice(char *text)
{
	const char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;

	if (!close)
		return;
	memmove(text, open + 1, (size_t)(close - open - 1));
	text[close - open - 1] = '\0';
}

/* Letters first by length, for "sdb" comes before "sdaa"; then as numbers count. */
static int name_order(const struct dirent **a, const struct dirent **b)
{
	const char *left = (*a)->d_name, *right = (*b)->d_name;
	size_t left_letters = strcspn(left, "0123456789");
	size_t right_letters = strcspn(right, "0123456789");

	if (left_letters != right_letters && strncmp(left, right, 2) == 0)
		return left_letters < right_letters ? -1 : 1;
	return strverscmp(left, right);
}

static int name_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

void listing_open(struct listing *listing, const char *root, const char *format, ...)
{
	char full[PATH_MAX];
	va_list args;
	bool fits;

	va_start(args, format);
	fits = full_path(full, root, format, args);
	va_end(args);
	listing->entries = NULL;
	listing->count = fits ? scandir(full, &listing->entries, name_shown, name_order) : 0;
	if (listing->count < 0)
		listing->count = 0;
}

const char *listing_name(const struct listing *listing, int index)
{
	return listing->entries[index]->d_name;
}

void listing_close(struct listing *listing)
{
	int i;

	for (i = 0; i < listing->count; i++)
		free(listing->entries[i]);
	free(listing->entries);
}
