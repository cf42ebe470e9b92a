/* SPDX-License-Identifier: MIT */
/* mounts.h - file systems that only this process sees */

#ifndef ASSAY_MOUNTS_H
#define ASSAY_MOUNTS_H

#include "bench/lib/base.h"

/*
 * From now on, what this process and its children mount is theirs alone, and gone with the last
 * of them: nothing is left behind on an installed system, whatever ends them.
 *
 * Returns 0 or -errno; -EPERM without root.
 */
MUST_CHECK int mounts_detach(void);

/* A file system to look into, and what to do there. */
struct mounts_visit {
	const char *device, *type; /* "/dev/sdb2", "vfat" */
	const char *options;       /* of that type; NULL = none */
	bool writable;             /* else it is mounted read-only */
	uint64_t within_ns;
	/* Called in a child, where @folder is the file system. Returns 0, a count, or -errno. */
	int (*look)(void *context, const char *folder);
	void *context; /* what it is to bring back has to be in shared memory */
};

/*
 * Mount it where only a child of this process sees it, look, and unmount. A child that takes
 * longer than it may is killed and left behind: a device that does not answer keeps it.
 *
 * Returns what look() returned; -ETIMEDOUT, or -errno if it could not be mounted or unmounted.
 */
MUST_CHECK int mounts_visit(const struct mounts_visit *visit);

#endif
