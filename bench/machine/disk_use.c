/* SPDX-License-Identifier: MIT */
/* disk_use.c - why a disk may not be written: the first reason that is found, in clear words */

#include "bench/lib/text.h"
#include "bench/machine/disk.h"
#include "bench/machine/image.h"
#include "bench/machine/sysfs.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* The disk itself or one of its partitions. */
struct block {
	const char *name; /* "sda1" */
	const char *path; /* "/sys/devices/.../block/sda/sda1" */
	char dev[16];     /* "8:1" */
};

/* How far to follow what is made of what: a disk, md, dm, dm-crypt, ... */
#define STACK_MAX 8

#define OWN "own media are never written"

/* Each looks for one kind of use and, if there is one, says so in @why and returns true. */
typedef bool use_check(const char *root, const struct block *block, char *why, size_t size);

/* Next line of a file of /proc that is open; long ones are cut, the rest is passed over. */
static bool line_next(FILE *file, char *line, size_t size)
{
	int c = '\0';

	if (!fgets(line, (int)size, file))
		return false;
	if (!strchr(line, '\n'))
		while (c != '\n' && c != EOF)
			c = fgetc(file);
	return true;
}

static FILE *proc_open(const char *root, const char *path)
{
	char full[PATH_MAX];

	if (snprintf(full, sizeof(full), "%s%s", root, path) >= (int)sizeof(full))
		return NULL;
	return fopen(full, "re");
}

/* Does @source, "/dev/sda1", name the block device? */
static bool names_device(const char *source, const struct block *block)
{
	return strncmp(source, "/dev/", 5) == 0 && strcmp(source + 5, block->name) == 0;
}

/*
 * A line is "36 35 8:1 / /boot rw,noatime shared:1 - ext4 /dev/sda1 rw". btrfs has device
 * numbers of its own making, so the source counts as well.
 */
static bool is_mounted(const char *root, const struct block *block, char *why, size_t size)
{
	char line[4096], dev[16], point[256], source[256];
	FILE *file = proc_open(root, "/proc/self/mountinfo");
	const char *dash;
	bool found = false;

	while (file && !found && line_next(file, line, sizeof(line))) {
		dash = strstr(line, " - ");
		if (!dash || sscanf(dash, " - %*s %255s", source) != 1)
			source[0] = '\0';
		if (sscanf(line, "%*s %*s %15s %*s %255s", dev, point) == 2)
			found = strcmp(dev, block->dev) == 0 || names_device(source, block);
	}
	if (file)
		fclose(file);
	if (found)
		snprintf(why, size, "%s is mounted on %.40s", block->name, point);
	return found;
}

static bool is_swap(const char *root, const struct block *block, char *why, size_t size)
{
	FILE *file = proc_open(root, "/proc/swaps");
	char line[4096], source[256];
	bool found = false;

	while (file && !found && line_next(file, line, sizeof(line)))
		found = sscanf(line, "%255s", source) == 1 && names_device(source, block);
	if (file)
		fclose(file);
	if (found)
		snprintf(why, size, "%s is used as swap", block->name);
	return found;
}

/* Ask @check of the disk and of every partition, listed in struct disk or not. */
static bool any_block(const char *root, const char *name, const char *path, use_check *check,
                      char *why, size_t size)
{
	char part_path[PATH_MAX];
	struct block block = { .name = name, .path = path };
	struct listing listing;
	bool found;
	int i;

	sysfs_text(root, block.dev, sizeof(block.dev), "%s/dev", path);
	found = check(root, &block, why, size);
	listing_open(&listing, root, "%s", path);
	for (i = 0; i < listing.count && !found; i++) {
		block.name = listing_name(&listing, i);
		if (sysfs_number(root, "%s/%s/partition", path, block.name) == 0 ||
		    snprintf(part_path, sizeof(part_path), "%s/%s", path, block.name) >=
		        (int)sizeof(part_path))
			continue;
		block.path = part_path;
		sysfs_text(root, block.dev, sizeof(block.dev), "%s/dev", part_path);
		found = check(root, &block, why, size);
	}
	listing_close(&listing);
	return found;
}

/* The first device that is made of it, directly or through others, and is mounted or swap. */
static bool stack_is_used(const char *root, const char *name, unsigned depth, char *why,
                          size_t size)
{
	char link[64], path[PATH_MAX];
	struct listing holders;
	bool used;

	snprintf(link, sizeof(link), "/sys/block/%.40s", name);
	if (sysfs_device(root, link, path, sizeof(path)))
		return false;
	used = any_block(root, name, path, is_mounted, why, size) ||
	       any_block(root, name, path, is_swap, why, size);
	listing_open(&holders, root, "%s/holders", path);
	for (int i = 0; i < holders.count && !used && depth < STACK_MAX; i++)
		used = stack_is_used(root, listing_name(&holders, i), depth + 1, why, size);
	listing_close(&holders);
	return used;
}

