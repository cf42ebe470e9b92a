/* SPDX-License-Identifier: MIT */
/* probe.h - does a disk give the same bytes when it is asked twice */

#ifndef ASSAY_DISK_PROBE_H
#define ASSAY_DISK_PROBE_H

#include "bench/bench.h"

/* Some blocks of a disk, as they were before the measurement and as they are after it. */
struct probe {
	uint32_t block_bytes; /* 4096, or the logical block of the disk if that is larger */
	unsigned char *before, *after;
};

/*
 * Read 16 blocks at random places of job->disk, one after the other.
 *
 * @fd  the disk, open for direct reading
 * Returns 0, or fail() naming the first bad offset, or broken().
 */
MUST_CHECK int probe_take(struct run *run, int fd, struct probe *probe);

/*
 * Read the same blocks again: nobody writes to the disk, so they must be the same.
 * Of a disk in use nothing can be said.
 *
 * Returns 0, or fail() naming the offset of the first byte that differs.
 */
MUST_CHECK int probe_compare(struct run *run, int fd, const struct probe *probe);

/*
 * What became of a read of @bytes at @offset.
 *
 * @got  bytes, or a negative errno
 * Returns 0, or fail() if it is not @bytes.
 */
MUST_CHECK int read_check(struct run *run, uint64_t offset, uint32_t bytes, int got);

#endif
