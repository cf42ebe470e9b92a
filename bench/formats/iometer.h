/* SPDX-License-Identifier: MIT */
/* iometer.h - what a sweep of Iometer's loads gave: results.csv of Iometer 1.1.0, a table, JSON */

#ifndef ASSAY_FORMATS_IOMETER_H
#define ASSAY_FORMATS_IOMETER_H

#include "bench/iometer/iometer.h"

#include <stdio.h>
#include <yyjson.h>

/* One measurement, for results.csv. */
struct iometer_test {
	const struct iometer_load *load;
	const struct iometer_target *targets; /* as many as the outcome has */
	const struct iometer_outcome *outcome;
	const char *host;
};

/*
 * One test with its rows: ALL, MANAGER, a PROCESSOR for each CPU, and for each worker WORKER and
 * its DISKs. Times are milliseconds, raw times nanoseconds (Processor Speed says so), sizes
 * sectors of 512 bytes. DPC is softirq. What only a network has is 0, columns that say nothing of
 * a row are empty, as in the original. iometer_csv_end() follows the last test.
 */
void iometer_csv_test(FILE *out, const struct iometer_test *test);
void iometer_csv_end(FILE *out);

/* The table of one sweep, its peak and its rate at the limit, for people. */
void iometer_print_sweep(FILE *out, const struct iometer_sweep *sweep);

/* The same as an object in @doc, which owns it: units are the last word of each name. */
yyjson_mut_val *iometer_json_sweep(yyjson_mut_doc *doc, const struct iometer_sweep *sweep);

#endif
