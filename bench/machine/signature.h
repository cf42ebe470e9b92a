/* SPDX-License-Identifier: MIT */
/* signature.h - what is on a disk, by the marks that file systems and their like leave on it */

#ifndef ASSAY_SIGNATURE_H
#define ASSAY_SIGNATURE_H

#include "bench/machine.h"
#include "bench/machine/medium.h"

/*
 * Name what is on @medium as blkid does: "gpt", "ext4", "linux_raid_member", ...
 *
 * Reads some hundred small pieces at fixed places, whatever is in them, and stops at the
 * first that cannot be read. Returns 1 with the name, 0 with "" when nothing is known
 * to be there, or -errno with "".
 */
MUST_CHECK int signature_find(const struct medium *medium, char *name, size_t size);

/*
 * Name what the GPT of the disk @medium says partition @number (from 1) is for; only
 * kinds that have no mark of their own. Returns as signature_find().
 * Source: UEFI 2.10, 5.3 "GUID Partition Table (GPT) Disk Layout".
 */
MUST_CHECK int signature_of_gpt(const struct medium *medium, uint32_t block_bytes, unsigned number,
                                char *name, size_t size);

/*
 * Which partition @number (from 1) is, by the same GPT: the UUID of its own, in lower case as
 * UEFI writes it. Returns as signature_find().
 */
MUST_CHECK int gpt_uuid(const struct medium *medium, uint32_t block_bytes, unsigned number,
                        char uuid[PARTITION_UUID_BYTES]);

#endif
