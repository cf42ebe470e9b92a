/* SPDX-License-Identifier: MIT */
/* fake_machine.h - a made-up /proc, /sys and /dev below a directory of fake_files.h */

#ifndef ASSAY_FAKE_MACHINE_H
#define ASSAY_FAKE_MACHINE_H

#include "bench/lib/base.h"
#include "tests/unit/fake_files.h"

/* Put one line of text into a file; @path is made by printf(), folders are made on the way. */
void fake_machine_put(const struct fake_files *files, const char *text, const char *path, ...)
    PRINTF_LIKE(3, 4);

/* Put @number into a file. */
void fake_machine_put_u64(const struct fake_files *files, uint64_t number, const char *path, ...)
    PRINTF_LIKE(3, 4);

/* Make a symbolic link to @target, which is taken as it is. */
void fake_machine_link(const struct fake_files *files, const char *target, const char *path);

/*
 * Add a SCSI disk of @bytes bytes behind a PCI controller: /sys and an empty file in /dev.
 * Returns the descriptor of the file in /dev, open to write to it.
 */
int fake_machine_disk(const struct fake_files *files, const char *name, uint64_t bytes);

#endif
