/* SPDX-License-Identifier: MIT */
/* disk.c - every disk: how it is attached, its size and how the kernel treats it */

#include "bench/machine/disk.h"
#include "bench/lib/text.h"
#include "bench/machine/controller.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define ANSWER_WITHIN_MS 10000 /* a disk that sleeps needs 5 to 8 s to spin up */
#define SECTOR_BYTES 512       /* /sys counts in these, whatever the disk has */

static bool starts_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/*
 * Is it a disk of its own? What is made of other disks (md, dm), of memory (ram, zram) or
 * of files (loop) is not, and nor is what cannot be one (optical, floppy, boot parts of eMMC).
 */
static bool is_disk(const char *root, const char *name, const char *path)
{
	if (starts_with(name, "sr") || starts_with(name, "fd") || starts_with(name, "mtdblock"))
		return false;
	if (starts_with(name, "mmcblk") && strstr(name, "boot"))
		return false;
	if (sysfs_number(root, "%s/hidden", path) == 1)
		return false; /* one path of an NVMe disk that has several */
	if (!starts_with(path, "/sys/devices/virtual/") || starts_with(name, "nvme"))
		return true;
	return (starts_with(name, "nbd") || starts_with(name, "nullb")) &&
	       sysfs_number(root, "%s/size", path) > 0;
}

/* A part of the path in /sys that gives the transport away; the first that is there counts. */
static const struct {
	const char *part, *transport;
} transports[] = {
	{ "/nvme", "nvme" },       { "/usb", "usb" },          { "/block/vd", "virtio" },
	{ "/end_device-", "sas" }, { "/ata", "sata" },         { "/rport-", "fc" },
	{ "/session", "iscsi" },   { "/mmc_host/", "mmc" },    { "/ndbus", "nvdimm" },
	{ "/block/xvd", "xen" },   { "/block/nullb", "null" }, { "/block/nbd", "nbd" },
};

static const char *transport_find(const char *path)
{
	size_t i;

	for (i = 0; i < countof(transports); i++)
		if (strstr(path, transports[i].part))
			return transports[i].transport;
	return "scsi";
}

void disk_controller_path(const char *root, const char *disk_path, char *path, size_t size)
{
	char parent[PATH_MAX], link[PATH_MAX];
	struct listing members;
	const char *name;
	int i;

	text_copy(path, size, disk_path);
	if (!strstr(disk_path, "/nvme-subsystem/") ||
	    text_copy(parent, sizeof(parent), disk_path) < 0)
		return;
	*strrchr(parent, '/') = '\0';
	listing_open(&members, root, "%s", parent);
	for (i = 0; i < members.count; i++) {
		name = listing_name(&members, i);
		if (starts_with(name, "nvme") &&
		    strspn(name + 4, "0123456789") == strlen(name + 4) &&
		    snprintf(link, sizeof(link), "%s/%s", parent, name) < (int)sizeof(link) &&
		    sysfs_device(root, link, path, size) == 0)
			break;
	}
	listing_close(&members);
}

static void disk_attach(struct disk *disk, const char *root, const char *path)
{
	char controller[PATH_MAX], vendor[16];
	struct attachment attachment;

	disk_controller_path(root, path, controller, sizeof(controller));
	attachment_find(&attachment, root, controller);
	text_copy(disk->driver, sizeof(disk->driver), attachment.driver);
	if (attachment.pci_address[0] != '\0')
		snprintf(disk->controller, sizeof(disk->controller), "%s %s",
		         attachment.pci_address, attachment.pci_ids);

	text_copy(disk->transport, sizeof(disk->transport), transport_find(path));
	sysfs_text(root, vendor, sizeof(vendor), "%s/device/vendor", path);
	if (strcmp(disk->transport, "sas") == 0 && strcmp(vendor, "ATA") == 0)
		text_copy(disk->transport, sizeof(disk->transport), "sata");
	if (starts_with(disk->driver, "pata_"))
		text_copy(disk->transport, sizeof(disk->transport), "pata");
}

