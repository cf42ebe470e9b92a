/* SPDX-License-Identifier: MIT */
/* queue.h - how the kernel treats a disk: noted, set for a job, put back whatever happens */

#ifndef ASSAY_DISK_QUEUE_H
#define ASSAY_DISK_QUEUE_H

#include "bench/bench.h"

/* What a job wants; "" or 0 = leave it. */
struct queue_wish {
	char scheduler[16];      /* "none" */
	uint32_t read_ahead_kib; /* 8192 = 16384 sectors */
	char write_cache[16];    /* "write back" or "write through" */
};

/* Note scheduler, read-ahead and write cache of @disk as parameters of the result. */
void queue_note(struct run *run, const struct disk *disk);

/*
 * Set what @wish says on @disk, below @root ("" = this machine). A small process puts it back
 * when this one dies, by whatever cause. queue_end() must follow. Returns 0, or -errno with
 * one line in @why and nothing changed.
 */
MUST_CHECK int queue_begin(const struct disk *disk, const char *root, const struct queue_wish *wish,
                           char *why, size_t why_size);
void queue_end(void);

#endif
