/* SPDX-License-Identifier: MIT */
/* json.c - the parts of a report as JSON values */

#include "bench/report/json.h"

#include "bench/lib/clock.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

yyjson_mut_val *json_string(yyjson_mut_doc *doc, const char *text)
{
	char clean[4096];

	text_clean(clean, sizeof(clean), text);
	return yyjson_mut_strcpy(doc, clean);
}

void json_text(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, const char *text)
{
	yyjson_mut_obj_add_val(doc, object, name, json_string(doc, text));
}

void json_number(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, double value)
{
	if (isfinite(value))
		yyjson_mut_obj_add_real(doc, object, name, value);
	else
		yyjson_mut_obj_add_null(doc, object, name);
}

void json_count(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, uint64_t value)
{
	yyjson_mut_obj_add_uint(doc, object, name, value);
}

void json_flag(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, bool value)
{
	yyjson_mut_obj_add_bool(doc, object, name, value);
}

void json_time(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, uint64_t wall_ns)
{
	char text[UTC_TEXT_BYTES];

	clock_utc(wall_ns, text);
	json_text(doc, object, name, text);
}

void json_seconds(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, uint64_t ns)
{
	json_number(doc, object, name, (double)(ns / MS(1)) / 1000); /* to the millisecond */
}

yyjson_mut_val *json_run(yyjson_mut_doc *doc, const struct run_info *info)
{
	yyjson_mut_val *run = yyjson_mut_obj(doc), *settings, *from;
	char text[1100];

	json_text(doc, run, "id", info->id);
	json_text(doc, run, "machine", info->identity);
	json_text(doc, run, "version", ASSAY_VERSION);
	json_text(doc, run, "plan", info->plan->kind->name);
	settings = yyjson_mut_obj_add_obj(doc, run, "settings");
	for (size_t i = 0; i < settings_count; i++) {
		settings_shown(info->settings, &settings_table[i], text, sizeof(text));
		json_text(doc, settings, settings_table[i].name, text);
	}
	from = yyjson_mut_obj_add_obj(doc, run, "settings_from");
	for (size_t i = 0; i < settings_count && info->origins; i++)
		if (info->origins->of[i][0])
			json_text(doc, from, settings_table[i].name, info->origins->of[i]);
	json_time(doc, run, "started", info->started_wall_ns);
	return run;
}

yyjson_mut_val *json_end(yyjson_mut_doc *doc, const struct run_outcome *outcome)
{
	yyjson_mut_val *end = yyjson_mut_obj(doc), *counts;

	json_time(doc, end, "ended", outcome->ended_wall_ns);
	json_seconds(doc, end, "elapsed_s", outcome->elapsed_ns);
	json_text(doc, end, "status", exit_status_word(outcome->exit_status));
	json_count(doc, end, "exit_status", (uint64_t)outcome->exit_status);
	counts = yyjson_mut_obj_add_obj(doc, end, "counts");
	for (size_t i = 0; i < countof(outcome->counts); i++)
		json_count(doc, counts, status_name((enum status)i), outcome->counts[i]);
	return end;
}

static void add_writes(yyjson_mut_doc *doc, yyjson_mut_val *list, const char *target,
                       const char *serial, const struct plan_writes *writes)
{
	yyjson_mut_val *item;

	if (writes->bytes == 0)
		return;
	item = yyjson_mut_arr_add_obj(doc, list);
	json_text(doc, item, "target", target);
	json_text(doc, item, "serial", serial);
	json_count(doc, item, "bytes", writes->bytes);
	json_seconds(doc, item, "estimate_s", writes->estimate_ns);
}

yyjson_mut_val *json_plan(yyjson_mut_doc *doc, const struct run_info *info)
{
	yyjson_mut_val *root = yyjson_mut_obj(doc), *list, *item;
	const struct machine *machine = info->machine;
	const struct plan *plan = info->plan;
	unsigned listed = plan->left_out_count;

	json_text(doc, root, "name", plan->kind->name);
	json_text(doc, root, "title", plan->kind->title);
	json_seconds(doc, root, "estimate_s", plan->estimate_ns);
	list = yyjson_mut_obj_add_arr(doc, root, "jobs");
	for (unsigned i = 0; i < plan->job_count; i++) {
		item = yyjson_mut_arr_add_obj(doc, list);
		json_text(doc, item, "test", plan->jobs[i].benchmark->name);
		json_text(doc, item, "target", job_target(&plan->jobs[i]));
		json_seconds(doc, item, "estimate_s", plan->jobs[i].estimate_ns);
	}
	list = yyjson_mut_obj_add_arr(doc, root, "writes");
	add_writes(doc, list, "directory", "", &plan->directory_writes);
	for (unsigned i = 0; i < machine->disk_count; i++)
		add_writes(doc, list, machine->disks[i].name, machine->disks[i].serial,
		           &plan->writes[i]);
	list = yyjson_mut_obj_add_arr(doc, root, "left_out");
	for (unsigned i = 0; i < listed && i < LEFT_OUT_MAX; i++) {
		item = yyjson_mut_arr_add_obj(doc, list);
		json_text(doc, item, "test", plan->left_out[i].test);
		json_text(doc, item, "target", plan->left_out[i].target);
		json_text(doc, item, "reason", plan->left_out[i].reason);
	}
	json_count(doc, root, "left_out_count", listed);
	return root;
}

