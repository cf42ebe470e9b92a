/* SPDX-License-Identifier: MIT */
/* array.h - make an md array of disks that may be written, without a mark on them; undo it */

#ifndef ASSAY_DISK_ARRAY_H
#define ASSAY_DISK_ARRAY_H

#include "bench/machine.h"

#include <sys/types.h>

#define ARRAY_MEMBERS_MAX 16

struct array {
	unsigned level;                              /* 0, 1, 5 or 10 */
	const struct disk *disks[ARRAY_MEMBERS_MAX]; /* its members, in order */
	unsigned disk_count;
	unsigned chunk_kib;     /* of what is striped; not of level 1 */
	uint64_t component_kib; /* used of each member, from its start: a multiple of chunk_kib */
	/* of array.c: */
	char name[16]; /* "md100" */
	const char *root;
	pid_t keeper; /* stops the array if this process dies */
};

/*
 * Put into words why @array cannot be made: too few members for its level, an odd number of
 * them for level 10, members smaller than the component. Returns 0 or -EINVAL.
 */
MUST_CHECK int array_check(const struct array *array, char *why, size_t why_size);

/*
 * Make and start the array, through the /sys below @root ("" = this machine). Each member goes
 * through the door in the last moment. No metadata is written: what is on the members of an
 * array that a crash leaves behind tells nobody that there was one. They are taken to be in
 * step (the parity of what lies there is never asked for), so that there is no resync.
 *
 * Returns 0 with array->name set, or -errno with one line in @why and nothing left behind.
 */
MUST_CHECK int array_make(struct array *array, const char *root, char *why, size_t why_size);

/*
 * The part of array_make() behind the door: whoever calls it has every member open by
 * door_share(), so that its device number stays what it is.
 */
MUST_CHECK int array_assemble(struct array *array, const char *root, char *why, size_t why_size);

/*
 * Wait until the kernel has brought the members into step, if it wants to.
 * Returns how long that took, in ns.
 */
uint64_t array_settle(const struct array *array);

/* Size of the array, in bytes. */
uint64_t array_bytes(const struct array *array);

/* Stop and remove it; it must be closed. */
void array_end(struct array *array);

#endif
