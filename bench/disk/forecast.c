/* SPDX-License-Identifier: MIT */
/* forecast.c - what a disk can take, and how long it needs */

#include "bench/disk/forecast.h"

#include <math.h>
#include <string.h>

#define LEAST_LATENCY_S 5e-6 /* no disk answers sooner */
#define MOST_IOS_PER_S 2e6   /* one thread hands over no more */

#define TURNING_BYTES_PER_S 150e6
#define TURNING_SEEK_S 8e-3
#define SOLID_BLOCK_S 100e-6

/* What carries the data, net of its coding; and what solid-state disks on it usually do. */
static const struct interface {
	const char *transport;
	double most_bytes_per_s, usual_bytes_per_s;
} interfaces[] = {
	{ "nvme", 16e9, 2e9 },                             /* PCI Express 5.0, four lanes */
	{ "sas", 2.4e9, 800e6 },                           /* 24 Gbit/s */
	{ "sata", 600e6, 450e6 },                          /* 6 Gbit/s */
	{ "pata", 133e6, 60e6 },  { "usb", 2.5e9, 150e6 }, /* USB 3.2, two lanes */
	{ "mmc", 400e6, 100e6 },                           /* eMMC 5.1 */
	{ "virtio", 4e9, 500e6 }, { "", 8e9, 500e6 }, /* volumes of controllers, networks, memory */
};

static const struct interface *interface_of(const struct disk *disk)
{
	const struct interface *interface = interfaces;

	while (interface->transport[0] != '\0' &&
	       (!disk || strcmp(interface->transport, disk->transport) != 0))
		interface++;
	return interface;
}

uint64_t forecast_writes_bytes(const struct disk *disk, uint32_t block_bytes, unsigned depth,
                               uint64_t time_ns)
{
	double ios_per_s = fmin(MOST_IOS_PER_S, depth / LEAST_LATENCY_S);
	double bytes_per_s = fmin(interface_of(disk)->most_bytes_per_s, ios_per_s * block_bytes);

	return (uint64_t)(bytes_per_s * (double)time_ns / 1e9) + (uint64_t)depth * block_bytes;
}

uint64_t forecast_time_ns(const struct disk *disk, uint64_t bytes, uint32_t block_bytes)
{
	bool turns = disk && disk->rotational;
	double usual = turns ? TURNING_BYTES_PER_S : interface_of(disk)->usual_bytes_per_s;
	double blocks_s = turns ? 0 : (double)bytes / block_bytes * SOLID_BLOCK_S;

	return (uint64_t)(((double)bytes / usual + blocks_s) * 1e9);
}

uint64_t forecast_seeks_ns(const struct disk *disk, uint64_t count)
{
	double seek_s = disk && disk->rotational ? TURNING_SEEK_S : SOLID_BLOCK_S;

	return (uint64_t)((double)count * seek_s * 1e9);
}
