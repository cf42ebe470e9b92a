/* SPDX-License-Identifier: MIT */
/* text.c - read, parse and clean small texts: files of /proc and /sys, words of users */

#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_below(const char *root, const char *path, int flags)
{
	char full[PATH_MAX];
	int fd;

	if (snprintf(full, sizeof(full), "%s%s", root, path) >= (int)sizeof(full))
		return -ENAMETOOLONG;
	fd = open(full, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* Read to the end of the file: sysfs may return less than asked. Returns bytes or -errno. */
static ssize_t read_all(int fd, char *buf, size_t size)
{
	size_t used = 0;
	ssize_t got;

	while ((got = read(fd, buf + used, size - used)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		used += (size_t)got;
		if (used == size)
			return -EFBIG; /* no room for the NUL */
	}
	return (ssize_t)used;
}

int text_read(const char *root, const char *path, char *buf, size_t size)
{
	ssize_t used;
	int fd;

	if (size == 0)
		return -EFBIG;
	buf[0] = '\0';
	fd = open_below(root, path, O_RDONLY);
	if (fd < 0)
		return fd;
	used = read_all(fd, buf, size);
	close(fd);
	if (used < 0) {
		buf[0] = '\0';
		return (int)used;
	}
	while (used > 0 && buf[used - 1] == '\n')
		used--;
	buf[used] = '\0';
	return (int)used;
}

int text_readf(const char *root, char *buf, size_t size, const char *format, ...)
{
	char path[PATH_MAX];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	if (length >= (int)sizeof(path)) {
		if (size > 0)
			buf[0] = '\0';
		return -ENAMETOOLONG;
	}
	return text_read(root, path, buf, size);
}

int text_read_u64(const char *root, const char *path, uint64_t *value)
{
	char text[32];
	int rc = text_read(root, path, text, sizeof(text));

	return rc < 0 ? rc : text_parse_u64(text, value);
}

int text_write(const char *root, const char *path, const char *text)
{
	size_t length = strlen(text);
	int fd = open_below(root, path, O_WRONLY | O_TRUNC);
	ssize_t put;
	int rc;

	if (fd < 0)
		return fd;
	put = write(fd, text, length); /* one write: sysfs takes a value as a whole */
	rc = put < 0 ? -errno : (size_t)put == length ? 0 : -EIO;
	if (close(fd) < 0 && rc == 0)
		rc = -errno;
	return rc;
}

int text_parse_u64(const char *text, uint64_t *value)
{
	unsigned long long parsed;
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return -EINVAL; /* strtoull would accept " -1" */

	errno = 0;
	parsed = strtoull(text, &end, 10);
	if (*end != '\0')
		return -EINVAL;
	if (errno != 0)
		return -errno;

	*value = parsed;
	return 0;
}

/* A letter that stands for so many of what is counted. */
struct multiple {
	char letter;
	uint64_t factor;
};

static const struct multiple times[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };

static const struct multiple sizes[] = { { 'P', 1000000000000000 },
	                                 { 'T', 1000000000000 },
	                                 { 'G', 1000000000 },
	                                 { 'M', 1000000 },
	                                 { 'K', 1000 } };

/* A number, and one of the letters or none. Returns 0, -EINVAL, or -ERANGE above @most. */
static int parse_multiple(const char *text, const struct multiple *multiples, size_t count,
                          uint64_t most, uint64_t *value)
{
	size_t digits = strspn(text, "0123456789");
	uint64_t factor = text[digits] == '\0' ? 1 : 0;
	char number[24];
	int rc;

	for (size_t i = 0; i < count; i++)
		if (text[digits] == multiples[i].letter && text[digits + 1] == '\0')
			factor = multiples[i].factor;
	if (factor == 0 || digits == 0)
		return -EINVAL;
	if (digits >= sizeof(number))
		return -ERANGE;
	memcpy(number, text, digits);
	number[digits] = '\0';
	rc = text_parse_u64(number, value);
	if (rc)
		return rc;
	if (*value > most / factor)
		return -ERANGE;
	*value *= factor;
	return 0;
}

int text_parse_seconds(const char *text, uint32_t *seconds)
{
	uint64_t value;
	int rc = parse_multiple(text, times, countof(times), UINT32_MAX, &value);

	if (rc == 0)
		*seconds = (uint32_t)value;
	return rc;
}

int text_parse_bytes(const char *text, uint64_t *bytes)
{
	uint64_t value;
	int rc = parse_multiple(text, sizes, countof(sizes), UINT64_MAX, &value);

	if (rc == 0)
		*bytes = value;
	return rc;
}

const char *text_bytes(char *text, size_t size, uint64_t bytes)
{
	size_t i = 0;

	while (i < countof(sizes) && bytes % sizes[i].factor != 0)
		i++;
	if (i == countof(sizes) || bytes == 0)
		snprintf(text, size, "%" PRIu64, bytes);
	else
		snprintf(text, size, "%" PRIu64 "%c", bytes / sizes[i].factor, sizes[i].letter);
	return text;
}

void text_clean(char *to, size_t size, const char *from)
{
	size_t used = 0;

	if (size == 0)
		return;
	while (*from == ' ')
		from++;
	for (; *from && used + 1 < size; from++)
		to[used++] = *from >= 0x20 && *from < 0x7f ? *from : '?';
	while (used > 0 && to[used - 1] == ' ')
		used--;
	to[used] = '\0';
}

int text_copy(char *to, size_t size, const char *from)
{
	size_t length = strlen(from);

	if (size == 0)
		return -ENAMETOOLONG;
	if (length < size) {
		memcpy(to, from, length + 1);
		return 0;
	}
	memcpy(to, from, size - 1);
	to[size - 1] = '\0';
	return -ENAMETOOLONG;
}

int text_path(char *path, size_t size, const char *directory, const char *file)
{
	int length = snprintf(path, size, "%s/%s", directory, file);

	if (length >= 0 && (size_t)length < size)
		return 0;
	if (size > 0)
		path[0] = '\0';
	return -ENAMETOOLONG;
}

bool text_matches(const char *list, const char *name)
{
	char pattern[128];

	if (list[0] == '\0')
		return true;
	while (text_next(&list, ",", pattern, sizeof(pattern)))
		if (fnmatch(pattern, name, 0) == 0)
			return true;
	return false;
}

int text_next(const char **list, const char *separators, char *item, size_t size)
{
	size_t length, kept;

	*list += strspn(*list, separators);
	length = strcspn(*list, separators);
	if (length == 0 || size == 0)
		return 0;
	kept = length < size ? length : size - 1;
	memcpy(item, *list, kept);
	item[kept] = '\0';
	*list += length;
	return 1;
}
