/* SPDX-License-Identifier: MIT */
/*
 * fio.h - what fio prints, as the tools that read it know it
 *
 * Only the version differs: "fio-3.33-assay-VERSION". Readers look at most for "fio-" and
 * for numbers after it.
 */

#ifndef ASSAY_FORMATS_FIO_H
#define ASSAY_FORMATS_FIO_H

#include <stdio.h>

#include "bench/fio/fio_report.h"

/* The lines before the first I/O: what each job will do, the version, how many threads. */
void fio_print_begin(FILE *out, const struct fio_run *run);

/* The line that says that a file is made. */
void fio_print_laying_out(FILE *out, const struct fio_thread *thread, bool old);

/* The report in the layout of 3.33, or of 1.59 where the request says so. */
void fio_print_text(FILE *out, const struct fio_report *report);

/* One line for each unit, version 3. */
void fio_print_terse(FILE *out, const struct fio_report *report);

/*
 * JSON, with every bucket of the histograms if @plus. Returns 0, or -ENOMEM.
 */
MUST_CHECK int fio_print_json(FILE *out, const struct fio_report *report, bool plus);

#endif
