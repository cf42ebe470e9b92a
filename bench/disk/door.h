/* SPDX-License-Identifier: MIT */
/* door.h - the one way to a disk that is open for writing; and the plain way to read one */

#ifndef ASSAY_DISK_DOOR_H
#define ASSAY_DISK_DOOR_H

#include "bench/machine.h"

#define DOOR_DIRECT (1 << 0)   /* past the page cache */
#define DOOR_SYNC (1 << 1)     /* each write waits until it is on the medium: O_SYNC */
#define DOOR_DATASYNC (1 << 2) /* O_DSYNC */

/*
 * Open @disk for reading. Returns a descriptor, or -errno with one line in @why.
 */
MUST_CHECK int disk_open_for_read(const struct disk *disk, unsigned flags, char *why,
                                  size_t why_size);

/*
 * Open @disk for writing: exclusively, and only if it may_write, and if serial, WWN, size and
 * all that bars a disk are, looked at anew in this moment, still as they were when the user's
 * word was weighed. Nothing else in assay opens a block device writable.
 *
 * @root  "" = this machine
 * Returns a descriptor; or -EPERM (may not), -EBUSY (in use by now), -ESTALE (another disk by
 * now) or -errno, with one line in @why that names the disk and the reason.
 */
MUST_CHECK int disk_open_for_write(const struct disk *disk, const char *root, unsigned flags,
                                   char *why, size_t why_size);

/*
 * Open once more what disk_open_for_write() gave, but shared: after close(@fd) a file system or
 * an array of ours can claim the disk for itself, and what it left can still be wiped here. As
 * long as the new descriptor is open, its device number means this disk and no other.
 *
 * Returns a descriptor, or -errno with one line in @why.
 */
MUST_CHECK int door_share(int fd, char *why, size_t why_size);

/*
 * Open anew, for writing and for us alone, what @fd has open already, whatever its name is by
 * now. Who else has it for himself - a mount, an array, a program - is waited for, 3 s at most.
 *
 * Returns a descriptor or -errno.
 */
MUST_CHECK int door_alone(int fd, unsigned flags);

/*
 * Open for writing, exclusively, the array @name that was made of our disks: each of its
 * members has to be a whole disk of @machine that may_write.
 *
 * @root  "" = this machine
 * Returns a descriptor; or -EPERM (not an array, or of other members) or -errno, with one line
 * in @why.
 */
MUST_CHECK int array_open_for_write(const struct machine *machine, const char *name,
                                    const char *root, unsigned flags, char *why, size_t why_size);

/*
 * May a plain file be made at @path, where there is none? Not among the devices, where no file
 * belongs but in /dev/shm, and not at the end of a link. Returns 0 or -errno.
 */
MUST_CHECK int door_may_make(const char *path);

/* Write zeroes, and wait until they are on the medium. Returns 0 or -errno. */
MUST_CHECK int door_wipe(int fd, uint64_t offset_bytes, uint64_t bytes);

/*
 * Open the plain file or block device at @path, as the user of a command wrote it. A block
 * device goes through the functions above: to write it, its serial must be granted in @machine.
 *
 * @write   also for writing; a plain file is made if it is missing, kept if it is there
 * @disk    set to the disk in @machine that it is, or NULL for a file; may be NULL
 * Returns a descriptor, or -errno with one line in @why.
 */
MUST_CHECK int door_open_path(const struct machine *machine, const char *path, bool write,
                              unsigned flags, const struct disk **disk, char *why, size_t why_size);

#endif
