/* SPDX-License-Identifier: MIT */
/* disk.h - the parts of the disk probe; @path is the disk's own, "/sys/devices/.../block/sda" */

#ifndef ASSAY_DISK_H
#define ASSAY_DISK_H

#include "bench/machine.h"

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
 * Ask every disk of @machine for what only itself can say: a serial that /sys has not got,
 * its partitions, what it holds, and from that why it may not be written. On a live
 * machine each is asked by a process of its own; one that does not answer is `silent`.
 */
void disks_look(struct machine *machine, const char *root);

/*
 * Ask a SCSI disk for its serial number: for those that /sys has none of.
 * Returns 0 or -errno.
 * Source: SPC-4 7.8.15 "Unit Serial Number VPD page".
 */
MUST_CHECK int inquiry_serial(const char *name, char *serial, size_t size);

#endif
