/* SPDX-License-Identifier: MIT */
/* unixbench_part.h - what the layouts of UnixBench's report have in common */

#ifndef ASSAY_FORMATS_UNIXBENCH_PART_H
#define ASSAY_FORMATS_UNIXBENCH_PART_H

#include "bench/formats/unixbench.h"

/*
 * The lines about the machine of the 6.0 layout, from @machine and from the /proc below
 * @root ("" = this machine). @wall_ns is the time that the line of uptime shows.
 */
void part_system_6_0(FILE *out, const struct machine *machine, const char *root, uint64_t wall_ns);
void part_system_4_1(FILE *out, const char *root);

/* One number of copies. */
void part_block_6_0(FILE *out, unsigned cpus, const struct unixbench_block *block);
void part_block_4_1(FILE *out, const struct unixbench_block *block);

/* Put the results of @block into @sorted in the order of the report: by title, in bytes. */
void part_sort(const struct unixbench_block *block,
               const struct unixbench_result *sorted[UNIXBENCH_TESTS]);

/* " *" if the work of @result differs from the original's, else "". */
const char *part_mark(const struct unixbench_block *block, const struct unixbench_result *result);

/* Is any test marked that has a number? */
bool part_any_mark(const struct unixbench_block *block);

/* The explanation of the mark. */
void part_footnote(FILE *out);

#endif
