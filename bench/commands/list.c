/* SPDX-License-Identifier: MIT */
/* list.c - assay list: every test, or with --plans every plan */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/report/json.h"

#include <stdio.h>

static const char *target_name(enum target target)
{
	switch (target) {
	case TARGET_MACHINE:
	case TARGET_COPIES: break;
	case TARGET_DISK: return "disk";
	case TARGET_WRITE: return "disk, writes";
	case TARGET_STORE: return "files, writes";
	case TARGET_DISKS: return "disks";
	case TARGET_ARRAY: return "disks, writes";
	}
	return "machine";
}

static int list_json(bool plans)
{
	yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
	yyjson_mut_val *list = yyjson_mut_arr(doc), *item;
	int rc;

	for (size_t i = 0; i < benchmark_count && !plans; i++) {
		item = yyjson_mut_arr_add_obj(doc, list);
		json_text(doc, item, "test", benchmarks[i]->name);
		json_text(doc, item, "title", benchmarks[i]->title);
		json_text(doc, item, "target", target_name(benchmarks[i]->target));
		json_text(doc, item, "source", benchmarks[i]->source);
	}
	for (size_t i = 0; i < plan_kind_count && plans; i++) {
		item = yyjson_mut_arr_add_obj(doc, list);
		json_text(doc, item, "plan", plan_kinds[i].name);
		json_text(doc, item, "title", plan_kinds[i].title);
		json_count(doc, item, "limit_s", plan_kinds[i].limit_s);
	}
	rc = json_print(list);
	yyjson_mut_doc_free(doc);
	return rc ? EXIT_INTERNAL : EXIT_OK;
}

int command_list(const struct options *options)
{
	if (options->json)
		return list_json(options->plans);
	for (size_t i = 0; i < benchmark_count && !options->plans; i++)
		printf("%-24s %-14s %s\n", benchmarks[i]->name, target_name(benchmarks[i]->target),
		       benchmarks[i]->title);
	for (size_t i = 0; i < plan_kind_count && options->plans; i++)
		printf("%-10s %s\n", plan_kinds[i].name, plan_kinds[i].title);
	return EXIT_OK;
}
