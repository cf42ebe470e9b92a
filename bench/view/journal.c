/* SPDX-License-Identifier: MIT */
/* journal.c - what a journal says of a run, line by line, as it grows */

#include "bench/view/view.h"

#include "bench/lib/text.h"
#include "bench/report/json.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double number_of(yyjson_val *object, const char *name)
{
	return yyjson_get_num(yyjson_obj_get(object, name));
}

static unsigned count_of(yyjson_val *object, const char *name)
{
	return (unsigned)yyjson_get_uint(yyjson_obj_get(object, name));
}

static void take_run(struct view *view, yyjson_val *run)
{
	text_clean(view->machine, sizeof(view->machine), json_text_of(run, "machine"));
	text_clean(view->version, sizeof(view->version), json_text_of(run, "version"));
	text_clean(view->plan, sizeof(view->plan), json_text_of(run, "plan"));
	text_clean(view->upload_to, sizeof(view->upload_to),
	           json_text_of(yyjson_obj_get(run, "settings"), "upload"));
}

static void take_disk(struct view *view, yyjson_val *item)
{
	const char *model = json_text_of(item, "model"), *serial = json_text_of(item, "serial");
	struct view_disk *disk = &view->disks[view->disk_count];
	char label[256];

	view->disks_bytes += yyjson_get_uint(yyjson_obj_get(item, "bytes"));
	if (view->disk_count == DISKS_MAX)
		return;
	view->disk_count++;
	text_clean(disk->name, sizeof(disk->name), json_text_of(item, "name"));
	text_clean(disk->serial, sizeof(disk->serial), serial);
	snprintf(label, sizeof(label), "%s%sserial %s at %s", model, model[0] ? ", " : "",
	         serial[0] ? serial : "(none)", json_text_of(item, "controller"));
	text_clean(disk->label, sizeof(disk->label), label);
}

/* "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz" is "Intel Xeon E5-2680 v4". */
static void shorten_model(char *text, size_t size, const char *model)
{
	static const char *const noise[] = { "(R)", "(r)", "(TM)", "(tm)", " CPU", " Processor" };
	char *found;

	text_clean(text, size, model);
	for (size_t i = 0; i < countof(noise); i++)
		while ((found = strstr(text, noise[i])))
			memmove(found, found + strlen(noise[i]),
			        strlen(found + strlen(noise[i])) + 1);
	found = strstr(text, " @");
	if (found)
		*found = '\0';
}

static void take_machine(struct view *view, yyjson_val *machine)
{
	yyjson_val *cpu = yyjson_obj_get(machine, "cpu"), *item;
	yyjson_val *firmware = yyjson_obj_get(machine, "firmware");
	char text[512];
	size_t i, count;

	view->disk_count = 0; /* a later line says it all again */
	view->disks_bytes = 0;
	snprintf(text, sizeof(text), "%s %s", json_text_of(firmware, "system_vendor"),
	         json_text_of(firmware, "product"));
	text_clean(view->product, sizeof(view->product), text);
	shorten_model(view->cpu, sizeof(view->cpu), json_text_of(cpu, "model"));
	view->sockets = count_of(cpu, "sockets");
	view->cores = count_of(cpu, "cores");
	view->threads = count_of(cpu, "threads");
	view->memory_bytes = yyjson_get_uint(yyjson_ptr_get(machine, "/memory/total_bytes"));
	text_clean(view->fingerprint, sizeof(view->fingerprint),
	           json_text_of(yyjson_obj_get(machine, "environment"), "ssh.fingerprint"));
	yyjson_arr_foreach(yyjson_obj_get(machine, "disks"), i, count, item) take_disk(view, item);
}

/* The family that the name of a test begins with; when there are too many, the last one. */
static struct view_family *family_of(struct view *view, const char *test)
{
	size_t length = strcspn(test, ".");
	struct view_family *family = view->families;
	unsigned i;

	for (i = 0; i < view->family_count; i++, family++)
		if (strncmp(family->name, test, length) == 0 && family->name[length] == '\0')
			return family;
	if (i == VIEW_FAMILIES_MAX) {
		text_copy(family[-1].name, sizeof(family->name), "others");
		return family - 1;
	}
	view->family_count++;
	if (length >= sizeof(family->name))
		length = sizeof(family->name) - 1;
	memcpy(family->name, test, length);
	return family;
}

