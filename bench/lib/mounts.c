/* SPDX-License-Identifier: MIT */
/* mounts.c - file systems that only this process sees */

#include "bench/lib/mounts.h"

#include <errno.h>
#include <sched.h>
#include <sys/mount.h>

int mounts_detach(void)
{
	if (unshare(CLONE_NEWNS) < 0)
		return -errno;
	/* else a mount would spread to where these were copied from */
	return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ? -errno : 0;
}
