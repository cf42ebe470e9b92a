/* SPDX-License-Identifier: MIT */
/* mounts.c - file systems that only this process sees */

#include "bench/lib/mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#define VISITED "/tmp" /* it is there everywhere */
#define SAFE (MS_NOSUID | MS_NODEV | MS_NOEXEC)

int mounts_detach(void)
{
	if (unshare(CLONE_NEWNS) < 0)
		return -errno;
	/* else a mount would spread to where these were copied from */
	return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ? -errno : 0;
}

/* In the child. */
static int look(const struct mounts_visit *visit)
{
	unsigned long flags = SAFE | (visit->writable ? 0 : MS_RDONLY);
	int rc = mounts_detach();

	if (rc == 0 && mount(visit->device, VISITED, visit->type, flags, visit->options) < 0)
		rc = -errno;
	if (rc)
		return rc;
	rc = visit->look(visit->context, VISITED);
	return umount2(VISITED, 0) < 0 && rc >= 0 ? -errno : rc;
}

/* Take what the child says at the other end of the pipe, or leave it there. */
static int listen_to(pid_t pid, int end, uint64_t within_ns)
{
	struct pollfd said = { .fd = end, .events = POLLIN };
	int rc = -EIO; /* it died */

	if (poll(&said, 1, (int)(within_ns / MS(1))) <= 0) {
		kill(pid, SIGKILL); /* stuck in the kernel, perhaps: it is not waited for */
		return -ETIMEDOUT;
	}
	if (read(end, &rc, sizeof(rc)) != sizeof(rc))
		rc = -EIO;
	waitpid(pid, NULL, 0);
	return rc;
}

int mounts_visit(const struct mounts_visit *visit)
{
	int ends[2], rc;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	fflush(NULL); /* or the child repeats what is buffered */
	pid = fork();
	if (pid == 0) {
		rc = look(visit);
		_exit(write(ends[1], &rc, sizeof(rc)) < 0);
	}
	rc = pid < 0 ? -errno : 0;
	close(ends[1]);
	if (pid > 0)
		rc = listen_to(pid, ends[0], visit->within_ns);
	close(ends[0]);
	return rc;
}
