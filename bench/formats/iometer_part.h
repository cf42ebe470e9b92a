/* SPDX-License-Identifier: MIT */
/* iometer_part.h - the rows of results.csv */

#ifndef ASSAY_FORMATS_IOMETER_PART_H
#define ASSAY_FORMATS_IOMETER_PART_H

#include "bench/formats/iometer.h"

/* What a row is about: the columns that say nothing of it are empty. */
enum iometer_scope {
	IOMETER_SCOPE_ALL,
	IOMETER_SCOPE_MANAGER,
	IOMETER_SCOPE_WORKER,
	IOMETER_SCOPE_DISK
};

/*
 * One row of 80 columns.
 *
 * @target, @worker  of which disk and worker, or IOMETER_ALL
 * @names            the first six columns
 */
void iometer_put_row(FILE *out, const struct iometer_test *test, enum iometer_scope scope,
                     unsigned target, unsigned worker, const char *names);

/* A row for each CPU: only how busy it was, as nobody says which I/Os were its own. */
void iometer_put_processors(FILE *out, const struct iometer_outcome *outcome);

#endif
