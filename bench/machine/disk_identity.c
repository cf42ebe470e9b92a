/* SPDX-License-Identifier: MIT */
/* disk_identity.c - who a disk is: each kind keeps it in another place */

#include "bench/lib/text.h"
#include "bench/machine/disk.h"
#include "bench/machine/sysfs.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Where the answer of IDENTIFY DEVICE is in VPD page 89h. Source: SAT-4 12.4.3. */
#define VPD_ATA_BYTES 572
#define VPD_ATA_IDENTIFY 60

/* Only what is unique in the world; "t10." and "nvme." are made of model and serial. */
static void wwn_take(struct disk *disk, const char *wwid)
{
	if (strncmp(wwid, "naa.", 4) == 0 || strncmp(wwid, "eui.", 4) == 0 ||
	    strncmp(wwid, "uuid.", 5) == 0)
		text_copy(disk->wwn, sizeof(disk->wwn), wwid);
}

static void nvme_identify(struct disk *disk, const char *root, const char *path)
{
	char wwid[256];

	sysfs_text(root, disk->model, sizeof(disk->model), "%s/device/model", path);
	sysfs_text(root, disk->serial, sizeof(disk->serial), "%s/device/serial", path);
	sysfs_text(root, disk->firmware, sizeof(disk->firmware), "%s/device/firmware_rev", path);
	sysfs_text(root, wwid, sizeof(wwid), "%s/wwid", path);
	wwn_take(disk, wwid);
}

static void mmc_identify(struct disk *disk, const char *root, const char *path)
{
	sysfs_text(root, disk->model, sizeof(disk->model), "%s/device/name", path);
	sysfs_text(root, disk->serial, sizeof(disk->serial), "%s/device/serial", path);
	sysfs_text(root, disk->firmware, sizeof(disk->firmware), "%s/device/fwrev", path);
}

/* ATA keeps two characters to a word, the first in the upper half. */
static void ata_text(const uint8_t *identify, unsigned word, unsigned words, char *to, size_t size)
{
	char text[41] = "";
	unsigned i;

	for (i = 0; i < words * 2; i++)
		text[i] = (char)identify[word * 2 + (i ^ 1)];
	text_clean(to, size, text);
}

/* INQUIRY cuts model and firmware of ATA disks short; here they are whole. */
static void ata_identify(struct disk *disk, const char *root, const char *path)
{
	uint8_t page[VPD_ATA_BYTES];
	const uint8_t *identify = page + VPD_ATA_IDENTIFY;

	if (sysfs_bytes(root, page, sizeof(page), "%s/device/vpd_pg89", path) != sizeof(page) ||
	    page[1] != 0x89)
		return;
	ata_text(identify, 10, 10, disk->serial, sizeof(disk->serial));
	ata_text(identify, 23, 4, disk->firmware, sizeof(disk->firmware));
	ata_text(identify, 27, 20, disk->model, sizeof(disk->model));
}

/* The serial number page: four bytes, the last two the length, then the text. */
static void serial_page(struct disk *disk, const char *root, const char *path)
{
	uint8_t page[4 + 255 + 1];
	int got = sysfs_bytes(root, page, sizeof(page) - 1, "%s/device/vpd_pg80", path);

	if (got < 4 || page[1] != 0x80)
		return;
	page[got] = '\0';
	if (4 + page[3] < got)
		page[4 + page[3]] = '\0';
	text_clean(disk->serial, sizeof(disk->serial), (const char *)page + 4);
}

/* The serial number of the USB device around the disk. */
static void usb_serial(struct disk *disk, const char *root, const char *path)
{
	char parent[PATH_MAX], id[16], *slash;

	if (text_copy(parent, sizeof(parent), path) < 0)
		return;
	while ((slash = strrchr(parent, '/'))) {
		*slash = '\0';
		sysfs_text(root, id, sizeof(id), "%s/idVendor", parent);
		if (id[0] != '\0') {
			sysfs_text(root, disk->serial, sizeof(disk->serial), "%s/serial", parent);
			return;
		}
	}
}

static void scsi_identify(struct disk *disk, const char *root, const char *path)
{
	char vendor[16], model[32], wwid[256];

	sysfs_text(root, vendor, sizeof(vendor), "%s/device/vendor", path);
	sysfs_text(root, model, sizeof(model), "%s/device/model", path);
	snprintf(disk->model, sizeof(disk->model), "%s%s%s",
	         strcmp(vendor, "ATA") == 0 ? "" : vendor,
	         vendor[0] == '\0' || strcmp(vendor, "ATA") == 0 ? "" : " ", model);
	sysfs_text(root, disk->firmware, sizeof(disk->firmware), "%s/device/rev", path);
	sysfs_text(root, wwid, sizeof(wwid), "%s/device/wwid", path);
	wwn_take(disk, wwid);

	serial_page(disk, root, path);
	ata_identify(disk, root, path);
	if (disk->serial[0] == '\0' && strcmp(disk->transport, "usb") == 0)
		usb_serial(disk, root, path);
}

void disk_identify(struct disk *disk, const char *root, const char *path)
{
	char model[8];

	sysfs_text(root, model, sizeof(model), "%s/device/model", path);
	if (strncmp(disk->name, "nvme", 4) == 0)
		nvme_identify(disk, root, path);
	else if (strncmp(disk->name, "mmcblk", 6) == 0)
		mmc_identify(disk, root, path);
	else if (model[0] != '\0')
		scsi_identify(disk, root, path);
	else /* virtio */
		sysfs_text(root, disk->serial, sizeof(disk->serial), "%s/serial", path);
}
