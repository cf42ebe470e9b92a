/* SPDX-License-Identifier: MIT */
/* unwritten.h - would a disk be read where nothing was ever written? */

#ifndef ASSAY_DISK_UNWRITTEN_H
#define ASSAY_DISK_UNWRITTEN_H

#include "bench/machine.h"

/*
 * A solid-state disk that can discard answers reads of blocks that hold nothing out of its
 * table, at a speed that no data has. Read one block at each of 64 random places: are more than
 * half of them all zero?
 *
 * @fd    @disk, open for direct reading
 * @root  "" = this machine
 * False also for a disk that turns or cannot discard, and a read that fails
 * counts as data.
 */
bool disk_is_unwritten(const struct disk *disk, int fd, const char *root);

#endif
