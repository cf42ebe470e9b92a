/* SPDX-License-Identifier: MIT */
/* check_json.h - look into JSON with few words */

#ifndef ASSAY_CHECK_JSON_H
#define ASSAY_CHECK_JSON_H

#include "tests/unit/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yyjson.h>

/* The value at @path ("/run/id") as text; numbers and others as JSON. */
static inline const char *at(yyjson_doc *doc, const char *path)
{
	static char text[1024];
	yyjson_val *value = yyjson_doc_ptr_get(doc, path);
	char *json;

	if (yyjson_is_str(value))
		return yyjson_get_str(value);
	json = yyjson_val_write(value, 0, NULL);
	snprintf(text, sizeof(text), "%s", json ? json : "nothing");
	free(json);
	return text;
}

/* @line as JSON: an object, or the test fails. */
static inline yyjson_doc *read_line(char *line)
{
	yyjson_doc *doc = yyjson_read(line, strlen(line), 0);

	if (!doc)
		print_error("no JSON: %s\n", line);
	assert_non_null(doc);
	assert_true(yyjson_is_obj(yyjson_doc_get_root(doc)));
	return doc;
}

#endif
