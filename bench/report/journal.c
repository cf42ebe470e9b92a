/* SPDX-License-Identifier: MIT */
/*
 * journal.c - journal.ndjson: one JSON object a line, on the medium before the next job
 *
 * A power cut in hour three keeps hours one and two: report_write() reads a journal
 * that ends anywhere.
 */

#include "bench/report/json.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *journal;
static char path[4096];

/* Say once what is wrong; the run goes on without a journal. */
static void give_up(const char *what)
{
	fprintf(stderr, "assay: journal %s: %s: %s\n", path, what, strerror(errno));
	if (journal)
		fclose(journal);
	journal = NULL;
}

/* Append @value of @doc as one line that says its type first; frees @doc. */
static void append(yyjson_mut_doc *doc, const char *type, yyjson_mut_val *value)
{
	char *line;

	yyjson_mut_obj_insert(value, yyjson_mut_str(doc, "type"), yyjson_mut_str(doc, type), 0);
	line = yyjson_mut_val_write(value, YYJSON_WRITE_NOFLAG, NULL);
	yyjson_mut_doc_free(doc);
	if (!line) {
		errno = ENOMEM;
		give_up(type);
		return;
	}
	if (fprintf(journal, "%s\n", line) < 0 || fflush(journal) != 0 ||
	    fdatasync(fileno(journal)) != 0)
		give_up("write");
	free(line);
}

static void begin(const struct run_info *info)
{
	yyjson_mut_doc *doc;

	if (info->directory[0] == '\0')
		return;
	if (text_path(path, sizeof(path), info->directory, "journal.ndjson"))
		return; /* the directory was not made either, and that was said */
	journal = fopen(path, "we");
	if (!journal) {
		give_up("open");
		return;
	}
	doc = yyjson_mut_doc_new(NULL);
	append(doc, "run", json_run(doc, info));
	if (journal) {
		doc = yyjson_mut_doc_new(NULL);
		append(doc, "machine", json_machine(doc, info->machine));
	}
	if (journal) {
		doc = yyjson_mut_doc_new(NULL);
		append(doc, "plan", json_plan(doc, info));
	}
}

static void result(unsigned number, const struct job *job, const struct result *r)
{
	yyjson_mut_doc *doc;

	(void)number;
	if (!journal)
		return;
	doc = yyjson_mut_doc_new(NULL);
	append(doc, "result", json_result(doc, job, r));
}

static void event(const struct event *e)
{
	yyjson_mut_doc *doc;

	if (!journal)
		return;
	doc = yyjson_mut_doc_new(NULL);
	append(doc, "event", json_event(doc, e));
}

/* The last one counts. */
static void machine(const struct machine *m)
{
	yyjson_mut_doc *doc;

	if (!journal)
		return;
	doc = yyjson_mut_doc_new(NULL);
	append(doc, "machine", json_machine(doc, m));
}

static void end(const struct run_outcome *outcome)
{
	yyjson_mut_doc *doc;

	if (!journal)
		return;
	doc = yyjson_mut_doc_new(NULL);
	append(doc, "end", json_end(doc, outcome));
	if (journal && fclose(journal) != 0)
		fprintf(stderr, "assay: journal %s: close: %s\n", path, strerror(errno));
	journal = NULL;
}

static void hear(void *context, const struct event *e)
{
	(void)context;
	event(e);
}

void report_add_note(const char *directory, const char *text)
{
	const struct event_listener listener = { hear, NULL };

	if (text_path(path, sizeof(path), directory, "journal.ndjson"))
		return;
	journal = fopen(path, "ae");
	if (!journal) {
		give_up("open");
		return;
	}
	event_tell(&listener, EVENT_NOTE, "%s", text);
	if (journal && fclose(journal) != 0)
		fprintf(stderr, "assay: journal %s: close: %s\n", path, strerror(errno));
	journal = NULL;
	if (report_write(directory))
		return; /* that was said */
}

const struct sink sink_journal = {
	.name = "journal",
	.begin = begin,
	.result = result,
	.event = event,
	.machine = machine,
	.end = end,
};
