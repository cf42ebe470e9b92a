/* SPDX-License-Identifier: MIT */
/* fake_io.h - a file of 64 blocks to do I/O on, and what was seen of it */

#ifndef ASSAY_FAKE_IO_H
#define ASSAY_FAKE_IO_H

#include "bench/io/io.h"

#define BLOCK 4096
#define BLOCKS 64
#define LONG SECONDS(60) /* the end comes first */

extern char fake_io_path[];
extern int fake_io_file;
extern struct io_outcome fake_io_outcome; /* of the last run */
extern unsigned fake_io_counts[BLOCKS];   /* how often a block was seen to end well */

/* Set up and tear down a group of tests: the file, all zero. */
int fake_io_make_file(void **state);
int fake_io_remove_file(void **state);

/* Read the whole file once, in random order, 8 at a time. */
struct io_work fake_io_work(enum io_engine engine);

/* Open, run, drain, close. Returns the first error. */
int fake_io_run(const struct io_work *work, uint64_t duration_ns);

#endif
