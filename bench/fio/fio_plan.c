/* SPDX-License-Identifier: MIT */
/* fio_plan.c - who reads and writes what: files, disks, regions, and how much at most */

#include "bench/disk/door.h"
#include "bench/fio/fio_part.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int fio_refuse(const struct fio_planner *planner, const struct fio_thread *thread, int rc,
               const char *format, ...)
{
	char what[384];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	snprintf(planner->why, planner->why_size, "%s: %s", thread->job->name, what);
	return rc;
}

/* The file of a thread: the user's, without the backslashes before colons, or its own. */
static void name_file(struct fio_thread *thread)
{
	const struct fio_job *job = thread->job;
	size_t used = 0;

	thread->path[0] = '\0';
	if (job->engine == IO_NULL)
		return;
	if (job->directory[0])
		used = (size_t)snprintf(thread->path, sizeof(thread->path), "%s/", job->directory);
	if (!job->filename[0]) {
		snprintf(thread->path + used, sizeof(thread->path) - used, "%s.%u.0", job->name,
		         thread->clone);
		return;
	}
	for (const char *c = job->filename; *c && used < sizeof(thread->path) - 1; c++)
		if (c[0] != '\\' || c[1] != ':')
			thread->path[used++] = *c;
	thread->path[used] = '\0';
}

/* May the file be made? Its directory must be there. */
static int look_at_directory(const struct fio_planner *planner, const struct fio_thread *thread)
{
	char directory[sizeof(thread->path)];
	char *slash;
	int rc;

	snprintf(directory, sizeof(directory), "%s", thread->path);
	slash = strrchr(directory, '/');
	if (slash)
		slash[slash == directory] = '\0';
	if (access(slash ? directory : ".", W_OK) != 0)
		return fio_refuse(planner, thread, -errno,
		                  "%s: %s; expected a directory to write to",
		                  slash ? directory : ".", strerror(errno));
	rc = door_may_make(thread->path);
	return rc ? fio_refuse(planner, thread, rc, "%s: %s", thread->path, strerror(-rc)) : 0;
}

static int look_at_disk(const struct fio_planner *planner, struct fio_thread *thread)
{
	char why[256];
	int fd = door_open_path(planner->run->machine, thread->path, false, 0, &thread->disk, why,
	                        sizeof(why));

	if (fd < 0)
		return fio_refuse(planner, thread, fd, "%s", why);
	thread->file_bytes = (uint64_t)lseek(fd, 0, SEEK_END);
	close(fd);
	if (!FIO_WRITES(thread->job) || (thread->disk && thread->disk->may_write))
		return 0;
	return fio_refuse(planner, thread, -EPERM,
	                  "%s may not be written; expected --write=%s@HOST%s%s", thread->path,
	                  thread->disk ? thread->disk->serial : "SERIAL",
	                  thread->disk && thread->disk->in_use_because[0] ? ": " : "",
	                  thread->disk ? thread->disk->in_use_because : "");
}

static int look_at_file(const struct fio_planner *planner, struct fio_thread *thread)
{
	struct stat stat_of;

	if (thread->job->engine == IO_NULL)
		return 0;
	if (stat(thread->path, &stat_of) != 0 && errno == ENOENT)
		return look_at_directory(planner, thread);
	if (stat(thread->path, &stat_of) != 0)
		return fio_refuse(planner, thread, -errno, "%s: %s", thread->path, strerror(errno));
	if (S_ISBLK(stat_of.st_mode))
		return look_at_disk(planner, thread);
	if (!S_ISREG(stat_of.st_mode))
		return fio_refuse(planner, thread, -EINVAL, "%s: expected a plain file or a disk",
		                  thread->path);
	thread->file_bytes = (uint64_t)stat_of.st_size;
	if (access(thread->path, FIO_WRITES(thread->job) ? R_OK | W_OK : R_OK) != 0)
		return fio_refuse(planner, thread, -errno, "%s: %s", thread->path, strerror(errno));
	return 0;
}

static bool has_share(const struct fio_job *job)
{
	return job->size.percent || job->offset.percent || job->offset_increment.percent;
}

uint64_t fio_length_bytes(const struct fio_length *length, uint64_t whole_bytes)
{
	if (length->percent == 0)
		return length->bytes;
	return whole_bytes / 100 * length->percent + whole_bytes % 100 * length->percent / 100;
}

