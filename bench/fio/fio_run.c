/* SPDX-License-Identifier: MIT */
/* fio_run.c - phase by phase: open what its jobs need, let them run, count what disks did */

#include "bench/disk/door.h"
#include "bench/fio/fio_part.h"
#include "bench/lib/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLICE_NS MS(250) /* how soon a job that waits sees that it is to stop */

struct member {
	struct fio_thread *thread;
	struct fio_start *start;
	pthread_t id;
	bool created;
};

static unsigned door_flags(const struct fio_job *job)
{
	return (job->direct ? DOOR_DIRECT : 0) | (job->sync == FIO_SYNC ? DOOR_SYNC : 0) |
	       (job->sync == FIO_DSYNC ? DOOR_DATASYNC : 0);
}

/* A disk opens for writing only once at a time: clones of a job share it. */
static bool share_disk(struct fio_thread *thread)
{
	if (!thread->disk || !FIO_WRITES(thread->job) || thread->clone == 0)
		return false;
	thread->fd = thread[-1].fd;
	return true;
}

/* Count on the disk that holds the file, from now on. */
static void watch_disk(struct fio_run *run, const struct fio_thread *thread)
{
	struct fio_stat_source source;
	struct stat about;

	if (!thread->job->disk_util || run->stat_count == FIO_DISKS_MAX ||
	    fstat(thread->fd, &about) != 0)
		return;
	fio_stat_find(&source, "", S_ISBLK(about.st_mode) ? about.st_rdev : about.st_dev);
	for (unsigned i = 0; i < run->stat_count; i++)
		if (strcmp(run->stats[i].name, source.name) == 0)
			return;
	if (source.name[0] == '\0')
		return;
	run->stats[run->stat_count++] = source;
	source.member_count = fio_stat_find_members(&source, "", &run->stats[run->stat_count],
	                                            FIO_DISKS_MAX - run->stat_count);
	run->stats[run->stat_count - 1].member_count = source.member_count;
	run->stat_count += source.member_count;
	for (unsigned i = run->stat_count - source.member_count - 1; i < run->stat_count; i++)
		fio_stat_begin(&run->stats[i], "");
}

static int open_phase(const struct fio_planner *planner, unsigned phase)
{
	struct fio_run *run = planner->run;
	char why[256];

	for (unsigned i = 0; i < run->thread_count; i++) {
		struct fio_thread *thread = &run->threads[i];
		const struct fio_job *job = thread->job;

		if (thread->phase != phase || job->engine == IO_NULL || share_disk(thread))
			continue;
		thread->fd = door_open_path(run->machine, thread->path, FIO_WRITES(job),
		                            door_flags(job), &thread->disk, why, sizeof(why));
		if (thread->fd < 0) {
			thread->error = -thread->fd;
			snprintf(thread->why, sizeof(thread->why), "%s", strerror(-thread->fd));
			return fio_refuse(planner, thread, thread->fd, "%s", why);
		}
		thread->owned = true;
		watch_disk(run, thread);
	}
	return 0;
}

static void close_phase(struct fio_run *run, unsigned phase)
{
	for (unsigned i = 0; i < run->thread_count; i++) {
		struct fio_thread *thread = &run->threads[i];

		if (thread->phase != phase || !thread->owned)
			continue;
		if (!thread->outcome.hung) /* closing would wait for what never ends */
			close(thread->fd);
		thread->owned = false;
	}
}

static void *work(void *context)
{
	struct member *member = context;

	fio_thread_work(member->thread, member->start);
	return NULL;
}

/* Start the threads of a phase, and wait until all have ended. Returns 0 or -ENOMEM. */
static int run_phase(struct fio_run *run, unsigned phase)
{
	struct member *members = calloc(run->thread_count, sizeof(*members));
	struct fio_start start = { .gate = PTHREAD_MUTEX_INITIALIZER };
	unsigned created = 0;

	if (!members)
		return -ENOMEM;
	pthread_mutex_lock(&start.gate);
	for (unsigned i = 0; i < run->thread_count; i++) {
		struct member *member = &members[i];
		int error;

		if (run->threads[i].phase != phase)
			continue;
		*member = (struct member){ .thread = &run->threads[i], .start = &start };
		error = pthread_create(&member->id, NULL, work, member);
		member->created = error == 0;
		created += member->created;
		run->threads[i].error = error;
		if (error)
			snprintf(run->threads[i].why, sizeof(run->threads[i].why),
			         "a thread for it: %s", strerror(error));
	}
	pthread_barrier_init(&start.barrier, NULL, created ? created : 1);
	pthread_mutex_unlock(&start.gate);
	for (unsigned i = 0; i < run->thread_count; i++)
		if (members[i].created)
			pthread_join(members[i].id, NULL);
	pthread_barrier_destroy(&start.barrier);
	free(members);
	return 0;
}

void fio_wait(uint64_t delay_ns)
{
	uint64_t start_ns = clock_now_ns(), elapsed_ns = 0;

	while (elapsed_ns < delay_ns && !fio_stopped()) {
		uint64_t left_ns = delay_ns - elapsed_ns;

		clock_sleep_ns(left_ns < SLICE_NS ? left_ns : SLICE_NS);
		elapsed_ns = clock_now_ns() - start_ns;
	}
}

static int lay_out_files(const struct fio_planner *planner,
                         void (*laying_out)(const struct fio_thread *thread))
{
	const struct fio_run *run = planner->run;
	int rc = 0;

	for (unsigned i = 0; i < run->thread_count && rc == 0; i++) {
		if (run->threads[i].lay_out_bytes == 0)
			continue;
		if (laying_out)
			laying_out(&run->threads[i]);
		rc = fio_lay_out(planner, &run->threads[i]);
	}
	return rc;
}

int fio_run(struct fio_run *run, void (*laying_out)(const struct fio_thread *thread), char *why,
            size_t why_size)
{
	const struct fio_planner planner = { run, why, why_size };
	int rc = lay_out_files(&planner, laying_out);

	run->started_ns = clock_now_ns();
	for (unsigned phase = 0; phase < run->phase_count && rc == 0 && !fio_stopped(); phase++) {
		rc = open_phase(&planner, phase);
		if (rc == 0)
			rc = run_phase(run, phase);
		if (rc == -ENOMEM)
			snprintf(why, why_size, "no memory for threads");
		close_phase(run, phase);
	}
	for (unsigned i = 0; i < run->stat_count; i++)
		fio_stat_end(&run->stats[i], "");
	return rc;
}
