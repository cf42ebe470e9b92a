/* SPDX-License-Identifier: MIT */
/* image.h - which build of Assay this is, which one a disk carries, and what was booted */

#ifndef ASSAY_IMAGE_H
#define ASSAY_IMAGE_H

#include "bench/machine.h"
#include "bench/machine/medium.h"

/* A variable of the boot loader interface, which systemd-stub sets. */
#define IMAGE_LOADER_VARIABLE(name) \
	"/sys/firmware/efi/efivars/" name "-4a67b082-0a4c-41cf-b6c7-440b29bb8c4f"

/*
 * Which image this is: the beginning of the SHA-256 of the manifest below @root, as
 * image/build_id prints it. "" if it is none, but a program on an installed system.
 */
void image_own(const char *root, char id[IMAGE_ID_BYTES]);

/*
 * Find out which image @medium carries: what is written in assay.id, in the root folder of the
 * FAT or the ISO 9660 that is on it. Nothing is mounted; small pieces are read, none after the
 * first that cannot be.
 *
 * Returns 1 with the id, 0 with "" when there is none, or -errno with "".
 * Source: Microsoft, FAT File System Specification (2004), sections 3 to 6; ECMA-119, 8.4 and 9.1.
 */
MUST_CHECK int image_find(const struct medium *medium, char id[IMAGE_ID_BYTES]);

/* Is the image @id on the disk or on a partition of it, by the inventory? Not if @id is "". */
bool image_is_on(const struct disk *disk, const char *id);

/* Is that the id in the file assay.id of this folder, where such a file system is mounted? */
bool image_is_in(const char *folder, const char *id);

/* A FAT of the inventory. */
struct image_place {
	const struct disk *disk; /* that it is on */
	const char *device;      /* "sdb2", or the disk itself */
};

/*
 * Find the FAT that this very machine was booted from, which is known and never guessed. It has
 * to carry this image; and either systemd-stub has named its partition, or the loader entry of
 * the medium told the kernel: then @word, the setting medium, is the id of this image. A stick
 * that only sits in the machine is not found.
 *
 * Returns 1; 0 if there is none; -EEXIST if there are more, a CD among them, which cannot be told
 * apart: then @place is the first.
 */
MUST_CHECK int image_booted(const struct machine *machine, const char *root, const char *word,
                            struct image_place *place);

/* Is there a CD that carries the image @id, in a drive or a virtual one? */
bool image_is_on_cd(const char *root, const char *id);

/*
 * By the same signs, is what was booted still missing in @machine? A stick on USB comes when it
 * likes. A CD never comes: it is no disk of the inventory.
 */
bool image_is_awaited(const struct machine *machine, const char *root, const char *word);

#endif
