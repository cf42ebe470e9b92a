/* SPDX-License-Identifier: MIT */
/* diskinfo_about.h - what diskinfo says of a disk before it measures it */

#ifndef ASSAY_DISKINFO_ABOUT_H
#define ASSAY_DISKINFO_ABOUT_H

#include "bench/machine.h"

struct diskinfo_about {
	const char *name; /* as the user wrote it */
	uint64_t bytes;
	uint32_t sector_bytes;                /* one logical block */
	uint64_t stripe_bytes;                /* the best I/O size, or a physical block; 0 = none */
	uint64_t stripe_offset_bytes;         /* of the first stripe */
	unsigned cylinders, heads, sectors;   /* all 0 = the firmware does not say */
	const char *model, *serial, *address; /* "" = not known: struct disk has them */
	bool is_disk;                         /* false: of a plain file the rest says nothing */
	bool discards;                        /* TRIM, UNMAP */
	char rotation[16];                    /* RPM; "0" = solid state; "Unknown" */
	const char *zones;                    /* "Not_Zoned", "Host_Aware", "Host_Managed" */
};

/*
 * Find out what there is to say of what @fd has open.
 *
 * @disk  the disk that it is, or NULL; @about borrows its texts
 * @root  "" = this machine
 * Returns 0 or -errno.
 */
MUST_CHECK int diskinfo_look(struct diskinfo_about *about, const char *name, int fd,
                             const struct disk *disk, const char *root);

#endif
