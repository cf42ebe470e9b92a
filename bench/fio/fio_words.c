/* SPDX-License-Identifier: MIT */
/* fio_words.c - the command line of fio: words for all, jobs, job files */

#include "bench/fio/fio_words.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES (1u << 20)

/* What has been understood so far. */
struct words {
	struct fio_request *request;
	struct fio_job *job; /* that options belong to */
	const char *files[16];
	unsigned file_count;
	char *why;
	size_t why_size;
};

static int complain(const struct words *words, const char *format, ...) PRINTF_LIKE(2, 3);

static int complain(const struct words *words, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(words->why, words->why_size, format, args);
	va_end(args);
	return -EINVAL;
}

static int take_formats(struct words *words, const char *value)
{
	static const struct {
		const char *name;
		enum fio_format format;
	} formats[] = { { "normal", FIO_NORMAL },
		        { "terse", FIO_TERSE },
		        { "minimal", FIO_TERSE },
		        { "json", FIO_JSON },
		        { "json+", FIO_JSON_PLUS } };
	const char *list = value;
	char word[16];

	words->request->formats = 0;
	while (text_next(&list, ",", word, sizeof(word))) {
		size_t i = 0;

		while (i < countof(formats) && strcmp(formats[i].name, word) != 0)
			i++;
		if (i == countof(formats))
			break;
		words->request->formats |= formats[i].format;
	}
	if (*list == '\0' && words->request->formats)
		return 0;
	return complain(words, "--output-format=%s: expected normal, terse, json or json+", value);
}

static int take_layout(struct words *words, const char *value)
{
	if (strcmp(value, "1.59") != 0 && strcmp(value, "3") != 0)
		return complain(words, "--output-layout=%s: expected 3 or 1.59", value);
	words->request->old_layout = strcmp(value, "1.59") == 0;
	return 0;
}

/* A word of fio that asks for what we do anyway, and for nothing else. */
static int take_fixed(struct words *words, const char *name, const char *value, const char *only)
{
	if (strcmp(value, only) != 0)
		return complain(words, "--%s=%s: expected %s", name, value, only);
	return 0;
}

static int take_text(struct words *words, const char *name, const char *value, char *field,
                     size_t size)
{
	if (value[0] == '\0' || strlen(value) >= size)
		return complain(words, "--%s=%s: expected a text of 1 to %zu letters", name, value,
		                size - 1);
	return text_copy(field, size, value);
}

/*
 * A word about the run as a whole, with its value. Returns 0, -EINVAL, or -ENOENT if it is none.
 */
static int take_general(struct words *words, const char *name, const char *value)
{
	struct fio_request *request = words->request;

	if (strcmp(name, "output-format") == 0)
		return take_formats(words, value);
	if (strcmp(name, "output-layout") == 0)
		return take_layout(words, value);
	if (strcmp(name, "terse-version") == 0)
		return take_fixed(words, name, value, "3");
	if (strcmp(name, "eta") == 0)
		return take_fixed(words, name, value, "never");
	if (strcmp(name, "output") == 0)
		return take_text(words, name, value, request->output, sizeof(request->output));
	return -ENOENT;
}

/* The same, of words without a value. */
static int take_general_switch(struct words *words, const char *name)
{
	if (strcmp(name, "help") == 0)
		words->request->help = true;
	else if (strcmp(name, "version") == 0)
		words->request->version = true;
	else if (strcmp(name, "minimal") == 0)
		words->request->formats = FIO_TERSE;
	else
		return -ENOENT;
	return 0;
}

static int take_option(struct words *words, const char *name, const char *value)
{
	struct fio_request *request = words->request;
	char what[384];

	if (strcmp(name, "name") == 0 && value && strcmp(value, "global") == 0) {
		words->job = &request->defaults;
		return 0;
	}
	if (strcmp(name, "name") == 0 && value) {
		words->job = fio_job_add(request, "");
		if (!words->job)
			return complain(words, "--name=%s: expected at most %d jobs", value,
			                FIO_JOBS_MAX);
	}
	if (fio_option_set(words->job, name, value, what, sizeof(what)))
		return complain(words, "--%s", what);
	return 0;
}

/* "--NAME=VALUE", "--NAME VALUE", "--NAME"; one dash will do. Returns words used, or -EINVAL. */
static int take_word(struct words *words, char *const *argv)
{
	const char *word = argv[0] + strspn(argv[0], "-");
	size_t length = strcspn(word, "=");
	const struct fio_option *option;
	const char *value = word[length] ? word + length + 1 : NULL;
	char name[48];
	int used = 1, rc;

	if (length == 0 || length >= sizeof(name))
		return complain(words, "%s: expected --NAME=VALUE", argv[0]);
	memcpy(name, word, length);
	name[length] = '\0';
	rc = value ? -ENOENT : take_general_switch(words, name);
	if (rc != -ENOENT)
		return rc ? rc : used;
	option = fio_option_find(name);
	if (!value && argv[1] && !(option && fio_option_is_switch(option))) {
		value = argv[1];
		used = 2;
	}
	rc = value ? take_general(words, name, value) : -ENOENT;
	if (rc == -ENOENT)
		rc = take_option(words, name, value);
	return rc ? rc : used;
}

static int read_file(struct words *words, const char *path)
{
	char *text = malloc(FILE_BYTES);
	int rc = text ? text_read("", path, text, FILE_BYTES) : -ENOMEM;

	if (rc < 0)
		snprintf(words->why, words->why_size, "%s: %s; expected a job file", path,
		         strerror(-rc));
	else if ((size_t)rc != strlen(text))
		rc = complain(words, "%s: a binary file; expected a job file", path);
	else
		rc = fio_file_parse(words->request, path, text, words->why, words->why_size);
	free(text);
	return rc;
}

int fio_words_parse(struct fio_request *request, char *const *argv, char *why, size_t why_size)
{
	struct words words = {
		.request = request, .job = &request->defaults, .why = why, .why_size = why_size
	};
	int rc = 0;

	fio_request_default(request);
	while (*argv) {
		int used = 1;

		if (argv[0][0] != '-' && words.file_count < countof(words.files))
			words.files[words.file_count++] = argv[0];
		else if (argv[0][0] != '-')
			return complain(&words, "%s: expected at most %zu job files", argv[0],
			                countof(words.files));
		else
			used = take_word(&words, argv);
		if (used < 0)
			return used;
		argv += used;
	}
	if (request->formats == 0)
		request->formats = FIO_NORMAL;
	if (request->old_layout && request->formats != FIO_NORMAL)
		return complain(&words, "--output-layout=1.59: expected --output-format=normal");
	for (unsigned i = 0; i < words.file_count && rc == 0; i++)
		rc = read_file(&words, words.files[i]);
	if (rc || request->help || request->version)
		return rc;
	if (request->job_count == 0)
		return complain(&words, "expected --name=NAME and what it is to do, or a job file");
	for (unsigned i = 0; i < request->job_count; i++)
		fio_job_name_logs(&request->jobs[i]);
	return fio_check(request, why, why_size);
}
