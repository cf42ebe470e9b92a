/* SPDX-License-Identifier: MIT */
/* fio_budget.c - how much a job of fio does and may write, and the files that it needs */

#include "bench/fio/fio_part.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

void fio_find_budget(struct fio_thread *thread)
{
	const struct fio_job *job = thread->job;
	uint64_t pass_bytes = fio_length_bytes(&job->io_size, thread->region_bytes);

	if (pass_bytes == 0)
		pass_bytes = thread->region_bytes;
	if (!job->time_based && __builtin_mul_overflow(pass_bytes, job->loops, &pass_bytes))
		pass_bytes = UINT64_MAX;
	thread->budget_bytes = job->time_based ? 0 : pass_bytes;
	if (FIO_WRITES(job) && job->engine != IO_NULL)
		thread->write_limit_bytes =
		    job->time_based || job->ramp_ns ? UINT64_MAX : pass_bytes;
	else
		thread->write_limit_bytes = FIO_WRITES(job) ? UINT64_MAX : 0;
}

int fio_find_layout(const struct fio_planner *planner, unsigned number)
{
	struct fio_thread *threads = planner->run->threads, *thread = &threads[number];
	uint64_t end_bytes = thread->start_bytes + thread->region_bytes, free_bytes;
	struct fio_thread *first = threads;
	struct statvfs about;
	char directory[sizeof(thread->path) + 4];

	while (strcmp(first->path, thread->path) != 0)
		first++;
	if (thread->disk || thread->job->engine == IO_NULL || end_bytes <= thread->file_bytes)
		return 0;
	end_bytes = (end_bytes + FIO_GRAIN - 1) / FIO_GRAIN * FIO_GRAIN;
	if (end_bytes > first->lay_out_bytes)
		first->lay_out_bytes = end_bytes;
	first->lay_out_filled |= FIO_READS(thread->job) || thread->job->overwrite;
	snprintf(directory, sizeof(directory), "%s", thread->path);
	if (strrchr(directory, '/'))
		strrchr(directory, '/')[1] = '\0';
	if (statvfs(strrchr(directory, '/') ? directory : ".", &about) != 0)
		return 0;
	free_bytes = (uint64_t)about.f_bavail * about.f_frsize;
	if (first->lay_out_bytes - first->file_bytes <= free_bytes)
		return 0;
	return fio_refuse(planner, thread, -ENOSPC,
	                  "%s: %" PRIu64 " bytes are needed; the file system has %" PRIu64,
	                  thread->path, first->lay_out_bytes - first->file_bytes, free_bytes);
}

int fio_share_limit(const struct fio_planner *planner)
{
	struct fio_run *run = planner->run;
	uint64_t left = run->request->write_limit_bytes, known = 0;
	unsigned open = 0;

	for (unsigned i = 0; i < run->thread_count; i++) {
		const struct fio_thread *thread = &run->threads[i];
		uint64_t bytes = thread->lay_out_filled ? thread->lay_out_bytes : 0;

		if (thread->job->engine == IO_NULL)
			continue;
		open += thread->write_limit_bytes == UINT64_MAX;
		if (thread->write_limit_bytes != UINT64_MAX)
			bytes += thread->write_limit_bytes;
		if (__builtin_add_overflow(known, bytes, &known) || known > left)
			return fio_refuse(planner, thread, -EPERM,
			                  "more than %" PRIu64
			                  " bytes to be written; expected a larger "
			                  "--write.limit=BYTES",
			                  left);
	}
	for (unsigned i = 0; i < run->thread_count; i++) {
		struct fio_thread *thread = &run->threads[i];

		if (thread->write_limit_bytes == UINT64_MAX && thread->job->engine != IO_NULL)
			thread->write_limit_bytes = (left - known) / open;
	}
	return 0;
}

uint64_t fio_writes_bytes(const struct fio_thread *thread)
{
	uint64_t bytes = thread->lay_out_filled ? thread->lay_out_bytes : 0;

	if (thread->job->engine == IO_NULL)
		return 0;
	return __builtin_add_overflow(bytes, thread->write_limit_bytes, &bytes) ? UINT64_MAX
	                                                                        : bytes;
}
