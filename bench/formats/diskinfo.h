/* SPDX-License-Identifier: MIT */
/* diskinfo.h - the text that diskinfo prints, as the tools that read it know it */

#ifndef ASSAY_FORMATS_DISKINFO_H
#define ASSAY_FORMATS_DISKINFO_H

#include <stdio.h>

#include "bench/dd/diskinfo.h"
#include "bench/dd/diskinfo_about.h"

/* One line with tabs; or, @verbose, one line for each fact and an empty one. */
void diskinfo_print_about(FILE *out, const struct diskinfo_about *about, bool verbose);

/* "466G": at most four characters, powers of 1024. Returns @text. */
char *diskinfo_size(char *text, size_t size, uint64_t bytes);

/* Titles of the groups; what stands before a number, printed before it is measured; an end. */
void diskinfo_print_overhead_title(FILE *out);
void diskinfo_print_seek_title(FILE *out);
void diskinfo_print_transfer_title(FILE *out);
void diskinfo_print_iops_title(FILE *out);
void diskinfo_print_writes_title(FILE *out);
void diskinfo_print_seek_label(FILE *out, const char *label);     /* "Full stroke" */
void diskinfo_print_transfer_label(FILE *out, const char *label); /* "outside" */
void diskinfo_print_iops_label(FILE *out, uint32_t block_bytes, uint32_t sector_bytes);
void diskinfo_print_writes_label(FILE *out, uint32_t block_bytes);
void diskinfo_print_end(FILE *out);

/* The numbers behind a label. */
void diskinfo_print_seek(FILE *out, const struct diskinfo_pass *pass);
void diskinfo_print_transfer(FILE *out, const struct diskinfo_pass *pass);
void diskinfo_print_iops(FILE *out, const struct diskinfo_pass *pass);
void diskinfo_print_writes(FILE *out, const struct diskinfo_pass *pass, uint32_t block_bytes);
void diskinfo_print_overhead(FILE *out, const struct diskinfo_pass *megas,
                             const struct diskinfo_pass *sectors);

#endif
