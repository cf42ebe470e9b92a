/* SPDX-License-Identifier: MIT */
/* partition.c - partitions of a disk, and what is on it and on each of them */

#include "bench/lib/text.h"
#include "bench/machine/disk.h"
#include "bench/machine/image.h"
#include "bench/machine/signature.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECTOR_BYTES 512 /* /sys counts in these, whatever the disk has */

static void partition_list(struct disk *disk, const char *root, const char *path)
{
	struct partition *partition;
	struct listing listing;
	const char *name;
	int i;

	listing_open(&listing, root, "%s", path);
	for (i = 0; i < listing.count; i++) {
		name = listing_name(&listing, i);
		if (strncmp(name, disk->name, strlen(disk->name)) != 0 ||
		    sysfs_number(root, "%s/%s/partition", path, name) == 0)
			continue;
		if (disk->partition_count++ >= PARTITIONS_MAX)
			continue;
		partition = &disk->partitions[disk->partition_count - 1];
		text_clean(partition->name, sizeof(partition->name), name);
		partition->start_bytes =
		    sysfs_number(root, "%s/%s/start", path, name) * SECTOR_BYTES;
		partition->bytes = sysfs_number(root, "%s/%s/size", path, name) * SECTOR_BYTES;
	}
	listing_close(&listing);
}

/*
 * What is on one partition; if that says nothing, what the partition table says it is for; and
 * which partition it is.
 */
static int partition_read(struct disk *disk, struct partition *partition, int fd, unsigned number)
{
	struct window window = { fd, partition->start_bytes };
	struct medium medium = { window_read, &window, partition->bytes };
	int found = signature_find(&medium, partition->signature, sizeof(partition->signature));
	int rc = found < 0 ? found : image_find(&medium, partition->image);

	if (rc < 0)
		return rc;
	window.start_bytes = 0;
	medium.bytes = disk->bytes;
	rc = gpt_uuid(&medium, disk->logical_block_bytes, number, partition->uuid);
	return found > 0 || rc < 0
	           ? rc
	           : signature_of_gpt(&medium, disk->logical_block_bytes, number,
	                              partition->signature, sizeof(partition->signature));
}

static int signatures_read(struct disk *disk, const char *root, const char *path, int fd)
{
	struct window window = { fd, 0 };
	struct medium medium = { window_read, &window, disk->bytes };
	struct partition *partition = disk->partitions;
	int rc = signature_find(&medium, disk->signature, sizeof(disk->signature));

	if (rc >= 0)
		rc = image_find(&medium, disk->image);
	for (; rc >= 0 && partition < disk->partitions + PARTITIONS_MAX && partition->name[0];
	     partition++)
		rc = partition_read(
		    disk, partition, fd,
		    (unsigned)sysfs_number(root, "%s/%s/partition", path, partition->name));
	return rc < 0 ? rc : 0;
}

int disk_open(const struct disk *disk, const char *root)
{
	char device[PATH_MAX];
	int fd;

	if (snprintf(device, sizeof(device), "%s/dev/%s", root, disk->name) >= (int)sizeof(device))
		return -ENAMETOOLONG;
	fd = open(device, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int disk_partitions(struct disk *disk, const char *root, const char *path)
{
	/* of a disk that has just come it waits until the kernel has found its partitions */
	int fd = disk->bytes > 0 ? disk_open(disk, root) : 0, rc;

	partition_list(disk, root, path);
	if (disk->bytes == 0)
		return 0;
	if (fd < 0) /* few fixtures have a /dev */
		return fd == -ENOENT && root[0] != '\0' ? 0 : fd;
	rc = signatures_read(disk, root, path, fd);
	close(fd);
	return rc;
}
