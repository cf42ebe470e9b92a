/* SPDX-License-Identifier: MIT */
/* fio_json.h - what the files share that write fio's JSON */

#ifndef ASSAY_FORMATS_FIO_JSON_H
#define ASSAY_FORMATS_FIO_JSON_H

#include "bench/formats/fio_part.h"

#include <yyjson.h>

/* What is being written. */
struct fio_json {
	yyjson_mut_doc *doc;
	const struct fio_report *report;
	bool plus; /* with the buckets of the histograms */
};

/* Add one field. Names are kept as they are; texts are copied, cleaned to printable ASCII. */
void fio_json_count(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                    uint64_t count);
void fio_json_real(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                   double number);
void fio_json_text(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                   const char *text);
yyjson_mut_val *fio_json_object(const struct fio_json *json, yyjson_mut_val *object,
                                const char *name);

/* "slat_ns" and its like. @histogram  NULL = no percentiles are wanted */
void fio_json_latency(const struct fio_json *json, yyjson_mut_val *object, const char *name,
                      const struct fio_job *job, const struct moments *moments,
                      const struct histogram *histogram);

/* "read" or "write" of a unit. */
void fio_json_direction(const struct fio_json *json, yyjson_mut_val *object,
                        const struct fio_unit *unit, enum io_direction direction);

/* "trim", which readers look for, whether there is any or not. */
void fio_json_no_trim(const struct fio_json *json, yyjson_mut_val *object,
                      const struct fio_job *job);

/* Print a document in fio's spelling: "key" : value. Returns 0 or -ENOMEM. */
MUST_CHECK int fio_json_write(FILE *out, yyjson_mut_val *root);

#endif
