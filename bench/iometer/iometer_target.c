/* SPDX-License-Identifier: MIT */
/* iometer_target.c - the disk or file that a load of Iometer is put on */

#include "bench/iometer/iometer.h"

#include "bench/disk/door.h"
#include "bench/disk/unwritten.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_SECTOR_BYTES 512

/* The size of what is open, and the smallest piece of it that can be read. */
static int look(struct iometer_target *target, uint64_t *bytes)
{
	struct stat stat;
	int sector_bytes;

	if (fstat(target->fd, &stat) < 0)
		return -errno;
	if (!S_ISBLK(stat.st_mode)) {
		*bytes = (uint64_t)stat.st_size;
		target->sector_bytes = FILE_SECTOR_BYTES;
		target->unwritten = stat.st_blocks * 512 < stat.st_size / 2;
		return 0;
	}
	if (ioctl(target->fd, BLKGETSIZE64, bytes) < 0 ||
	    ioctl(target->fd, BLKSSZGET, &sector_bytes) < 0)
		return -errno;
	target->sector_bytes = (uint32_t)sector_bytes;
	return 0;
}

int iometer_target_open(struct iometer_target *target, const struct machine *machine,
                        const char *path, bool write, unsigned region_percent, char *why,
                        size_t why_size)
{
	uint64_t bytes;
	int rc;

	memset(target, 0, sizeof(*target));
	text_clean(target->name, sizeof(target->name), path);
	rc = target->fd =
	    door_open_path(machine, path, write, DOOR_DIRECT, &target->disk, why, why_size);
	if (rc < 0)
		return rc;
	rc = look(target, &bytes);
	if (rc) {
		snprintf(why, why_size, "%s: its size: %s", path, strerror(-rc));
		close(target->fd);
		return rc;
	}
	target->region_bytes = iometer_region_bytes(bytes, region_percent, target->sector_bytes);
	if (target->disk)
		target->unwritten = disk_is_unwritten(target->disk, target->fd, "");
	return 0;
}
