/* SPDX-License-Identifier: MIT */
/* report.c - assay report: show the results of a run again, from its journal */

#include "bench/report.h"

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/report/table.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

static const char *text_of(yyjson_val *object, const char *name)
{
	const char *text = yyjson_get_str(yyjson_obj_get(object, name));

	return text ? text : "";
}

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

static void join_warnings(yyjson_val *list, char *text, size_t size)
{
	size_t used = 0, i, count;
	yyjson_val *item;

	text[0] = '\0';
	yyjson_arr_foreach(list, i, count, item)
	{
		const char *word = yyjson_get_str(item);

		if (word && used < size)
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "",
			                         word);
	}
}

static void print_result(yyjson_val *result)
{
	yyjson_val *metrics = yyjson_obj_get(result, "metrics"), *metric;
	char text[ROW_BYTES], warnings[256];
	size_t i, count;

	join_warnings(yyjson_obj_get(result, "warnings"), warnings, sizeof(warnings));
	yyjson_arr_foreach(metrics, i, count, metric)
	{
		yyjson_val *spread = yyjson_obj_get(metric, "spread");
		const struct row row = { .test = text_of(result, "test"),
			                 .target = text_of(result, "target"),
			                 .metric = text_of(metric, "name"),
			                 .unit = text_of(metric, "unit"),
			                 .value = yyjson_get_num(yyjson_obj_get(metric, "value")),
			                 .spread = yyjson_is_num(spread) ? yyjson_get_num(spread)
			                                                 : (double)NAN,
			                 .warnings = warnings };

		print_line("%s", table_number(text, &row));
	}
	if (strcmp(text_of(result, "status"), "ok") != 0)
		print_line("%s",
		           table_status(text, text_of(result, "test"), text_of(result, "target"),
		                        text_of(result, "status"), text_of(result, "reason")));
}

static void print_people(yyjson_val *root)
{
	yyjson_val *run = yyjson_obj_get(root, "run"), *item;
	char text[ROW_BYTES];
	size_t i, count;

	print_line("run %s of machine %s, plan %s, %s, assay %s", text_of(run, "id"),
	           text_of(run, "machine"), text_of(run, "plan"), text_of(run, "started"),
	           text_of(run, "version"));
	printf("%s\n", table_heading(text));
	yyjson_arr_foreach(yyjson_obj_get(root, "results"), i, count, item) print_result(item);
	yyjson_arr_foreach(yyjson_obj_get(root, "events"), i, count, item)
	    print_line("event %s: %s", text_of(item, "kind"), text_of(item, "text"));
	print_line("status: %s", yyjson_is_str(yyjson_obj_get(run, "status"))
	                             ? text_of(run, "status")
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
