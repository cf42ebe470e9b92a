/* SPDX-License-Identifier: MIT */
/* fake_disks.h - a made-up machine with disks that have serials, to be allowed for writing */

#ifndef ASSAY_FAKE_DISKS_H
#define ASSAY_FAKE_DISKS_H

#include "bench/machine.h"
#include "tests/unit/fake_machine.h"

#define FAKE_DISKS_SERIAL "HOST-7"
#define FAKE_DISKS_UUID "5a1e7f30-9c2b-4d18-8e44-0b6f2c7d9a11"
#define FAKE_DISKS_BYTES MIB(64)

/* Where /sys has the disk @name, a literal. */
#define FAKE_DISK(name) "/sys/devices/pci0000:00/0000:00:05.0/host0/block/" name

/* A machine with this serial and UUID, and no disk yet; fake_files_remove() ends it. */
void fake_disks_make(struct fake_files *files);

/* Add an empty disk with this serial; its numbers are 8:@minor. */
void fake_disks_add(const struct fake_files *files, const char *name, const char *serial,
                    unsigned minor);

/* Put bytes on a disk, by its name. */
void fake_disks_put(const struct fake_files *files, const char *name, uint64_t offset,
                    const void *bytes, size_t size);

/* The disk of this name, or NULL. */
struct disk *fake_disks_find(struct machine *machine, const char *name);

#endif
