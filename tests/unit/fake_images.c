/* SPDX-License-Identifier: MIT */
/* fake_images.c - disks that carry an image of Assay, on the made-up machine of fake_disks.h */

#include "tests/unit/fake_images.h"

#include "bench/lib/manifest.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

void fake_images_make(struct fake_files *files)
{
	fake_disks_make(files);
	fake_machine_put(files, OWN, MANIFEST); /* fake_digest.c: that is its digest */
}

void fake_image_put(const struct fake_files *files, const char *device, uint64_t offset,
                    const char *id)
{
	char command[PATH_MAX * 2];

	snprintf(command, sizeof(command),
	         "cd '%s' && export MTOOLS_SKIP_CHECK=1 && echo %s >assay.id && rm -f fat && "
	         "truncate -s 1440K fat && mformat -i fat -f 1440 -v ASSAY :: && "
	         "mcopy -o -i fat assay.id :: && "
	         "dd if=fat of=dev/%s bs=64K oflag=seek_bytes seek=%llu conv=notrunc status=none",
	         files->root, id, device, (unsigned long long)offset);
	if (system(command) != 0)
		abort();
}

void fake_image_partition(const struct fake_files *files, const char *disk)
{
	static const uint8_t guid[] = "\x33\x22\x11\x00\x55\x44\x77\x66"
				      "\x88\x99\xaa\xbb\xcc\xdd\xee\xff";
	uint8_t header[92] = "EFI PART";

	header[72] = 2;
	header[80] = 1;
	header[84] = 128;
	fake_disks_put(files, disk, 512, header, sizeof(header));
	fake_disks_put(files, disk, 1024 + 16, guid, 16);
	fake_machine_put_u64(files, 1, FAKE_DISK("%s/%s1/partition"), disk, disk);
	fake_machine_put_u64(files, 2048, FAKE_DISK("%s/%s1/start"), disk, disk);
	fake_machine_put_u64(files, 4096, FAKE_DISK("%s/%s1/size"), disk, disk);
}
