/* SPDX-License-Identifier: MIT */
/* bonnie.h - the table and the CSV of bonnie++, as the tools that read them know them */

#ifndef ASSAY_FORMATS_BONNIE_H
#define ASSAY_FORMATS_BONNIE_H

#include <stdio.h>

#include "bench/bonnie/bonnie_words.h"

/*
 * The table of 1.96 or 2.00, line for line: the large file, then the small files, each if it
 * was asked for; without small files an empty line in their place.
 */
void bonnie_print_text(FILE *out, const struct bonnie_words *words,
                       const struct bonnie_outcome *outcome);

/* The CSV line: version 1.96 with 48 fields, or 1.98 with 50. */
void bonnie_print_csv(FILE *out, const struct bonnie_words *words,
                      const struct bonnie_outcome *outcome);

/* The names of its fields, which precede the lines of several runs. */
void bonnie_print_csv_header(FILE *out, enum bonnie_layout layout);

#endif
