/* SPDX-License-Identifier: MIT */
/* fio_part.h - what the files of fio's runner share; nobody else's business */

#ifndef ASSAY_DISK_FIO_PART_H
#define ASSAY_DISK_FIO_PART_H

#include "bench/fio/fio.h"

#include <pthread.h>

#define FIO_GRAIN 4096 /* of the length of a file that is laid out, bytes */

/* What is being planned, and where a complaint goes. */
struct fio_planner {
	struct fio_run *run;
	char *why;
	size_t why_size;
};

/* Write "JOB: ..." as the complaint. Returns @rc. */
int fio_refuse(const struct fio_planner *planner, const struct fio_thread *thread, int rc,
               const char *format, ...) PRINTF_LIKE(4, 5);

/* A length of a file of @whole_bytes. */
uint64_t fio_length_bytes(const struct fio_length *length, uint64_t whole_bytes);

/* How much a thread does, and may write; UINT64_MAX = as much as it gets. */
void fio_find_budget(struct fio_thread *thread);

/*
 * A file that is too short is made longer once, by the first thread that has it. Returns 0, or
 * -ENOSPC with a complaint.
 */
MUST_CHECK int fio_find_layout(const struct fio_planner *planner, unsigned number);

/*
 * What has no limit of its own shares what is left of the limit of all. Returns 0, or -EPERM
 * with a complaint.
 */
MUST_CHECK int fio_share_limit(const struct fio_planner *planner);

/* Make the file of a thread as long as it is to be. Returns 0, or -errno with a complaint. */
MUST_CHECK int fio_lay_out(const struct fio_planner *planner, const struct fio_thread *thread);

/* What threads of a phase wait for before they begin. */
struct fio_start {
	pthread_mutex_t gate;      /* held until all threads are there */
	pthread_barrier_t barrier; /* until all are ready */
};

/* Sleep so long, or until all is to stop. */
void fio_wait(uint64_t delay_ns);

/* All that a thread does. */
void fio_thread_work(struct fio_thread *thread, struct fio_start *start);

#endif
