/* SPDX-License-Identifier: MIT */
/* fio_part.h - what the layouts of fio share */

#ifndef ASSAY_FORMATS_FIO_PART_H
#define ASSAY_FORMATS_FIO_PART_H

#include "bench/formats/fio.h"

#define FIO_NUMBER_BYTES 32

/*
 * A number of at most @digits characters, its point included, with a prefix and @unit:
 * "4096B", "64.0KiB", "57.6k". Returns @text.
 *
 * @binary  powers of 1024 and KiB, else powers of 1000 and k
 */
const char *fio_number(char text[FIO_NUMBER_BYTES], uint64_t value, unsigned digits, bool binary,
                       const char *unit);

/* As 1.59 has it: 6 characters, powers of 1024 or 1000, and always a letter or a blank after. */
const char *fio_old_number(char text[FIO_NUMBER_BYTES], uint64_t value, bool binary);

/* A size as 1.59 has it: "4K", "1M", "512 ". Returns @text. */
const char *fio_old_size(char text[FIO_NUMBER_BYTES], uint64_t bytes);

/* "nsec", "usec", "msec", and how many ns one of it has. */
struct fio_scale {
	const char *name;
	uint64_t ns;
};

/* The unit in which all three are shown. */
struct fio_scale fio_scale_of(const struct moments *moments);

/* The percentiles of a job, ns, in values[]. Returns the unit in which they are shown. */
struct fio_scale fio_percentiles_of(const struct histogram *histogram, const struct fio_job *job,
                                    uint64_t values[FIO_PERCENTILES_MAX]);

/* How many IOs there were in all directions. */
uint64_t fio_unit_ios(const struct fio_unit *unit);

/* "NAME: (groupid=0, jobs=1): err= 0: pid=1", without an end of line. */
void fio_print_head(FILE *out, const struct fio_unit *unit);

/* The lines cpu, IO depths, submit, complete. */
void fio_print_cpu(FILE *out, const struct fio_unit *unit);

/* Print how many I/Os took how long, five classes in a line. */
void fio_print_spread(FILE *out, const struct io_outcome *outcome, bool old);

/* Print what the kernel counted on the disks. */
void fio_print_disks(FILE *out, const struct fio_report *report);

/* The report as 1.59 has it. */
void fio_print_1_59(FILE *out, const struct fio_report *report);

#endif
