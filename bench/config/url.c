/* SPDX-License-Identifier: MIT */
/* url.c - the address of the settings of one machine, out of a pattern for many */

#include "bench/config/config.h"

#include "bench/lib/text.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT "default" /* the name of the file for all others, as of pxelinux */

static const struct {
	const char *name;
	size_t offset;
} placeholders[] = {
	{ "serial", offsetof(struct config_host, serial) },
	{ "uuid", offsetof(struct config_host, uuid) },
	{ "mac", offsetof(struct config_host, mac) },
	{ "sku", offsetof(struct config_host, sku) },
};

/* What stands for the placeholder @name of @length bytes; NULL if there is no such. */
static const char *value_of(const struct config_host *host, const char *name, size_t length)
{
	for (size_t i = 0; i < countof(placeholders); i++) {
		const char *value = host ? (const char *)host + placeholders[i].offset : "";

		if (strlen(placeholders[i].name) == length &&
		    memcmp(placeholders[i].name, name, length) == 0)
			return *value ? value : DEFAULT;
	}
	return NULL;
}

/* Append as one step of a path: a slash or a space in a serial is no other folder. */
static size_t append_escaped(char *to, size_t size, const char *value)
{
	size_t used = 0;

	for (; *value; value++) {
		bool plain = isalnum((unsigned char)*value) || strchr("-._~:", *value);

		used +=
		    (size_t)snprintf(used < size ? to + used : NULL, used < size ? size - used : 0,
		                     plain ? "%c" : "%%%02X", (unsigned char)*value);
	}
	return used;
}

int config_expand(char *url, size_t size, const char *pattern, const struct config_host *host)
{
	size_t used = 0;
	int count = 0;

	while (*pattern && used < size) {
		size_t length = strcspn(pattern, "}");
		const char *value;

		if (strncmp(pattern, "${", 2) != 0) {
			url[used++] = *pattern++;
			continue;
		}
		value = pattern[length] ? value_of(host, pattern + 2, length - 2) : NULL;
		if (!value)
			return -EINVAL;
		used += append_escaped(url + used, size - used, value);
		pattern += length + 1;
		count++;
	}
	if (used >= size)
		return -ENAMETOOLONG;
	url[used] = '\0';
	return count;
}
