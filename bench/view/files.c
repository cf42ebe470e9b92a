/* SPDX-License-Identifier: MIT */
/* files.c - the files of a run that somebody looks at: journal, state, log */

#include "bench/view/view.h"

#include "bench/deliver.h"
#include "bench/lib/text.h"
#include "bench/report.h"
#include "bench/report/json.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void view_read_state(struct view_state *state, const char *directory)
{
	char path[PATH_MAX];
	yyjson_doc *doc = text_path(path, sizeof(path), directory, "state.json")
	                      ? NULL
	                      : yyjson_read_file(path, 0, NULL, NULL);
	yyjson_val *root = yyjson_doc_get_root(doc);

	*state = (struct view_state){
		.pid = (int)yyjson_get_uint(yyjson_obj_get(root, "pid")),
		.job = (unsigned)yyjson_get_uint(yyjson_obj_get(root, "job")),
		.started_ns = yyjson_get_uint(yyjson_obj_get(root, "started_ns")),
		.since_ns = yyjson_get_uint(yyjson_obj_get(root, "since_ns")),
		.value = yyjson_get_num(yyjson_obj_get(root, "value")),
		.samples = (unsigned)yyjson_get_uint(yyjson_obj_get(root, "samples")),
	};
	text_clean(state->metric, sizeof(state->metric), json_text_of(root, "metric"));
	text_clean(state->unit, sizeof(state->unit), json_text_of(root, "unit"));
	text_clean(state->upload, sizeof(state->upload), json_text_of(root, "upload"));
	yyjson_doc_free(doc);
}

/* Keep the last lines of @text. */
static void take_log(struct view *view, const char *text)
{
	char lines[VIEW_LOG][ROW_BYTES], line[512];
	unsigned count = 0;

	while (text_next(&text, "\r\n", line, sizeof(line)))
		if (line[0] != '\0')
			text_clean(lines[count++ % VIEW_LOG], sizeof(lines[0]), line);
	view->log_count = count < VIEW_LOG ? count : VIEW_LOG;
	for (unsigned i = 0; i < view->log_count; i++)
		text_copy(view->log[i], sizeof(view->log[i]),
		          lines[(count - view->log_count + i) % VIEW_LOG]);
}

void view_read_log(struct view *view, const char *directory)
{
	char path[PATH_MAX], text[2048];
	size_t got;
	FILE *file;

	file = text_path(path, sizeof(path), directory, "log") ? NULL : fopen(path, "re");
	if (!file)
		return;
	/* too short for that: it stays at the start */
	if (fseek(file, -(long)(sizeof(text) - 1), SEEK_END) < 0)
		rewind(file);
	got = fread(text, 1, sizeof(text) - 1, file);
	text[got] = '\0';
	take_log(view, text);
	fclose(file);
}

void view_read(struct view *view, const char *directory)
{
	char path[PATH_MAX];

	view_read_journal(view, directory);
	view_read_state(&view->state, directory);
	view_read_log(view, directory);
	view->health.delivered = text_path(path, sizeof(path), directory, DELIVERED_MARK) == 0 &&
	                         access(path, F_OK) == 0;
	if (text_path(path, sizeof(path), directory, ON_MEDIUM_MARK) ||
	    text_read("", path, view->health.medium, sizeof(view->health.medium)) < 0)
		view->health.medium[0] = '\0';
	view->health.in_memory = state_in_memory(directory);
	view->health.gone = view->state.pid > 0 && view->status[0] == '\0' &&
	                    kill(view->state.pid, 0) < 0 && errno == ESRCH;
}