static void take_plan(struct view *view, yyjson_val *plan)
{
	yyjson_val *item;
	size_t i, count;

	yyjson_arr_foreach(yyjson_obj_get(plan, "jobs"), i, count, item)
	{
		struct view_job *job = &view->jobs[view->job_count];

		if (view->job_count == JOBS_MAX)
			break;
		view->job_count++;
		text_clean(job->test, sizeof(job->test), json_text_of(item, "test"));
		text_clean(job->target, sizeof(job->target), json_text_of(item, "target"));
		job->estimate_s = number_of(item, "estimate_s");
		family_of(view, job->test)->jobs++;
	}
}

static enum status status_of(yyjson_val *result)
{
	enum status status = STATUS_OK;

	while (status < STATUS_TIMED_OUT &&
	       strcmp(status_name(status), json_text_of(result, "status")) != 0)
		status++;
	return status;
}

static bool is_bad(enum status status)
{
	return status != STATUS_OK && status != STATUS_SKIPPED;
}

static void note_bad_disk(struct view *view, const char *target)
{
	for (unsigned i = 0; i < view->disk_count; i++)
		if (strcmp(view->disks[i].name, target) == 0)
			view->disks[i].is_bad = true;
}

static void keep_row(char rows[][ROW_BYTES], unsigned limit, unsigned *count, const char *text)
{
	text_clean(rows[(*count)++ % limit], ROW_BYTES, text);
}

/* One row for each result: its first number, or why it has none. */
static void take_result(struct view *view, yyjson_val *result)
{
	yyjson_val *metric = yyjson_arr_get_first(yyjson_obj_get(result, "metrics"));
	const char *test = json_text_of(result, "test"), *target = json_text_of(result, "target");
	struct view_family *family = family_of(view, test);
	enum status status = status_of(result);
	char text[ROW_BYTES], warnings[256];
	struct row row;

	view->done++;
	view->counts[status]++;
	family->done++;
	json_join(yyjson_obj_get(result, "warnings"), warnings, sizeof(warnings));
	view->throttled += strstr(warnings, "throttled") || strstr(warnings, "power-limited");
	view->ecc += strstr(warnings, "ecc-corrected") != NULL;
	view->noisy += strstr(warnings, "noisy") != NULL;
	row = json_row(result, metric, warnings);
	if (metric)
		table_number(text, &row);
	else
		table_status(text, test, target, status_name(status),
		             json_text_of(result, "reason"));
	if (!is_bad(status)) {
		keep_row(view->results, VIEW_RESULTS, &view->result_count, text);
		return;
	}
	family->bad++;
	keep_row(view->findings, VIEW_FINDINGS, &view->finding_count, text);
	if (status != STATUS_BROKEN)
		note_bad_disk(view, target);
}

static void take_event(struct view *view, yyjson_val *event)
{
	const char *kind = json_text_of(event, "kind");

	view->hardware_events += strcmp(kind, event_kind_name(EVENT_HARDWARE)) == 0;
	view->kernel_events += strcmp(kind, event_kind_name(EVENT_KERNEL)) == 0;
}

static void take_end(struct view *view, yyjson_val *end)
{
	text_clean(view->status, sizeof(view->status), json_text_of(end, "status"));
	view->elapsed_s = number_of(end, "elapsed_s");
}

void view_take_line(struct view *view, const char *line, size_t length)
{
	static const struct {
		const char *type;
		void (*take)(struct view *view, yyjson_val *object);
	} types[] = {
		{ "run", take_run },       { "machine", take_machine }, { "plan", take_plan },
		{ "result", take_result }, { "event", take_event },     { "end", take_end },
	};
	yyjson_doc *doc = yyjson_read(line, length, 0);
	yyjson_val *root = yyjson_doc_get_root(doc);

	for (size_t i = 0; i < countof(types); i++)
		if (strcmp(types[i].type, json_text_of(root, "type")) == 0)
			types[i].take(view, root);
	yyjson_doc_free(doc);
}

void view_read_journal(struct view *view, const char *directory)
{
	char path[PATH_MAX], *line = NULL;
	size_t size = 0;
	ssize_t length;
	FILE *file;

	file =
	    text_path(path, sizeof(path), directory, "journal.ndjson") ? NULL : fopen(path, "re");
	if (!file)
		return;
	if (fseek(file, view->journal_bytes, SEEK_SET) == 0) {
		while ((length = getline(&line, &size, file)) > 0 && line[length - 1] == '\n') {
			view_take_line(view, line, (size_t)length);
			view->journal_bytes += length;
		}
	}
	free(line);
	fclose(file);
}
