/* SPDX-License-Identifier: MIT */
/* report.c - assay report: show the results of a run again, from its journal */

#include "bench/report.h"

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"
#include "bench/report/table.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

static const char *text_of(yyjson_val *object, const char *name)
{
	const char *text = yyjson_get_str(yyjson_obj_get(object, name));

	return text ? text : "";
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

		printf("%s\n", table_number(text, &row));
	}
	if (strcmp(text_of(result, "status"), "ok") != 0)
		printf("%s\n",
		       table_status(text, text_of(result, "test"), text_of(result, "target"),
		                    text_of(result, "status"), text_of(result, "reason")));
}

static void print_people(yyjson_val *root)
{
	yyjson_val *run = yyjson_obj_get(root, "run"), *item;
	char text[ROW_BYTES];
	size_t i, count;

	printf("run %s of machine %s, plan %s, %s, assay %s\n", text_of(run, "id"),
	       text_of(run, "machine"), text_of(run, "plan"), text_of(run, "started"),
	       text_of(run, "version"));
	printf("%s\n", table_heading(text));
	yyjson_arr_foreach(yyjson_obj_get(root, "results"), i, count, item) print_result(item);
	yyjson_arr_foreach(yyjson_obj_get(root, "events"), i, count, item)
	    printf("event %s: %s\n", text_of(item, "kind"), text_of(item, "text"));
	printf("status: %s\n", yyjson_is_str(yyjson_obj_get(run, "status"))
	                           ? text_of(run, "status")
	                           : "cut off before its end");
}

int command_report(const struct options *options)
{
	const char *directory = options_directory(options);
	char path[PATH_MAX], *text;
	yyjson_doc *doc;

	if (!directory)
		return EXIT_USAGE;
	if (report_write(directory))
		return EXIT_USAGE;
	doc = text_path(path, sizeof(path), directory, "report.json")
	          ? NULL
	          : yyjson_read_file(path, 0, NULL, NULL);
	if (!doc) {
		fprintf(stderr, "assay: %s: not to be read\n", path);
		return EXIT_INTERNAL;
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
