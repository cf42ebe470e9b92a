/* SPDX-License-Identifier: MIT */
/* sysbench.h - the text that sysbench prints, as the tools that read it know it */

#ifndef ASSAY_FORMATS_SYSBENCH_H
#define ASSAY_FORMATS_SYSBENCH_H

#include <stdio.h>

#include "bench/system/sysbench.h"

/*
 * The text of 0.4.12 or 1.0.20, line for line but the first, in the order in which it is
 * printed: what is to be done; that the threads work; what came of it.
 */
void sysbench_print_begin(FILE *out, const struct sysbench_options *options);
void sysbench_print_started(FILE *out, const struct sysbench_options *options);
void sysbench_print_end(FILE *out, const struct sysbench_options *options,
                        const struct sysbench_outcome *outcome);

/* The first line alone: "assay 0.1.0 (sysbench 1.0 semantics)". */
void sysbench_print_identity(FILE *out, enum sysbench_generation generation);

#endif
