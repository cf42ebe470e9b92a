/* SPDX-License-Identifier: MIT */
/* status.c - assay status: how far a run is, on one screen or as JSON */

#include "bench/lib/status.h"
#include "bench/commands/commands.h"
#include "bench/lib/clock.h"
#include "bench/report/json.h"
#include "bench/view/view.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

static void print_people(const struct view *view)
{
	char text[SCREEN_COLUMNS + 1];
	struct screen screen;

	view_draw(view, SCREEN_ROWS, &screen);
	for (unsigned row = 0; row < SCREEN_ROWS - 1; row++) /* the last one is about keys */
		printf("%s\n", screen_line(&screen, row, text));
}

static void add_job(yyjson_mut_doc *doc, yyjson_mut_val *root, const struct view *view)
{
	const struct view_state *state = &view->state;
	const struct view_job *job;
	yyjson_mut_val *now;

	if (state->job == 0 || state->job > view->job_count) {
		yyjson_mut_obj_add_null(doc, root, "now");
		return;
	}
	job = &view->jobs[state->job - 1];
	now = yyjson_mut_obj_add_obj(doc, root, "now");
	json_count(doc, now, "job", state->job);
	json_text(doc, now, "test", job->test);
	json_text(doc, now, "target", job->target);
	json_number(doc, now, "estimate_s", job->estimate_s);
	json_seconds(doc, now, "elapsed_s", clock_now_ns() - state->since_ns);
	if (state->samples == 0)
		return;
	json_count(doc, now, "samples", state->samples);
	json_text(doc, now, "metric", state->metric);
	json_text(doc, now, "unit", state->unit);
	json_number(doc, now, "value", state->value);
}

/* The words are those of the report. */
static int print_json(const struct view *view)
{
	yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
	yyjson_mut_val *root = yyjson_mut_obj(doc), *part;
	int rc;

	json_text(doc, root, "machine", view->machine);
	json_text(doc, root, "plan", view->plan);
	json_text(doc, root, "status",
	          view->status[0]     ? view->status
	          : view->health.gone ? "died"
	                              : "running");
	json_count(doc, root, "jobs", view->job_count);
	json_count(doc, root, "done", view->done);
	json_number(doc, root, "left_s", view_left_s(view));
	add_job(doc, root, view);
	part = yyjson_mut_obj_add_obj(doc, root, "counts");
	for (size_t i = 0; i < countof(view->counts); i++)
		json_count(doc, part, status_name((enum status)i), view->counts[i]);
	json_count(doc, root, "hardware_errors", view->hardware_events);
	json_number(doc, root, "cpu_temperature_cel",
	            view->health.temperature_mc == INT_MIN ? (double)NAN
	                                                   : view->health.temperature_mc / 1000.0);
	json_text(doc, root, "upload", view->state.upload);
	json_flag(doc, root, "delivered", view->health.delivered);
	rc = json_print(root);
	yyjson_mut_doc_free(doc);
	return rc ? EXIT_INTERNAL : EXIT_OK;
}

int command_status(const struct options *options)
{
	const char *directory = directory_watched(options);
	static struct view view; /* large */

	if (!directory)
		return EXIT_USAGE;
	view_look(&view.health, "");
	view_read(&view, directory);
	if (options->json)
		return print_json(&view);
	print_people(&view);
	return EXIT_OK;
}
