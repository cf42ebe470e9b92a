/* SPDX-License-Identifier: MIT */
/* report.c - derive report.json from a journal, whole or cut off anywhere */

#include "bench/report/json.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEPTH_MAX 16 /* a journal of ours needs less than 10 */

/* What a field of the end line is called in the report's run. */
static const char *const end_fields[] = { "ended", "elapsed_s", "status", "exit_status" };

/* The report while it is put together: which journal line goes where. */
struct draft {
	yyjson_mut_doc *doc;
	yyjson_mut_val *run, *machine, *plan;
	yyjson_mut_val *results, *series, *events, *wipe;
};

static void draft_begin(struct draft *draft)
{
	yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);

	*draft = (struct draft){ .doc = doc };
	draft->results = yyjson_mut_arr(doc);
	draft->series = yyjson_mut_arr(doc);
	draft->events = yyjson_mut_arr(doc);
	draft->wipe = yyjson_mut_arr(doc);
}

static void take_end(struct draft *draft, yyjson_mut_val *end)
{
	if (!draft->run)
		return;
	for (size_t i = 0; i < countof(end_fields); i++) {
		yyjson_mut_val *value = yyjson_mut_obj_get(end, end_fields[i]);

		if (value)
			yyjson_mut_obj_put(draft->run, yyjson_mut_str(draft->doc, end_fields[i]),
			                   yyjson_mut_val_mut_copy(draft->doc, value));
	}
}

/* Is the line nested like none of ours? Written for people, it would take memory without end. */
static bool is_too_deep(const char *line, size_t length)
{
	bool quoted = false;
	int depth = 0;

	for (size_t i = 0; i < length && depth <= DEPTH_MAX; i++) {
		if (line[i] == '"')
			quoted = !quoted;
		else if (quoted)
			i += line[i] == '\\'; /* what is escaped ends nothing */
		else if (line[i] == '{' || line[i] == '[')
			depth++;
		else if (line[i] == '}' || line[i] == ']')
			depth--;
	}
	return depth > DEPTH_MAX;
}

/* Put one line of the journal where it belongs. Unknown types are of a newer Assay: left out. */
static void take_line(struct draft *draft, const char *line, size_t length)
{
	yyjson_doc *read = is_too_deep(line, length) ? NULL : yyjson_read(line, length, 0);
	yyjson_mut_val *value;
	char type[16] = "";

	if (!read)
		return; /* the line in which the power went, or nothing of ours */
	value = yyjson_val_mut_copy(draft->doc, yyjson_doc_get_root(read));
	yyjson_doc_free(read);
	if (!yyjson_mut_is_obj(value) || !yyjson_mut_is_str(yyjson_mut_obj_get(value, "type")))
		return;
	snprintf(type, sizeof(type), "%s", yyjson_mut_get_str(yyjson_mut_obj_get(value, "type")));
	yyjson_mut_obj_remove_key(value, "type");

	if (strcmp(type, "run") == 0)
		draft->run = value;
	else if (strcmp(type, "machine") == 0)
		draft->machine = value;
	else if (strcmp(type, "plan") == 0)
		draft->plan = value;
	else if (strcmp(type, "result") == 0)
		yyjson_mut_arr_append(draft->results, value);
	else if (strcmp(type, "series") == 0)
		yyjson_mut_arr_append(draft->series, value);
	else if (strcmp(type, "event") == 0)
		yyjson_mut_arr_append(draft->events, value);
	else if (strcmp(type, "wipe") == 0)
		yyjson_mut_arr_append(draft->wipe, value);
	else if (strcmp(type, "end") == 0)
		take_end(draft, value);
}

static void draft_finish(struct draft *draft)
{
	yyjson_mut_doc *doc = draft->doc;
	yyjson_mut_val *root = yyjson_mut_obj(doc);

	for (size_t i = 0; i < countof(end_fields); i++)
		if (!yyjson_mut_obj_get(draft->run, end_fields[i]))
			yyjson_mut_obj_add_null(doc, draft->run, end_fields[i]);

	yyjson_mut_obj_add_str(doc, root, "schema", "assay.report/1");
	yyjson_mut_obj_add_val(doc, root, "run", draft->run);
	yyjson_mut_obj_add_val(doc, root, "machine",
	                       draft->machine ? draft->machine : yyjson_mut_null(doc));
	yyjson_mut_obj_add_val(doc, root, "plan", draft->plan ? draft->plan : yyjson_mut_null(doc));
	yyjson_mut_obj_add_val(doc, root, "results", draft->results);
	yyjson_mut_obj_add_val(doc, root, "series", draft->series);
	yyjson_mut_obj_add_val(doc, root, "events", draft->events);
	yyjson_mut_obj_add_val(doc, root, "wipe", draft->wipe);
	yyjson_mut_doc_set_root(doc, root);
}

/* Write under another name first, so that a report is there as a whole or not at all. */
static int write_whole(yyjson_mut_doc *doc, const char *directory)
{
	char final[PATH_MAX], part[PATH_MAX], name[40];
	size_t length;
	char *text;
	FILE *file;
	int rc = 0;

	/* two processes may do this at the same time */
	snprintf(name, sizeof(name), "report.json.%d.part", (int)getpid());
	if (text_path(final, sizeof(final), directory, "report.json") ||
	    text_path(part, sizeof(part), directory, name))
		return -ENAMETOOLONG;
	text = yyjson_mut_write(doc, YYJSON_WRITE_PRETTY_TWO_SPACES | YYJSON_WRITE_NEWLINE_AT_END,
	                        &length);
	if (!text)
		return -ENOMEM;
	unlink(part); /* left by a crash, or a link that leads elsewhere */
	file = fopen(part, "wxe");
	if (!file) {
		rc = -errno;
		goto free_text;
	}
	if (fwrite(text, 1, length, file) != length || fflush(file) != 0 ||
	    fsync(fileno(file)) != 0)
		rc = -errno;
	if (fclose(file) != 0 && rc == 0)
		rc = -errno;
	if (rc == 0 && rename(part, final) != 0)
		rc = -errno;
	if (rc)
		unlink(part);
free_text:
	free(text);
	return rc;
}

int report_write(const char *directory)
{
	char path[PATH_MAX], *line = NULL;
	size_t size = 0;
	struct draft draft;
	ssize_t length;
	FILE *journal;
	int rc;

	rc = text_path(path, sizeof(path), directory, "journal.ndjson");
	journal = rc ? NULL : fopen(path, "re");
	if (!journal) {
		rc = rc ? rc : -errno;
		fprintf(stderr, "assay: report: %s/journal.ndjson: %s\n", directory, strerror(-rc));
		return rc;
	}
	draft_begin(&draft);
	while ((length = getline(&line, &size, journal)) > 0)
		take_line(&draft, line, (size_t)length);
	free(line);
	fclose(journal);

	if (!draft.run) {
		fprintf(stderr, "assay: report: %s has no whole line of type run\n", path);
		rc = -ENODATA;
	} else {
		draft_finish(&draft);
		rc = write_whole(draft.doc, directory);
		if (rc)
			fprintf(stderr, "assay: report: %s/report.json: %s\n", directory,
			        strerror(-rc));
	}
	yyjson_mut_doc_free(draft.doc);
	return rc;
}
