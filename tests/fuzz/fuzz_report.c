/* SPDX-License-Identifier: MIT */
/* fuzz_report.c - any bytes as a journal: a report of it is valid JSON with all its parts */

#include "bench/lib/base.h"
#include "bench/report.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/fake_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yyjson.h>

static struct fake_files files;

static void forget(void)
{
	fake_files_remove(&files);
}

static void check_report(char *text, size_t size)
{
	static const char *const lists[] = { "results", "series", "events", "wipe" };
	yyjson_doc *doc = yyjson_read(text, size, 0);
	yyjson_val *root = yyjson_doc_get_root(doc);

	if (!yyjson_equals_str(yyjson_obj_get(root, "schema"), "assay.report/1"))
		abort();
	if (!yyjson_is_obj(yyjson_obj_get(root, "run")))
		abort();
	for (size_t i = 0; i < countof(lists); i++)
		if (!yyjson_is_arr(yyjson_obj_get(root, lists[i])))
			abort();
	yyjson_doc_free(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t report_bytes;
	char *report;

	if (files.root[0] == '\0') {
		fake_files_make(&files);
		atexit(forget);
	}
	fake_files_put(&files, "/journal.ndjson", data, size);
	if (report_write(files.root) != 0)
		return 0;
	report = fake_files_get(&files, "/report.json", &report_bytes);
	if (!report)
		abort();
	check_report(report, report_bytes);
	free(report);
	return 0;
}
