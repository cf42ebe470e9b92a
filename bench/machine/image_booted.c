/* SPDX-License-Identifier: MIT */
/* image_booted.c - which medium this machine was booted from: known, never guessed */

#include "bench/machine/image.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

/* What is known of the boot. */
struct booted {
	char own[IMAGE_ID_BYTES];        /* "" = no image: then there is nothing else */
	char uuid[PARTITION_UUID_BYTES]; /* of the partition that systemd-stub named; "" = none */
	bool is_medium;                  /* the loader entry of a medium of this image said so */
};

/* A variable is four bytes of flags, then text in UTF-16. */
static void read_stub(struct booted *booted, const char *root)
{
	uint8_t raw[4 + 2 * sizeof(booted->uuid)];
	int bytes = sysfs_bytes(root, raw, sizeof(raw), "%s",
	                        IMAGE_LOADER_VARIABLE("LoaderDevicePartUUID"));

	for (size_t i = 0; i + 1 < sizeof(booted->uuid) && 4 + 2 * (int)i < bytes; i++)
		booted->uuid[i] = (char)raw[4 + 2 * i];
}

static struct booted find_out(const char *root, const char *word)
{
	struct booted booted = { .is_medium = false };

	image_own(root, booted.own);
	if (booted.own[0] == '\0')
		return booted;
	read_stub(&booted, root);
	booted.is_medium = strcmp(word, booted.own) == 0;
	return booted;
}

static bool is_named(const struct booted *booted, const struct partition *partition)
{
	return partition->uuid[0] != '\0' && strcasecmp(partition->uuid, booted->uuid) == 0;
}

/* Is it a FAT of this image? */
static bool fits(const struct booted *booted, const char *signature, const char *image)
{
	return booted->own[0] != '\0' && strcmp(signature, "vfat") == 0 &&
	       strcmp(image, booted->own) == 0;
}

/* Count what was booted of this disk; the first is the place. */
static void count(const struct booted *booted, const struct disk *disk, struct image_place *place,
                  unsigned *found)
{
	if (booted->is_medium && fits(booted, disk->signature, disk->image) && (*found)++ == 0)
		*place = (struct image_place){ disk, disk->name };
	for (size_t i = 0; i < PARTITIONS_MAX; i++) {
		const struct partition *partition = &disk->partitions[i];

		if ((booted->is_medium || is_named(booted, partition)) &&
		    fits(booted, partition->signature, partition->image) && (*found)++ == 0)
			*place = (struct image_place){ disk, partition->name };
	}
}

bool image_is_on_cd(const char *root, const char *id)
{
	static struct machine drives; /* large */
	bool found = false;

	memset(&drives, 0, sizeof(drives));
	optical_probe(&drives, root);
	for (unsigned i = 0; i < drives.disk_count; i++)
		found = found || image_is_on(&drives.disks[i], id);
	return found;
}

int image_booted(const struct machine *machine, const char *root, const char *word,
                 struct image_place *place)
{
	const struct booted booted = find_out(root, word);
	unsigned found = 0;

	for (unsigned i = 0; i < machine->disk_count; i++)
		if (!machine->disks[i].silent)
			count(&booted, &machine->disks[i], place, &found);
	/* the word is the same on a CD: then it may be that, and the stick only sits there */
	if (found == 1 && booted.uuid[0] == '\0' && image_is_on_cd(root, booted.own))
		return -EEXIST;
	return found > 1 ? -EEXIST : (int)found;
}

bool image_is_awaited(const struct machine *machine, const char *root, const char *word)
{
	const struct booted booted = find_out(root, word);
	bool awaited = booted.is_medium || booted.uuid[0] != '\0';

	for (unsigned i = 0; i < machine->disk_count; i++) {
		const struct disk *disk = &machine->disks[i];

		if (booted.is_medium && image_is_on(disk, booted.own))
			awaited = false;
		for (size_t p = 0; p < PARTITIONS_MAX; p++)
			if (is_named(&booted, &disk->partitions[p]))
				awaited = false;
	}
	return awaited;
}
