/* SPDX-License-Identifier: MIT */
/* fake_images.h - disks that carry an image of Assay, on the made-up machine of fake_disks.h */

#ifndef ASSAY_FAKE_IMAGES_H
#define ASSAY_FAKE_IMAGES_H

#include "tests/unit/fake_disks.h"

#define OWN "0123456789abcdef0123456789abcdef"
#define OTHER "00000000000000000000000000000001"
#define UUID "00112233-4455-6677-8899-aabbccddeeff" /* of each partition */

/* The machine of fake_disks_make(), on which the image OWN runs. */
void fake_images_make(struct fake_files *files);

/* Put a FAT with this id on a device of its /dev, @offset bytes from the start. */
void fake_image_put(const struct fake_files *files, const char *device, uint64_t offset,
                    const char *id);

/* Put a GPT on a disk of its, and let the kernel know the one partition, at 1 MiB. */
void fake_image_partition(const struct fake_files *files, const char *disk);

#endif
