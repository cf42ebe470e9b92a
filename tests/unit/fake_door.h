/* SPDX-License-Identifier: MIT */
/*
 * fake_door.h - a plain file in place of a disk that may be written
 *
 * For a test that is linked with --wrap=disk_open_for_write, as the Makefile says.
 */

#ifndef ASSAY_FAKE_DOOR_H
#define ASSAY_FAKE_DOOR_H

#include "bench/disk/door.h"

/* Opens the file of fake_run_disk(), if it may be written. */
int __wrap_disk_open_for_write(const struct disk *disk, const char *root, unsigned flags, char *why,
                               size_t why_size);

#endif
