/* SPDX-License-Identifier: MIT */
/*
 * unixbench_syscall.c - unixbench.syscall: five cheap calls into the kernel
 *
 * One count is a dup() of a descriptor, its close(), getpid(), getuid() and umask(): five
 * entries of the kernel. getpid() goes by syscall(), for a C library may remember it. The
 * descriptor is of a pipe of its own, so that copies do not share its use count.
 */

#include "bench/system/alarm.h"
#include "bench/system/unixbench.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int syscall_copy(const struct copy *copy, struct count *count)
{
	unsigned long turns = 0;
	int ends[2];

	if (pipe(ends) < 0)
		return broken(copy->run, "no pipe: %s", strerror(errno));
	close(ends[1]);
	alarm_set(copy->duration_s);
	while (!alarm_rang) {
		close(dup(ends[0]));
		syscall(SYS_getpid);
		getuid();
		umask(022);
		turns++;
	}
	close(ends[0]);
	count->count = (double)turns;
	return 0;
}
