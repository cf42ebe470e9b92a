/* SPDX-License-Identifier: MIT */
/* fio_file.c - job files: sections, options, comments */

#include "bench/fio/fio_words.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINE_BYTES 1024

/* Where we are in a file. */
struct place {
	struct fio_request *request;
	struct fio_job *job; /* of the section; NULL = before the first one */
	const char *name;
	unsigned line;
	char *why;
	size_t why_size;
};

static int complain(const struct place *place, const char *format, ...) PRINTF_LIKE(2, 3);

static int complain(const struct place *place, const char *format, ...)
{
	char what[512];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	snprintf(place->why, place->why_size, "%s:%u: %s", place->name, place->line, what);
	return -EINVAL;
}

/* Take blanks off both ends. Returns where it begins. */
static char *trim(char *text)
{
	static const char blanks[] = " \t\r";
	size_t length;

	text += strspn(text, blanks);
	length = strlen(text);
	while (length && strchr(blanks, text[length - 1]))
		length--;
	text[length] = '\0';
	return text;
}

/* "[NAME]" */
static int begin_section(struct place *place, char *line)
{
	struct fio_request *request = place->request;
	char *end = strchr(line, ']');

	if (!end || end[1] != '\0' || end == line + 1)
		return complain(place, "%s: expected [NAME], and nothing else in the line", line);
	*end = '\0';
	line = trim(line + 1);
	if (strlen(line) >= sizeof(request->defaults.name) || strchr(line, '$'))
		return complain(place, "[%s]: expected a name of up to %zu letters, without $",
		                line, sizeof(request->defaults.name) - 1);
	place->job = strcmp(line, "global") == 0 ? &request->defaults : fio_job_add(request, line);
	if (!place->job)
		return complain(place, "[%s]: expected at most %d sections", line, FIO_JOBS_MAX);
	return 0;
}

/* "NAME=VALUE" or "NAME" */
static int take_option(struct place *place, char *line)
{
	char *value = strchr(line, '=');
	char what[384];

	if (!place->job)
		return complain(place, "%s: expected [global] or [NAME] before the first option",
		                line);
	if (value)
		*value++ = '\0';
	if (fio_option_set(place->job, trim(line), value ? trim(value) : NULL, what, sizeof(what)))
		return complain(place, "%s", what);
	return 0;
}

static int take_line(struct place *place, char *line)
{
	line[strcspn(line, ";#")] = '\0'; /* from there on it is a comment */
	line = trim(line);
	if (line[0] == '\0')
		return 0;
	return line[0] == '[' ? begin_section(place, line) : take_option(place, line);
}

int fio_file_parse(struct fio_request *request, const char *name, const char *text, char *why,
                   size_t why_size)
{
	struct place place = {
		.request = request, .name = name, .line = 1, .why = why, .why_size = why_size
	};
	unsigned jobs = request->job_count;
	char line[LINE_BYTES];
	int rc = 0;

	for (; rc == 0 && *text; place.line++) {
		size_t length = strcspn(text, "\n");

		if (length >= sizeof(line))
			return complain(&place, "expected a line of up to %d letters",
			                LINE_BYTES - 1);
		memcpy(line, text, length);
		line[length] = '\0';
		rc = take_line(&place, line);
		text += length + (text[length] == '\n');
	}
	if (rc == 0 && request->job_count == jobs)
		return complain(&place, "expected a section [NAME] besides [global]");
	return rc;
}