static void add_metric(yyjson_mut_doc *doc, yyjson_mut_val *list, const struct metric *metric)
{
	yyjson_mut_val *item = yyjson_mut_arr_add_obj(doc, list);

	json_text(doc, item, "name", metric->name);
	json_text(doc, item, "unit", unit_name(metric->unit));
	json_text(doc, item, "better", better_name(metric->better));
	json_number(doc, item, "value", metric->value);
	json_number(doc, item, "spread", metric->spread);
	yyjson_mut_obj_add_val(
	    doc, item, "samples",
	    yyjson_mut_arr_with_double(doc, metric->samples, metric->sample_count));
}

/* Whole numbers are written as such: 65536, not 65536.0. */
static yyjson_mut_val *param_value(yyjson_mut_doc *doc, const struct param *param)
{
	double value;

	if (!param->number)
		return json_string(doc, param->text);
	value = strtod(param->text, NULL);
	if (value == rint(value) && fabs(value) < 9007199254740992.0)
		return yyjson_mut_sint(doc, (int64_t)value);
	return yyjson_mut_real(doc, value);
}

static yyjson_mut_val *numbers(yyjson_mut_doc *doc, const double *values, unsigned count)
{
	yyjson_mut_val *list = yyjson_mut_arr(doc);

	for (unsigned i = 0; i < count; i++)
		if (isfinite(values[i]))
			yyjson_mut_arr_add_real(doc, list, values[i]);
		else
			yyjson_mut_arr_add_null(doc, list);
	return list;
}

static void add_grid(yyjson_mut_doc *doc, yyjson_mut_val *list, const struct grid *grid)
{
	yyjson_mut_val *item = yyjson_mut_arr_add_obj(doc, list), *rows;

	json_text(doc, item, "name", grid->name);
	json_text(doc, item, "unit", unit_name(grid->unit));
	json_text(doc, item, "x_name", grid->x_name);
	yyjson_mut_obj_add_val(doc, item, "x", numbers(doc, grid->x, grid->columns));
	if (grid->rows > 1) {
		json_text(doc, item, "y_name", grid->y_name);
		yyjson_mut_obj_add_val(doc, item, "y", numbers(doc, grid->y, grid->rows));
	}
	rows = yyjson_mut_obj_add_arr(doc, item, "rows");
	for (unsigned i = 0; i < grid->rows; i++)
		yyjson_mut_arr_append(
		    rows, numbers(doc, &grid->values[i * grid->columns], grid->columns));
}

yyjson_mut_val *json_result(yyjson_mut_doc *doc, const struct job *job, const struct result *result)
{
	yyjson_mut_val *root = yyjson_mut_obj(doc), *part;

	json_text(doc, root, "test", job->benchmark->name);
	json_text(doc, root, "target", job_target(job));
	part = yyjson_mut_obj_add_obj(doc, root, "params");
	for (unsigned i = 0; i < result->param_count; i++) {
		const struct param *param = &result->params[i];

		yyjson_mut_obj_add(part, json_string(doc, param->name), param_value(doc, param));
	}
	json_text(doc, root, "status", status_name(result->status));
	json_text(doc, root, "reason", result->reason);
	part = yyjson_mut_obj_add_arr(doc, root, "warnings");
	for (unsigned bit = 0; bit < WARNING_COUNT; bit++)
		if (result->warnings & 1u << bit)
			yyjson_mut_arr_add_str(doc, part, warning_name(bit));
	part = yyjson_mut_obj_add_arr(doc, root, "metrics");
	for (unsigned i = 0; i < result->metric_count; i++)
		add_metric(doc, part, &result->metrics[i]);
	if (result->status == STATUS_OK && result->grid_count > 0)
		part = yyjson_mut_obj_add_arr(doc, root, "grids");
	for (unsigned i = 0; result->status == STATUS_OK && i < result->grid_count; i++)
		add_grid(doc, part, &result->grids[i]);
	json_time(doc, root, "started", result->started_wall_ns);
	json_seconds(doc, root, "elapsed_s", result->elapsed_ns);
	return root;
}

yyjson_mut_val *json_event(yyjson_mut_doc *doc, const struct event *event)
{
	yyjson_mut_val *root = yyjson_mut_obj(doc);

	json_text(doc, root, "kind", event_kind_name(event->kind));
	json_time(doc, root, "time", event->wall_ns);
	json_text(doc, root, "text", event->text);
	return root;
}

int json_print(const yyjson_mut_val *value)
{
	char *text = yyjson_mut_val_write(value, YYJSON_WRITE_PRETTY_TWO_SPACES, NULL);
	int rc = 0;

	if (!text)
		return -ENOMEM;
	if (puts(text) < 0 || fflush(stdout) != 0)
		rc = -errno;
	free(text);
	return rc;
}