/* The first of the devices that are made of it: md, dm, bcache. */
static bool is_held(const char *root, const struct block *block, char *why, size_t size)
{
	struct listing holders;
	char title[48] = "", use[64] = "";
	bool found;

	listing_open(&holders, root, "%s/holders", block->path);
	found = holders.count > 0;
	if (found) {
		sysfs_text(root, title, sizeof(title), "/sys/block/%s/dm/name",
		           listing_name(&holders, 0));
		stack_is_used(root, listing_name(&holders, 0), 0, use, sizeof(use));
		snprintf(why, size, "%s is part of %.24s%s%s%s%s%s", block->name,
		         listing_name(&holders, 0), title[0] != '\0' ? " (" : "", title,
		         title[0] != '\0' ? ")" : "", use[0] != '\0' ? "; " : "", use);
	}
	listing_close(&holders);
	return found;
}

/* Does something that is made of it, directly or through others, carry this very image? */
static bool is_under_own(const char *root, const struct block *block, char *why, size_t size)
{
	char own[IMAGE_ID_BYTES], link[64], path[PATH_MAX];
	struct listing holders;
	bool found = false;

	image_own(root, own);
	listing_open(&holders, root, "%s/holders", block->path);
	for (int i = 0; i < holders.count && !found; i++) {
		struct disk made = { .logical_block_bytes = 512 };

		text_copy(made.name, sizeof(made.name), listing_name(&holders, i));
		snprintf(link, sizeof(link), "/sys/block/%s", made.name);
		if (sysfs_device(root, link, path, sizeof(path)))
			continue;
		made.bytes = sysfs_number(root, "%s/size", path) * 512;
		found = disk_partitions(&made, root, path) == 0 && image_is_on(&made, own);
		if (found)
			snprintf(why, size, "%s is part of %.24s, which carries this image: " OWN,
			         block->name, made.name);
		else
			found = any_block(root, made.name, path, is_under_own, why, size);
	}
	listing_close(&holders);
	return found;
}

/* Is it a medium of this very image? It may be what the machine was booted from. */
static bool is_own(const struct disk *disk, const char *root, const char *path, char *why,
                   size_t size)
{
	char own[IMAGE_ID_BYTES];

	image_own(root, own);
	if (!image_is_on(disk, own))
		return any_block(root, disk->name, path, is_under_own, why, size);
	snprintf(why, size, "carries this image of Assay: " OWN);
	return true;
}

/* Is it a medium of another build? */
static bool is_foreign(const struct disk *disk, const char *root, char *why, size_t size)
{
	const char *image = disk->image;
	char own[IMAGE_ID_BYTES];

	image_own(root, own);
	for (size_t i = 0; i < PARTITIONS_MAX && image[0] == '\0'; i++)
		image = disk->partitions[i].image;
	if (image[0] == '\0')
		return false;
	snprintf(why, size, "carries an%s image of Assay, id %s", own[0] ? "other" : "", image);
	return true;
}

/* What is on it, by its signature and partitions; false if nothing is known to be. */
static bool holds_something(const struct disk *disk, char *why, size_t size)
{
	bool table = strcmp(disk->signature, "gpt") == 0 || strcmp(disk->signature, "dos") == 0;
	const char *s = disk->partition_count == 1 ? "" : "s";

	if (table)
		snprintf(why, size, "holds a partition table (%s) with %u partition%s",
		         disk->signature, disk->partition_count, s);
	else if (disk->signature[0] != '\0')
		snprintf(why, size, "holds %s", disk->signature);
	else if (disk->partition_count > 0)
		snprintf(why, size, "has %u partition%s", disk->partition_count, s);
	else
		return false;
	return true;
}

/* What a management controller shows as a disk on USB is an image of somebody's own computer. */
static bool is_virtual_medium(const struct disk *disk)
{
	static const char *const signs[] = { "virtual", "ilo", "idrac", "lcdrive", "imm", "bmc" };

	for (size_t i = 0; i < countof(signs) && strcmp(disk->transport, "usb") == 0; i++)
		if (strcasestr(disk->model, signs[i]))
			return true;
	return false;
}

void disk_judge(struct disk *disk, const char *root, const char *path, int unreadable)
{
	static use_check *const checks[] = { is_mounted, is_swap, is_held };
	size_t i, size = sizeof(disk->in_use_because);
	char *why = disk->in_use_because, zoned[32];

	if (is_own(disk, root, path, why, size))
		return;
	for (i = 0; i < countof(checks); i++)
		if (any_block(root, disk->name, path, checks[i], why, size))
			return;
	sysfs_text(root, zoned, sizeof(zoned), "%s/queue/zoned", path);
	if (disk->bytes == 0)
		snprintf(why, size, "%s", disk->removable ? "has no medium" : "has no capacity");
	else if (disk->read_only)
		snprintf(why, size, "is read-only");
	else if (unreadable < 0)
		snprintf(why, size, "cannot be read: %s", strerror(-unreadable));
	else if (is_foreign(disk, root, why, size) || holds_something(disk, why, size))
		return;
	else if (strcmp(zoned, "host-managed") == 0)
		snprintf(why, size, "is zoned: it takes no write but in order");
	else if (is_virtual_medium(disk))
		snprintf(why, size, "is a virtual medium of the management controller");
	else if (disk->removable)
		snprintf(why, size, "is a removable medium");
}