static void disk_describe(struct disk *disk, const char *root, const char *path)
{
	char numbers[32];

	sysfs_text(root, numbers, sizeof(numbers), "%s/dev", path);
	if (sscanf(numbers, "%u:%u", &disk->major, &disk->minor) != 2)
		disk->major = disk->minor = 0;
	disk->sequence = sysfs_number(root, "%s/diskseq", path);
	disk->bytes = sysfs_number(root, "%s/size", path) * SECTOR_BYTES;
	disk->removable = sysfs_number(root, "%s/removable", path) == 1;
	disk->read_only = sysfs_number(root, "%s/ro", path) == 1;
	disk->logical_block_bytes =
	    (uint32_t)sysfs_number(root, "%s/queue/logical_block_size", path);
	disk->physical_block_bytes =
	    (uint32_t)sysfs_number(root, "%s/queue/physical_block_size", path);
	disk->rotational = sysfs_number(root, "%s/queue/rotational", path) == 1;
	disk->read_ahead_kib = (uint32_t)sysfs_number(root, "%s/queue/read_ahead_kb", path);
	sysfs_text(root, disk->write_cache, sizeof(disk->write_cache), "%s/queue/write_cache",
	           path);
	sysfs_text(root, disk->scheduler, sizeof(disk->scheduler), "%s/queue/scheduler", path);
	sysfs_choice(disk->scheduler);
}

/* All that /sys knows of it. */
static void disk_know(struct disk *disk, const char *root, const char *name, const char *path)
{
	text_clean(disk->name, sizeof(disk->name), name);
	disk_describe(disk, root, path);
	disk_attach(disk, root, path);
	disk_identify(disk, root, path);
}

int disk_read(struct disk *disk, const char *root, const char *name)
{
	char link[PATH_MAX], path[PATH_MAX];

	memset(disk, 0, sizeof(*disk));
	snprintf(link, sizeof(link), "/sys/block/%s", name);
	if (sysfs_device(root, link, path, sizeof(path)))
		return -ENODEV;
	disk_know(disk, root, name, path);
	disk_look(disk, root);
	return 0;
}

int disk_read_device(struct disk *disk, dev_t device)
{
	char link[64], target[PATH_MAX];
	const char *name;
	ssize_t length;

	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(device), minor(device));
	length = readlink(link, target, sizeof(target) - 1);
	target[length < 0 ? 0 : length] = '\0';
	name = strrchr(target, '/');
	return name ? disk_read(disk, "", name + 1) : -ENODEV;
}

static void disk_add(struct machine *machine, const char *root, const char *name, const char *path)
{

	if (machine->disk_count == DISKS_MAX) {
		machine->truncated = true;
		return;
	}
	disk_know(&machine->disks[machine->disk_count++], root, name, path);
}

/* All that only the disk itself can say. */
static void look_at(struct disk *disk, const char *root)
{
	disk_look(disk, root);
	disk->wear_known = root[0] == '\0' && disk_wear(disk, &disk->used_percent) == 0;
}

/* Take all that @is_wanted, and look at it. */
static void probe(struct machine *machine, const char *root,
                  bool (*is_wanted)(const char *root, const char *name, const char *path))
{
	char link[PATH_MAX], path[PATH_MAX];
	struct listing blocks;
	const char *name;
	int i;

	listing_open(&blocks, root, "/sys/block");
	for (i = 0; i < blocks.count; i++) {
		name = listing_name(&blocks, i);
		snprintf(link, sizeof(link), "/sys/block/%s", name);
		if (sysfs_device(root, link, path, sizeof(path)) == 0 &&
		    is_wanted(root, name, path))
			disk_add(machine, root, name, path);
	}
	listing_close(&blocks);
	disks_ask(machine, NULL, root, look_at, ANSWER_WITHIN_MS);
	for (i = 0; i < (int)machine->disk_count; i++)
		if (machine->disks[i].partition_count > PARTITIONS_MAX)
			machine->truncated = true;
}

void disk_probe(struct machine *machine, const char *root)
{
	probe(machine, root, is_disk);
	orphans_probe(machine, root);
}

static bool is_optical(const char *root, const char *name, const char *path)
{
	(void)root;
	(void)path;
	return starts_with(name, "sr");
}

void optical_probe(struct machine *machine, const char *root)
{
	probe(machine, root, is_optical);
}
