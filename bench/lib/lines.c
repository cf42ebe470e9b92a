/* SPDX-License-Identifier: MIT */
/* lines.c - texts of lines NAME=VALUE */

#include "bench/lib/lines.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* some editors put it in front of every text */
#define SPACE " \t\r"

const char *lines_refuse(const char *text, size_t length)
{
	bool is_page = false;
	size_t first = length >= 3 && memcmp(text, BYTE_ORDER_MARK, 3) == 0 ? 3 : 0;

	for (size_t i = 0; i < length; i++) {
		if ((unsigned char)text[i] < 0x20 && !memchr("\t\r\n", text[i], 3))
			return "binary";
		if (i == first && memchr(SPACE "\n", text[i], 4))
			first++;
		else if (i == first)
			is_page = text[i] == '<';
	}
	return is_page ? "a web page (HTML)" : NULL;
}

/* Find @text of @length bytes without the space around it. Returns its length. */
static size_t trim(const char **text, size_t length)
{
	while (length > 0 && strchr(SPACE, (*text)[length - 1]))
		length--;
	while (length > 0 && strchr(SPACE, **text)) {
		++*text;
		length--;
	}
	return length;
}

static int keep(char *to, size_t size, const char *from, size_t length)
{
	size_t kept = length < size ? length : size - 1;

	memcpy(to, from, kept);
	to[kept] = '\0';
	return kept == length ? 0 : -ENAMETOOLONG;
}

/* Keep the name, printable. */
static int keep_name(struct lines *lines, const char *name, size_t length)
{
	char raw[sizeof(lines->name)];
	int rc = keep(raw, sizeof(raw), name, length);

	text_clean(lines->name, sizeof(lines->name), raw);
	return rc;
}

/* Take one line apart that is not empty and no comment. Returns 1 or -errno. */
static int split(struct lines *lines, const char *line, size_t length)
{
	const char *equals = memchr(line, '=', length), *value;
	size_t name_length, value_length;

	lines->value[0] = '\0';
	name_length = equals ? trim(&line, (size_t)(equals - line)) : strcspn(line, SPACE "\n");
	if (keep_name(lines, line, name_length))
		return -ENAMETOOLONG;
	if (!equals || name_length == 0 || strcspn(lines->name, " \t?") < name_length)
		return -EINVAL;
	value = equals + 1;
	value_length = trim(&value, (size_t)(lines->rest - value));
	if (value_length >= 2 && value[0] == '"' && value[value_length - 1] == '"') {
		value++;
		value_length -= 2;
	}
	return keep(lines->value, sizeof(lines->value), value, value_length) ? -ENAMETOOLONG : 1;
}

int lines_next(struct lines *lines)
{
	const char *line;
	size_t length;
	int rc = 0;

	if (lines->number == 0 && strncmp(lines->rest, BYTE_ORDER_MARK, 3) == 0)
		lines->rest += 3;
	while (rc == 0 && *lines->rest) {
		line = lines->rest;
		lines->rest += strcspn(line, "\n");
		lines->number++;
		length = trim(&line, (size_t)(lines->rest - line));
		if (length > 0 && *line != '#')
			rc = split(lines, line, length);
		if (*lines->rest)
			lines->rest++;
	}
	return rc;
}
