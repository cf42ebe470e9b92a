/* SPDX-License-Identifier: MIT */
/* dd.h - the lines that dd ends with, as the tools that read them know them */

#ifndef ASSAY_FORMATS_DD_H
#define ASSAY_FORMATS_DD_H

#include <stdio.h>

#include "bench/dd/dd.h"

enum dd_style {
	DD_NEW, /* coreutils 8.25 and later: "(1.1 GB, 1.0 GiB)" */
	DD_OLD, /* 5.x to 8.24: "(1.1 GB)" */
};

/* How many blocks came in and went out, whole and not: two lines. */
void dd_print_records(FILE *out, const struct dd_outcome *outcome);

/*
 * The line with bytes, time and rate, without its end.
 *
 * @underway  whole seconds, as while it still runs
 * Rounding: sizes exactly, ties to even, as from integers; rates as printf() rounds them, but
 * when the time divides a second, or is whole seconds: then exactly too.
 * Returns @text.
 */
char *dd_line(char *text, size_t size, enum dd_style style, uint64_t bytes, uint64_t elapsed_ns,
              bool underway);

#endif
