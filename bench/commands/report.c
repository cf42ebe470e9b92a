/* SPDX-License-Identifier: MIT */
/* report.c - assay report: show the results of a run again, from its journal */

#include "bench/report.h"

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/report/json.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A report may come from anywhere: there is nothing in the line that a terminal obeys. */
static void PRINTF_LIKE(1, 2) print_line(const char *format, ...)
{
	char line[512];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	text_clean(line, sizeof(line), line);
	puts(line);
}

static void print_result(yyjson_val *result)
{
	yyjson_val *metrics = yyjson_obj_get(result, "metrics"), *metric;
	char text[ROW_BYTES], warnings[256];
	size_t i, count;

	json_join(yyjson_obj_get(result, "warnings"), warnings, sizeof(warnings));
	yyjson_arr_foreach(metrics, i, count, metric)
	{
		const struct row row = json_row(result, metric, warnings);

		print_line("%s", table_number(text, &row));
	}
	if (strcmp(json_text_of(result, "status"), "ok") != 0)
		print_line("%s", table_status(text, json_text_of(result, "test"),
		                              json_text_of(result, "target"),
		                              json_text_of(result, "status"),
		                              json_text_of(result, "reason")));
}

static void print_people(yyjson_val *root)
{
	yyjson_val *run = yyjson_obj_get(root, "run"), *item;
	char text[ROW_BYTES];
	size_t i, count;

	print_line("run %s of machine %s, plan %s, %s, assay %s", json_text_of(run, "id"),
	           json_text_of(run, "machine"), json_text_of(run, "plan"),
	           json_text_of(run, "started"), json_text_of(run, "version"));
	printf("%s\n", table_heading(text));
	yyjson_arr_foreach(yyjson_obj_get(root, "results"), i, count, item) print_result(item);
	yyjson_arr_foreach(yyjson_obj_get(root, "events"), i, count, item)
	    print_line("event %s: %s", json_text_of(item, "kind"), json_text_of(item, "text"));
	print_line("status: %s", yyjson_is_str(yyjson_obj_get(run, "status"))
	                             ? json_text_of(run, "status")
	                             : "cut off before its end");
}

int command_report(const struct options *options)
{
	const char *directory = options_directory(options);
	char path[PATH_MAX], *text;
	yyjson_doc *doc;
	int rc;

	if (!directory)
		return EXIT_USAGE;
	rc = report_write(directory);
	if (rc && rc != -EROFS && rc != -EACCES) /* the one that is there can still be shown */
		return EXIT_USAGE;
	doc = text_path(path, sizeof(path), directory, "report.json")
	          ? NULL
	          : yyjson_read_file(path, 0, NULL, NULL);
	if (!doc) {
		fprintf(stderr, "assay: %s: not to be read\n", path);
		return EXIT_USAGE;
	}
	if (options->json) {
		text = yyjson_write(doc, YYJSON_WRITE_PRETTY_TWO_SPACES, NULL);
		printf("%s\n", text ? text : "null");
		free(text);
	} else {
		print_people(yyjson_doc_get_root(doc));
	}
	yyjson_doc_free(doc);
	return EXIT_OK;
}
