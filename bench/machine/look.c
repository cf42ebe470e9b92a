/* SPDX-License-Identifier: MIT */
/*
 * look.c - read what the disks hold, each in a process of its own
 *
 * A disk that answers no more would hold up whoever reads it, for ever. It must cost
 * neither the inventory nor the other disks anything.
 */

#include "bench/lib/clock.h"
#include "bench/machine/disk.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What one process has to say, in memory that it shares with its parent. */
struct look {
	struct disk disk;
	bool done;
};

/* Ask a SCSI disk itself for a serial that /sys has not got. */
static void ask_serial(struct disk *disk, const char *root)
{
	/* the kernel has its reasons not to ask USB devices: some hang for ever */
	if (disk->serial[0] == '\0' && root[0] == '\0' && strncmp(disk->name, "sd", 2) == 0 &&
	    strcmp(disk->transport, "usb") != 0 &&
	    inquiry_serial(disk->name, disk->serial, sizeof(disk->serial)) < 0)
		disk->serial[0] = '\0';
}

void disk_look(struct disk *disk, const char *root)
{
	char link[PATH_MAX], path[PATH_MAX];
	int rc;

	snprintf(link, sizeof(link), "/sys/block/%s", disk->name);
	if (sysfs_device(root, link, path, sizeof(path)))
		return; /* unplugged meanwhile */
	ask_serial(disk, root);
	rc = disk_partitions(disk, root, path);
	disk_judge(disk, root, path, rc);
}

/* How the disks are asked. */
struct question {
	const bool *chosen; /* NULL = all */
	void (*ask)(struct disk *disk, const char *root);
	unsigned within_ms;
};

static bool is_chosen(const struct question *question, unsigned index)
{
	return !question->chosen || question->chosen[index];
}

/* Start a process for each disk. They share the writing end of the pipe @ends. */
static void looks_start(const struct question *question, struct look *looks, pid_t *pids,
                        unsigned count, const int ends[2])
{
	for (unsigned i = 0; i < count; i++) {
		if (!is_chosen(question, i))
			continue;
		pids[i] = fork();
		if (pids[i] < 0)
			pids[i] = -errno;
		if (pids[i] != 0)
			continue;
		close(ends[0]);
		question->ask(&looks[i].disk, "");
		looks[i].done = true;
		_exit(0);
	}
}

/* Wait until the last process has closed its end of the pipe, or the time is over. */
static void looks_wait(int pipe_end, unsigned within_ms)
{
	struct pollfd closed = { .fd = pipe_end, .events = POLLIN };
	uint64_t limit_ns = clock_now_ns() + MS(within_ms), now_ns;

	while ((now_ns = clock_now_ns()) < limit_ns)
		if (poll(&closed, 1, (int)((limit_ns - now_ns) / MS(1)) + 1) > 0)
			return;
}

/* Why there is no answer: the disk's fault only if a process still waits for it. */
static void blame(struct disk *disk, pid_t pid, unsigned within_ms)
{
	size_t size = sizeof(disk->in_use_because);
	char *why = disk->in_use_because;

	if (pid < 0) {
		snprintf(why, size, "could not be looked at: %s", strerror(-pid));
	} else if (waitpid(pid, NULL, WNOHANG) == pid) {
		snprintf(why, size, "could not be looked at: the process for it died");
	} else {
		disk->silent = true;
		snprintf(why, size, "does not answer: no end of a read within %u s",
		         within_ms / 1000);
		kill(pid, SIGKILL); /* it may be stuck in the kernel: it is not waited for */
		waitpid(pid, NULL, WNOHANG);
	}
}

static void looks_take(struct machine *machine, const struct question *question,
                       const struct look *looks, const pid_t *pids)
{
	for (unsigned i = 0; i < machine->disk_count; i++) {
		if (!is_chosen(question, i))
			continue;
		if (pids[i] > 0 && looks[i].done) {
			machine->disks[i] = looks[i].disk;
			waitpid(pids[i], NULL, 0);
		} else {
			blame(&machine->disks[i], pids[i], question->within_ms);
		}
	}
}

static int looks_run(struct machine *machine, const struct question *question)
{
	size_t bytes = machine->disk_count * sizeof(struct look);
	pid_t pids[DISKS_MAX] = { 0 };
	struct look *looks;
	int ends[2], rc = 0;

	looks = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (looks == MAP_FAILED)
		return -errno;
	if (pipe2(ends, O_CLOEXEC) < 0) {
		rc = -errno;
		goto unmap_looks;
	}
	for (unsigned i = 0; i < machine->disk_count; i++)
		looks[i].disk = machine->disks[i];
	fflush(NULL); /* or each process repeats what is buffered */
	looks_start(question, looks, pids, machine->disk_count, ends);
	close(ends[1]);
	looks_wait(ends[0], question->within_ms);
	close(ends[0]);
	looks_take(machine, question, looks, pids);
unmap_looks:
	munmap(looks, bytes);
	return rc;
}

void disks_ask(struct machine *machine, const bool *chosen, const char *root,
               void (*ask)(struct disk *disk, const char *root), unsigned within_ms)
{
	const struct question question = { chosen, ask, within_ms };

	if (machine->disk_count == 0 || (root[0] == '\0' && looks_run(machine, &question) == 0))
		return;
	for (unsigned i = 0; i < machine->disk_count; i++)
		if (is_chosen(&question, i))
			ask(&machine->disks[i], root);
}