/* Where a thread begins, and how far it goes. */
static int find_region(const struct fio_planner *planner, struct fio_thread *thread)
{
	const struct fio_job *job = thread->job;
	uint64_t size_bytes = fio_length_bytes(&job->size, thread->file_bytes), end_bytes;
	uint64_t most = fio_most_bytes(&job->sizes[IO_READ]);
	uint64_t align = job->align_bytes, least = fio_least_bytes(&job->sizes[IO_READ]);

	if (fio_most_bytes(&job->sizes[IO_WRITE]) > most)
		most = fio_most_bytes(&job->sizes[IO_WRITE]);
	if (fio_least_bytes(&job->sizes[IO_WRITE]) < least)
		least = fio_least_bytes(&job->sizes[IO_WRITE]);
	align = align ? align : least;
	if (thread->file_bytes == 0 && (has_share(job) || size_bytes == 0) &&
	    job->engine != IO_NULL)
		return fio_refuse(planner, thread, -EINVAL,
		                  "%s: no such file yet; expected size=BYTES", thread->path);
	thread->start_bytes =
	    fio_length_bytes(&job->offset, thread->file_bytes) +
	    fio_length_bytes(&job->offset_increment, thread->file_bytes) * thread->clone;
	if (job->offset.percent || job->offset_increment.percent)
		thread->start_bytes -= thread->start_bytes % align;
	if (thread->start_bytes < thread->file_bytes &&
	    (size_bytes == 0 ||
	     (job->size.percent && size_bytes > thread->file_bytes - thread->start_bytes)))
		size_bytes = thread->file_bytes - thread->start_bytes;
	size_bytes -= size_bytes % align;
	if (thread->start_bytes % align)
		return fio_refuse(planner, thread, -EINVAL,
		                  "offset: expected a multiple of %" PRIu64, align);
	if (size_bytes < most)
		return fio_refuse(planner, thread, -EINVAL,
		                  "size: expected room for a block of %" PRIu64 " bytes at least",
		                  most);
	end_bytes = thread->start_bytes + size_bytes;
	if (thread->disk && end_bytes > thread->file_bytes)
		return fio_refuse(planner, thread, -EINVAL,
		                  "size: %" PRIu64 " bytes up to its end; %s has %" PRIu64,
		                  end_bytes, thread->path, thread->file_bytes);
	thread->region_bytes = size_bytes;
	return 0;
}

/* Blocks that the disk has, and an engine that its clones can share a descriptor with. */
static int check_disk(const struct fio_planner *planner, const struct fio_thread *thread)
{
	const struct disk *disk = thread->disk;

	if (disk && FIO_WRITES(thread->job) && thread->clone && thread->job->engine == IO_SYNC)
		return fio_refuse(planner, thread, -EINVAL,
		                  "ioengine=sync: expected psync for clones that write to a disk");
	if (!disk || !thread->job->direct || disk->logical_block_bytes == 0)
		return 0;
	for (unsigned direction = 0; direction < IO_DIRECTIONS; direction++)
		for (unsigned i = 0; i < thread->job->sizes[direction].count; i++)
			if (thread->job->sizes[direction].sizes[i].bytes %
			    disk->logical_block_bytes)
				return fio_refuse(
				    planner, thread, -EINVAL,
				    "bs: expected multiples of %u bytes, the blocks of %s",
				    disk->logical_block_bytes, thread->path);
	return 0;
}

static int plan_thread(const struct fio_planner *planner, unsigned number)
{
	struct fio_thread *thread = &planner->run->threads[number];
	int rc;

	name_file(thread);
	rc = look_at_file(planner, thread);
	if (rc == 0)
		rc = find_region(planner, thread);
	if (rc == 0)
		rc = check_disk(planner, thread);
	if (rc)
		return rc;
	fio_find_budget(thread);
	return fio_find_layout(planner, number);
}

/* Number the threads: which are reported together, which run at the same time. */
static void number_threads(struct fio_run *run)
{
	struct fio_thread *thread = run->threads;

	for (unsigned i = 0; i < run->request->job_count; i++) {
		const struct fio_job *job = &run->request->jobs[i];

		run->group_count += i == 0 || job->stonewall || job->new_group;
		run->phase_count += i == 0 || job->stonewall;
		for (unsigned clone = 0; clone < job->numjobs; clone++, thread++) {
			thread->job = job;
			thread->number = (unsigned)(thread - run->threads) + 1;
			thread->clone = clone;
			thread->group = run->group_count - 1;
			thread->phase = run->phase_count - 1;
			thread->fd = -1;
		}
	}
}

int fio_plan(struct fio_run *run, struct fio_request *request, const struct machine *machine,
             char *why, size_t why_size)
{
	const struct fio_planner planner = { run, why, why_size };
	int rc = 0;

	memset(run, 0, sizeof(*run));
	run->request = request;
	run->machine = machine;
	for (unsigned i = 0; i < request->job_count; i++)
		run->thread_count += (unsigned)request->jobs[i].numjobs;
	run->threads = calloc(run->thread_count, sizeof(*run->threads));
	if (!run->threads) {
		snprintf(why, why_size, "no memory for %u threads", run->thread_count);
		run->thread_count = 0;
		return -ENOMEM;
	}
	number_threads(run);
	for (unsigned i = 0; i < run->thread_count && rc == 0; i++)
		rc = plan_thread(&planner, i);
	return rc ? rc : fio_share_limit(&planner);
}

void fio_end(struct fio_run *run)
{
	for (unsigned i = 0; i < run->thread_count; i++)
		if (run->threads[i].owned)
			close(run->threads[i].fd);
	free(run->threads);
}
