/* SPDX-License-Identifier: MIT */
/* temperature.c - how warm a disk is, as the kernel's hwmon says */

#include "bench/disk/temperature.h"

#include "bench/machine/disk.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The device that the link "device" of @directory leads to. */
static int device_of(const char *root, const char *directory, char *path, size_t size)
{
	char link[PATH_MAX];

	if (snprintf(link, sizeof(link), "%s/device", directory) >= (int)sizeof(link))
		return -ENAMETOOLONG;
	return sysfs_device(root, link, path, size);
}

/*
 * The device that a driver would hang the sensor of @disk on: what /sys/block/sda/device is, or
 * the first controller of an NVMe disk that has several.
 */
static int sensor_parent(const struct disk *disk, const char *root, char *path, size_t size)
{
	char block[PATH_MAX], link[sizeof("/sys/block/") + sizeof(disk->name)];
	int rc;

	snprintf(link, sizeof(link), "/sys/block/%s", disk->name);
	rc = sysfs_device(root, link, block, sizeof(block));
	if (rc)
		return rc;
	disk_controller_path(root, block, path, size);
	return strcmp(path, block) == 0 ? device_of(root, block, path, size) : 0;
}

int disk_temperature(const struct disk *disk, const char *root, int *temperature_mc)
{
	char wanted[PATH_MAX], link[PATH_MAX], sensor[PATH_MAX], parent[PATH_MAX], text[16] = "";
	struct listing sensors;

	if (sensor_parent(disk, root, wanted, sizeof(wanted)) < 0)
		return -ENOENT;
	listing_open(&sensors, root, "/sys/class/hwmon");
	for (int i = 0; i < sensors.count && text[0] == '\0'; i++) {
		snprintf(link, sizeof(link), "/sys/class/hwmon/%s", listing_name(&sensors, i));
		if (sysfs_device(root, link, sensor, sizeof(sensor)) == 0 &&
		    device_of(root, sensor, parent, sizeof(parent)) == 0 &&
		    strcmp(parent, wanted) == 0)
			sysfs_text(root, text, sizeof(text), "%s/temp1_input", sensor);
	}
	listing_close(&sensors);
	if (text[0] == '\0')
		return -ENOENT;
	*temperature_mc = (int)strtol(text, NULL, 10);
	return 0;
}
