/* SPDX-License-Identifier: MIT */
/* fake_fio.h - a run of fio whose numbers are made up */

#ifndef ASSAY_FAKE_FIO_H
#define ASSAY_FAKE_FIO_H

#include "bench/fio/fio_report.h"

struct fake_fio {
	struct fio_request request;
	struct fio_run run;
	struct fio_report report;
};

#define FAKE_FIO_WORDS 24

/* Split @line, words separated by blanks, as a command is given them; valid until the next one. */
void fake_fio_words(const char *line, char *words[FAKE_FIO_WORDS + 1]);

/*
 * Understand @line as jobs, and plan them; 1 GiB may be written. Aborts when the line is wrong.
 * Returns what fio_plan() returns; fio_end() when done.
 */
int fake_fio_plan(struct fake_fio *fake, const char *line, char *why, size_t why_size);

/* The same, and it works, or the test ends; fake_fio_free() when done. */
void fake_fio_make(struct fake_fio *fake, const char *line);

/* Add @count I/Os of @bytes, each of @clat_ns, to a thread. */
void fake_fio_add(struct fio_thread *thread, enum io_direction direction, uint64_t count,
                  uint32_t bytes, uint64_t clat_ns);

/* Make the report, as of a fixed date. */
void fake_fio_report(struct fake_fio *fake);

/*
 * The run whose reports are in sample_fio.h.
 *
 * @line  FAKE_FIO_SAMPLE, and words that change nothing but how it is shown
 */
#define FAKE_FIO_SAMPLE \
	"--name=job --ioengine=null --rw=randrw --size=4m --numjobs=2 --group_reporting"
void fake_fio_sample(struct fake_fio *fake, const char *line);

void fake_fio_free(struct fake_fio *fake);

#endif
