/* SPDX-License-Identifier: MIT */
/* json.h - the parts of a report as JSON values; report.schema.json describes them */

#ifndef ASSAY_JSON_H
#define ASSAY_JSON_H

#include "bench/report.h"
#include "bench/report/table.h"

#include <yyjson.h>

/*
 * Each makes a new object in @doc, which owns it and copies of all its texts.
 * Field names are those of the structs, units included.
 */
yyjson_mut_val *json_run(yyjson_mut_doc *doc, const struct run_info *info);
yyjson_mut_val *json_end(yyjson_mut_doc *doc, const struct run_outcome *outcome);
yyjson_mut_val *json_machine(yyjson_mut_doc *doc, const struct machine *machine);
yyjson_mut_val *json_plan(yyjson_mut_doc *doc, const struct run_info *info);
yyjson_mut_val *json_result(yyjson_mut_doc *doc, const struct job *job,
                            const struct result *result);
yyjson_mut_val *json_event(yyjson_mut_doc *doc, const struct event *event);

/* A text as a value or a key, cleaned to printable ASCII: JSON must be valid whatever a drive says.
 */
yyjson_mut_val *json_string(yyjson_mut_doc *doc, const char *text);

/* Add one field. Texts are cleaned to printable ASCII; a number that JSON has not is null. */
void json_text(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, const char *text);
void json_number(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, double value);
void json_count(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, uint64_t value);
void json_flag(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, bool value);
void json_time(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, uint64_t wall_ns);
void json_seconds(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, uint64_t ns);

/* The text of one field of something that was read; "" if it has none. */
const char *json_text_of(yyjson_val *object, const char *name);

/* The texts of a list, with blanks between them. */
void json_join(yyjson_val *list, char *text, size_t size);

/* One metric of a result that was read, for table.h: the texts stay in the document. */
struct row json_row(yyjson_val *result, yyjson_val *metric, const char *warnings);

/* Print @value, indented for people, on standard output. Returns 0 or -errno. */
int json_print(const yyjson_mut_val *value);

#endif
