/* SPDX-License-Identifier: MIT */
/* diskinfo_about.c - what diskinfo says of a disk before it measures it */

#include "bench/dd/diskinfo_about.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#define FILE_SECTOR_BYTES 512
/* Of VPD page B1h, Block Device Characteristics: SBC-3, 6.5.3. libata makes one for SATA. */
#define VPD_ROTATION 4
#define ROTATION_SOLID_STATE 1
#define ROTATION_MIN 0x401
#define ROTATION_MAX 0xfffe

static uint64_t queue_number(const char *root, const char *disk, const char *name)
{
	char text[32];
	uint64_t number = 0;

	if (text_readf(root, text, sizeof(text), "/sys/block/%s/queue/%s", disk, name) < 0 ||
	    text_parse_u64(text, &number))
		return 0;
	return number;
}

static const char *zones_find(const char *root, const char *disk)
{
	char text[32];

	if (text_readf(root, text, sizeof(text), "/sys/block/%s/queue/zoned", disk) < 0)
		return "Unknown";
	if (strcmp(text, "host-aware") == 0)
		return "Host_Aware";
	return strcmp(text, "host-managed") == 0 ? "Host_Managed" : "Not_Zoned";
}

static void rotation_find(struct diskinfo_about *about, const char *root, const struct disk *disk)
{
	unsigned char page[64];
	unsigned rotation;
	int got;

	text_copy(about->rotation, sizeof(about->rotation), disk->rotational ? "Unknown" : "0");
	got = text_readf(root, (char *)page, sizeof(page), "/sys/block/%s/device/vpd_pgb1",
	                 disk->name);
	if (!disk->rotational || got < VPD_ROTATION + 2)
		return;
	rotation = (unsigned)page[VPD_ROTATION] << 8 | page[VPD_ROTATION + 1];
	if (rotation >= ROTATION_MIN && rotation <= ROTATION_MAX)
		snprintf(about->rotation, sizeof(about->rotation), "%u", rotation);
	else if (rotation > ROTATION_SOLID_STATE)
		text_copy(about->rotation, sizeof(about->rotation), "Invalid");
}

/* What a block device says of itself. */
static int look_at_device(struct diskinfo_about *about, int fd)
{
	unsigned best_bytes = 0, physical_bytes = 0;
	struct hd_geometry geometry;
	int sector_bytes, offset_bytes;

	if (ioctl(fd, BLKGETSIZE64, &about->bytes) < 0 || ioctl(fd, BLKSSZGET, &sector_bytes) < 0)
		return -errno;
	about->sector_bytes = (uint32_t)sector_bytes;
	if (ioctl(fd, BLKPBSZGET, &physical_bytes) == 0 && physical_bytes > about->sector_bytes)
		about->stripe_bytes = physical_bytes;
	if (ioctl(fd, BLKIOOPT, &best_bytes) == 0 && best_bytes > 0)
		about->stripe_bytes = best_bytes;
	if (ioctl(fd, BLKALIGNOFF, &offset_bytes) == 0 && offset_bytes > 0)
		about->stripe_offset_bytes = (uint64_t)offset_bytes;
	memset(&geometry, 0, sizeof(geometry));
	if (ioctl(fd, HDIO_GETGEO, &geometry) == 0 && geometry.heads && geometry.sectors) {
		about->heads = geometry.heads;
		about->sectors = geometry.sectors;
		about->cylinders =
		    (unsigned)(about->bytes / about->sector_bytes / about->heads / about->sectors);
	}
	return 0;
}

int diskinfo_look(struct diskinfo_about *about, const char *name, int fd, const struct disk *disk,
                  const char *root)
{
	struct stat stat;
	int rc = 0;

	memset(about, 0, sizeof(*about));
	about->name = name;
	about->model = about->serial = about->address = "";
	if (fstat(fd, &stat) < 0)
		return -errno;
	if (S_ISREG(stat.st_mode)) {
		about->bytes = (uint64_t)stat.st_size;
		about->sector_bytes = FILE_SECTOR_BYTES;
	} else {
		rc = look_at_device(about, fd);
	}
	if (rc || !disk)
		return rc;
	about->is_disk = true;
	about->model = disk->model;
	about->serial = disk->serial;
	about->address = disk->controller;
	about->discards = queue_number(root, disk->name, "discard_max_bytes") > 0;
	about->zones = zones_find(root, disk->name);
	rotation_find(about, root, disk);
	return 0;
}
