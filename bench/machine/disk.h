/* SPDX-License-Identifier: MIT */
/* disk.h - the parts of the disk probe; @path is the disk's own, "/sys/devices/.../block/sda" */

#ifndef ASSAY_DISK_H
#define ASSAY_DISK_H

#include "bench/machine.h"

#include <sys/types.h>

/*
 * Where the controller of the disk at @disk_path is found: above the disk itself, but an NVMe
 * disk that may have several controllers hangs below none, and the first that it names is taken.
 */
void disk_controller_path(const char *root, const char *disk_path, char *path, size_t size);

/*
 * Look at the disk called @name anew, all that the probe would find. It waits for the disk,
 * if it must for ever. may_write is false: only grant_apply() sets it.
 *
 * Returns 0, or -ENODEV if there is no block device of that name.
 */
MUST_CHECK int disk_read(struct disk *disk, const char *root, const char *name);

/* The same of this machine's block device @device; -ENODEV also for a partition. */
MUST_CHECK int disk_read_device(struct disk *disk, dev_t device);

/* Open it for reading, or a file of its name in the /dev of a fixture. A descriptor or -errno. */
MUST_CHECK int disk_open(const struct disk *disk, const char *root);

/* Model, serial, WWN and firmware revision of disk->name, as /sys has them. */
void disk_identify(struct disk *disk, const char *root, const char *path);

/*
 * Partitions, and what the first blocks of the disk and of each say is on them.
 *
 * Reads the device, or a file of its name in the /dev of a fixture.
 * Returns 0, or -errno if the device is there and cannot be read.
 */
MUST_CHECK int disk_partitions(struct disk *disk, const char *root, const char *path);

/* Find the first reason why the disk may not be written; @unreadable is of disk_partitions(). */
void disk_judge(struct disk *disk, const char *root, const char *path, int unreadable);

/*
 * Find what only the disk itself can say: a serial that /sys has not got, its partitions,
 * what it holds, and from that why it may not be written.
 */
void disk_look(struct disk *disk, const char *root);

/*
 * Call @ask for disks of @machine. On a live machine each is asked by a process of its own,
 * all at once; one that does not answer within @within_ms is `silent`.
 *
 * @chosen  which ones, by index; NULL = all
 */
void disks_ask(struct machine *machine, const bool *chosen, const char *root,
               void (*ask)(struct disk *disk, const char *root), unsigned within_ms);

/*
 * Ask an NVMe disk how much of its rated life is used, in percent: 0 to 254, or 255 for more.
 * Returns 0 or -errno; -ENOTSUP for another kind of disk.
 * Source: NVM Express Base Specification 2.0, 5.16.1.3 "SMART / Health Information", byte 5.
 */
MUST_CHECK int disk_wear(const struct disk *disk, unsigned *used_percent);

/*
 * Ask a SCSI disk for its serial number: for those that /sys has none of.
 * Returns 0 or -errno.
 * Source: SPC-4 7.8.15 "Unit Serial Number VPD page".
 */
MUST_CHECK int inquiry_serial(const char *name, char *serial, size_t size);

#endif
