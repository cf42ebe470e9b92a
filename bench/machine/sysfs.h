/* SPDX-License-Identifier: MIT */
/* sysfs.h - how the probes read /proc and /sys: always below a root, never failing loudly */

#ifndef ASSAY_SYSFS_H
#define ASSAY_SYSFS_H

#include "bench/lib/base.h"
#include "bench/lib/range.h"

/* In every function @root is put before the path, which is put together by printf(). */

/* Read a file of one line, cleaned as untrusted text; "" if it cannot be read. */
void sysfs_text(const char *root, char *to, size_t size, const char *format, ...) PRINTF_LIKE(4, 5);

/* Read a decimal number; 0 if there is none. */
uint64_t sysfs_number(const char *root, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * Read the first @size bytes of a file as they are.
 *
 * Returns how many there were, or -errno.
 */
MUST_CHECK int sysfs_bytes(const char *root, void *to, size_t size, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The last part of where a link points: "../../bus/pci/drivers/ahci" is "ahci"; "" if none. */
void sysfs_link(const char *root, char *to, size_t size, const char *format, ...) PRINTF_LIKE(4, 5);

/*
 * Where a link of /sys leads, as a path below @root: "/sys/block/sda" gives
 * "/sys/devices/pci0000:00/.../block/sda". Returns 0 or -errno.
 */
MUST_CHECK int sysfs_device(const char *root, const char *link, char *path, size_t size);

/* Keep the chosen word of "always [madvise] never"; a text without brackets stays. */
void sysfs_choice(char *text);

/* The names in a directory, in the order a person counts: sda sdb sdaa, nvme2n1 nvme10n1. */
struct listing {
	struct dirent **entries;
	int count; /* 0 if the directory cannot be read */
};

/* List a directory; listing_close() frees it. */
void listing_open(struct listing *listing, const char *root, const char *format, ...)
    PRINTF_LIKE(3, 4);
const char *listing_name(const struct listing *listing, int index);
void listing_close(struct listing *listing);

#endif
