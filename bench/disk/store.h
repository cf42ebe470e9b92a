/* SPDX-License-Identifier: MIT */
/* store.h - a directory to make test files in: the user's own, or a new file system on a disk */

#ifndef ASSAY_DISK_STORE_H
#define ASSAY_DISK_STORE_H

#include "bench/bench.h"

#include <sys/types.h>

struct store {
	char directory[256];  /* made for this job, empty, removed again by store_close() */
	char file_system[16]; /* "ext4", as the kernel calls it */
	uint64_t free_bytes;
	bool made; /* by us, on job->disk */
	/* of store.c only: */
	int fd;       /* the disk, to wipe it afterwards */
	pid_t keeper; /* does store_close() if this process dies */
};

/*
 * A directory for a job of TARGET_STORE. A job without a disk gets one below the directory
 * that the user named, job->directory. Else a file system of @kind is made on job->disk
 * through the door, no larger than the job may write, and mounted where only this process
 * sees it.
 *
 * @kind  "ext2", "ext3" or "ext4"
 * Returns 0, or the value of skip() (may not be written, no mke2fs), fail() or broken().
 */
MUST_CHECK int store_open(struct run *run, const char *kind, struct store *store);

/*
 * Remove what was made, also what is in it; its files must be closed. A file system made by
 * us is unmounted and its marks are wiped. So it is when the job dies in between.
 */
void store_close(struct store *store);

/* How long it usually takes to make such a directory and to remove it, with a file system on it. */
uint64_t store_expect_ns(const struct run *run);

/* What a file system adds at most to @data_bytes of files: its own blocks, and its journal. */
uint64_t store_overhead_bytes(uint64_t data_bytes);

#endif
