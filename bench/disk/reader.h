/* SPDX-License-Identifier: MIT */
/* reader.h - read a disk by io_uring with a fixed number of reads in flight, and time it */

#ifndef ASSAY_DISK_READER_H
#define ASSAY_DISK_READER_H

#include "bench/bench.h"
#include "bench/disk/histogram.h"

#define READER_DEPTH_MAX 32

/* How a benchmark reads. */
struct read_method {
	uint32_t block_bytes; /* or the logical block of the disk, if that is larger */
	unsigned depth;       /* reads in flight, 1 to READER_DEPTH_MAX */
	bool random;          /* uniform over the disk, else from its start and over again */
	uint64_t seed;        /* of random: not 0, and another one for each benchmark */
};

/* What was read in one slice of time. */
struct slice {
	uint64_t reads; /* at least 1 */
	uint64_t bytes;
	uint64_t elapsed_ns;
	struct histogram latency_ns; /* from handing a read to the kernel to seeing its end */
};

/*
 * Open job->disk for reading past the page cache, take a probe of its data and note the
 * parameters: the first half of a prepare hook. Sets run->state.
 *
 * Returns 0, or the value of skip(), fail() or broken().
 */
MUST_CHECK int reader_open(struct run *run, const struct read_method *method);

/*
 * Read for pace->sample_ns, and until at least one read has ended. Reads in flight at
 * the end of a slice are counted in the next one, so that slices can follow each other
 * without a gap.
 *
 * Returns 0, or fail() naming the first bad offset, or broken().
 */
MUST_CHECK int reader_slice(struct run *run, struct slice *slice);

/* Wait for the reads in flight; returns as reader_slice(). */
MUST_CHECK int reader_drain(struct run *run);

/*
 * Read the probe again: a verify hook. A disk that nobody writes to must give the same
 * bytes twice. Says nothing about a disk in use, which others may have written to.
 */
int reader_verify(struct run *run);

#endif
