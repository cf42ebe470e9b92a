/* SPDX-License-Identifier: MIT */
/* table.h - results as lines for people, at most 79 columns */

#ifndef ASSAY_TABLE_H
#define ASSAY_TABLE_H

#include "bench/lib/base.h"

#define ROW_BYTES 128

/* One number of one result, as it is shown. */
struct row {
	const char *test, *target; /* target "" = the machine */
	const char *metric, *unit;
	double value, spread; /* spread NAN = one sample */
	const char *warnings; /* "noisy short-region", "" */
};

/* A number with its unit, as it is shown: "705.7 MB/s". Returns @text. */
const char *table_value(char *text, size_t size, double value, const char *unit);

#define TIME_BYTES 24

/* A time for people: "45 s", "59 min", "3 h". Returns @text. */
const char *table_time(char text[TIME_BYTES], double s);

/* "test target metric value unit +-spread n warnings". Returns @text. */
const char *table_number(char text[ROW_BYTES], const struct row *row);

/* "test target STATUS reason", for a result without numbers. Returns @text. */
const char *table_status(char text[ROW_BYTES], const char *test, const char *target,
                         const char *status, const char *reason);

/* The line above the others. */
const char *table_heading(char text[ROW_BYTES]);

/*
 * Write @value with 4 significant digits and the SI prefix of its size: "1.234 G", "56.70 k".
 * Prefixes are powers of 1000. Returns @text.
 */
const char *table_si(char *text, size_t size, double value);

#endif
