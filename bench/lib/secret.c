/* SPDX-License-Identifier: MIT */
/* secret.c - what nobody else may read, by its looks */

#include "bench/lib/secret.h"

#include <stdio.h>
#include <string.h>

/* Part of the name of whatever is secret. */
static const char *const signs[] = { "token", "pass", "secret", "key" };

static bool has_sign(const char *text)
{
	for (size_t i = 0; i < countof(signs); i++)
		if (strcasestr(text, signs[i]))
			return true;
	return false;
}

/* Where the user's name begins in an address that has one; NULL if it has none. */
static const char *user_of(const char *address)
{
	const char *start = strstr(address, "://");

	if (!start)
		return NULL;
	start += 3;
	return memchr(start, '@', strcspn(start, "/?#")) ? start : NULL;
}

/* Where a query with a secret begins, at its '?'; NULL if there is none. */
static const char *query_of(const char *address)
{
	const char *query = strchr(address, '?');

	return query && has_sign(query) ? query : NULL;
}

bool secret_word(const char *word)
{
	return has_sign(word) || user_of(word);
}

bool secret_setting(const char *name, const char *value)
{
	if (strcmp(name, "ssh.key") == 0)
		return strstr(value, "PRIVATE KEY") != NULL;
	return has_sign(name) || user_of(value) || (strstr(value, "://") && query_of(value));
}

const char *secret_strip(char *text, size_t size, const char *address)
{
	const char *user = user_of(address), *rest = address, *query;
	int head = 0, tail;

	if (user) {
		head = (int)(user - address);
		rest = user + strcspn(user, "/?#");
		while (rest[-1] != '@') /* a password may hold one, too */
			rest--;
	}
	query = query_of(rest);
	tail = query ? (int)(query - rest) : (int)strlen(rest);
	snprintf(text, size, "%.*s%.*s%s", head, address, tail, rest, query ? "?(hidden)" : "");
	return text;
}
