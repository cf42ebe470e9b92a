/* SPDX-License-Identifier: MIT */
/* make_fs.h - make an ext2, ext3 or ext4 file system, by the program mke2fs */

#ifndef ASSAY_DISK_MAKE_FS_H
#define ASSAY_DISK_MAKE_FS_H

#include "bench/bench.h"

/*
 * Make a file system of @kind ("ext2", "ext3", "ext4") in the first @bytes of what @fd has open
 * for writing; nothing else may have claimed it. Few inodes, nothing discarded, nothing left
 * for the kernel to do later: it would disturb the test.
 *
 * Returns 0, or the value of skip() (there is no mke2fs), or fail() with what mke2fs said.
 */
MUST_CHECK int make_fs(struct run *run, int fd, const char *kind, uint64_t bytes);

#endif
