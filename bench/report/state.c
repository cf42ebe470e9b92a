/* SPDX-License-Identifier: MIT */
/*
 * state.c - state.json: what goes on right now, for those who look on from another process
 *
 * It is replaced as a whole, and only while nothing is measured: before a job, between two
 * slices of a job, after the last one. Whoever draws it then does so while the run rests.
 */

#include "bench/report/json.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#define REST_NS MS(10) /* a screen of 80 x 25 is drawn in less */

static char path[PATH_MAX], part[PATH_MAX];
static bool in_memory; /* a write costs no I/O */

static struct {
	uint64_t started_ns, since_ns; /* of clock_now_ns(): the run, the job */
	pid_t pid;                     /* of the run, not of a job */
	unsigned number;               /* of the job, from 1; 0 = none runs */
	char upload[256];
} now;

bool state_in_memory(const char *directory)
{
	struct statfs about;

	return statfs(directory, &about) == 0 &&
	       (about.f_type == TMPFS_MAGIC || about.f_type == RAMFS_MAGIC);
}

/* Know where it is. Returns whether it can be there. */
static bool locate(const char *directory)
{
	in_memory = state_in_memory(directory);
	if (text_path(part, sizeof(part), directory, "state.json.part"))
		part[0] = '\0';
	return text_path(path, sizeof(path), directory, "state.json") == 0 && part[0];
}

/* The newest number of a job that is at work. */
static void add_sample(yyjson_mut_doc *doc, yyjson_mut_val *state, const struct result *result)
{
	const struct metric *metric = &result->metrics[result->metric_count - 1];

	json_text(doc, state, "metric", metric->name);
	json_text(doc, state, "unit", unit_name(metric->unit));
	json_number(doc, state, "value", metric->samples[metric->sample_count - 1]);
	json_count(doc, state, "samples", metric->sample_count);
}

static bool has_sample(const struct result *result)
{
	return result && result->metric_count > 0 &&
	       result->metrics[result->metric_count - 1].sample_count > 0;
}

/* A state that cannot be written is missed by nobody but those who look on. */
static void put(const struct result *result)
{
	yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
	yyjson_mut_val *state = yyjson_mut_obj(doc);
	char *text;
	FILE *file;

	json_count(doc, state, "pid", (uint64_t)now.pid);
	json_count(doc, state, "started_ns", now.started_ns);
	json_count(doc, state, "job", now.number);
	json_count(doc, state, "since_ns", now.since_ns);
	if (has_sample(result))
		add_sample(doc, state, result);
	json_text(doc, state, "upload", now.upload);
	text = yyjson_mut_val_write(state, YYJSON_WRITE_NOFLAG, NULL);
	unlink(part); /* left by a crash, or a link that leads elsewhere */
	file = path[0] && text ? fopen(part, "wxe") : NULL;
	if (file) {
		fprintf(file, "%s\n", text);
		if (fclose(file) == 0)
			rename(part, path);
	}
	free(text);
	yyjson_mut_doc_free(doc);
}

static void put_and_rest(const struct result *result)
{
	put(result);
	if (in_memory)
		clock_sleep_ns(REST_NS);
}

static void show(const struct run *run)
{
	put_and_rest(run->result);
}

void (*state_shower(void))(const struct run *run)
{
	return in_memory ? show : NULL;
}

static void begin(const struct run_info *info)
{
	if (info->directory[0] == '\0' || !locate(info->directory))
		return;
	now.pid = getpid();
	now.started_ns = info->started_ns;
	put(NULL);
}

static void start(unsigned number, const struct job *job)
{
	(void)job;
	now.number = number;
	now.since_ns = clock_now_ns();
	put_and_rest(NULL);
}

static void end(const struct run_outcome *outcome)
{
	(void)outcome;
	now.number = 0;
	put(NULL);
}

/* Of which run the state was until now: this process only brings its results home. */
static void take_over(void)
{
	yyjson_doc *doc = yyjson_read_file(path, 0, NULL, NULL);
	yyjson_val *root = yyjson_doc_get_root(doc);

	now.pid = (pid_t)yyjson_get_uint(yyjson_obj_get(root, "pid"));
	now.started_ns = yyjson_get_uint(yyjson_obj_get(root, "started_ns"));
	yyjson_doc_free(doc);
}

void state_upload(const char *directory, const char *line)
{
	if (path[0] == '\0') {
		if (!locate(directory))
			return;
		take_over();
	}
	text_clean(now.upload, sizeof(now.upload), line);
	put(NULL);
}

const struct sink sink_state = {
	.name = "state",
	.begin = begin,
	.start = start,
	.end = end,
};
