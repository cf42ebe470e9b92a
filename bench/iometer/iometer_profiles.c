/* SPDX-License-Identifier: MIT */
/* iometer_profiles.c - the loads of Iometer as a table, and what follows from it alone */

#include "bench/iometer/iometer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Sizes of streams. */
#define STREAM_BLOCKS                                                                 \
	.blocks = { KIB(32), KIB(64), KIB(128), KIB(256), KIB(512), MIB(1), MIB(2) }, \
	.block_count = 7
/* Sizes of small I/O. */
#define SMALL_BLOCKS .blocks = { KIB(4), KIB(8), KIB(32), KIB(64) }, .block_count = 4

/* Shares of reads and of places, and the mixes: as published with Iometer for server disks. */
const struct iometer_profile iometer_profiles[] = {
	{ .name = "oltp",
	  .title = "transactions: 67 % reads, at random places",
	  .read_percent = 67,
	  .random_percent = 100,
	  .blocks = { KIB(4), KIB(8), KIB(16), KIB(32), KIB(64) },
	  .block_count = 5 },
	{ .name = "rndread",
	  .title = "reads at random places",
	  .read_percent = 100,
	  .random_percent = 100,
	  SMALL_BLOCKS },
	{ .name = "rndwrite",
	  .title = "writes at random places",
	  .random_percent = 100,
	  SMALL_BLOCKS },
	{ .name = "streamread", .title = "reads in order", .read_percent = 100, STREAM_BLOCKS },
	{ .name = "streamwrite", .title = "writes in order", STREAM_BLOCKS },
	{ .name = "seq1read",
	  .title = "reads in order, one at a time",
	  .read_percent = 100,
	  STREAM_BLOCKS,
	  .one_at_a_time = true },
	{ .name = "seq1write",
	  .title = "writes in order, one at a time",
	  STREAM_BLOCKS,
	  .one_at_a_time = true },
	{ .name = "fileserver",
	  .title = "file server: 80 % reads, at random places, 512 B to 64 KiB",
	  .read_percent = 80,
	  .random_percent = 100,
	  .sizes = { { 512, 10 },
	             { KIB(1), 5 },
	             { KIB(2), 5 },
	             { KIB(4), 60 },
	             { KIB(8), 2 },
	             { KIB(16), 4 },
	             { KIB(32), 4 },
	             { KIB(64), 10 } },
	  .size_count = 8 },
	{ .name = "webserver",
	  .title = "web server: reads at random places, 512 B to 512 KiB",
	  .read_percent = 100,
	  .random_percent = 100,
	  .sizes = { { 512, 22 },
	             { KIB(1), 15 },
	             { KIB(2), 8 },
	             { KIB(4), 23 },
	             { KIB(8), 15 },
	             { KIB(16), 2 },
	             { KIB(32), 6 },
	             { KIB(64), 7 },
	             { KIB(128), 1 },
	             { KIB(512), 1 } },
	  .size_count = 10 },
	{ .name = "database",
	  .title = "database: 67 % reads, at random places, 8 KiB",
	  .read_percent = 67,
	  .random_percent = 100,
	  .sizes = { { KIB(8), 100 } },
	  .size_count = 1 },
	{ .name = "workstation",
	  .title = "workstation: 80 % reads, 80 % at random places, 8 KiB",
	  .read_percent = 80,
	  .random_percent = 80,
	  .sizes = { { KIB(8), 100 } },
	  .size_count = 1 },
};

const size_t iometer_profile_count = countof(iometer_profiles);

const struct iometer_profile *iometer_profile_find(const char *name)
{
	for (size_t i = 0; i < iometer_profile_count; i++)
		if (strcmp(iometer_profiles[i].name, name) == 0)
			return &iometer_profiles[i];
	return NULL;
}

const char *iometer_load_name(const struct iometer_load *load, char *text, size_t size)
{
	uint32_t bytes = load->block_bytes;

	if (bytes == 0)
		snprintf(text, size, "%s", load->profile->name);
	else if (bytes % MIB(1) == 0)
		snprintf(text, size, "%s %" PRIu64 "M", load->profile->name, bytes / MIB(1));
	else if (bytes % KIB(1) == 0)
		snprintf(text, size, "%s %" PRIu64 "K", load->profile->name, bytes / KIB(1));
	else
		snprintf(text, size, "%s %" PRIu32, load->profile->name, bytes);
	return text;
}

unsigned iometer_sizes(const struct iometer_load *load, uint32_t sector_bytes,
                       struct io_size sizes[IOMETER_SIZES_MAX])
{
	unsigned count = load->profile->size_count;

	if (load->block_bytes) {
		sizes[0] = (struct io_size){ load->block_bytes, 100 };
		return 1;
	}
	for (unsigned i = 0; i < count; i++) {
		sizes[i] = load->profile->sizes[i];
		if (sizes[i].bytes < sector_bytes)
			sizes[i].bytes = sector_bytes;
	}
	return count;
}

/* The largest I/O of a load: the sizes of a mix grow. */
static uint32_t largest_bytes(const struct iometer_load *load, uint32_t sector_bytes)
{
	struct io_size sizes[IOMETER_SIZES_MAX];

	return sizes[iometer_sizes(load, sector_bytes, sizes) - 1].bytes;
}

uint64_t iometer_memory_bytes(const struct iometer_load *load, unsigned target_count)
{
	return (uint64_t)target_count * load->workers * load->outstanding * largest_bytes(load, 0);
}

uint64_t iometer_region_bytes(uint64_t bytes, unsigned percent, uint32_t sector_bytes)
{
	uint64_t sectors = bytes / sector_bytes;

	/* in two parts, so that no disk is too large for it */
	return (sectors / 100 * percent + sectors % 100 * percent / 100) * sector_bytes;
}

int iometer_check(const struct iometer_load *load, const struct iometer_target *target, char *why,
                  size_t why_size)
{
	uint32_t largest = largest_bytes(load, target->sector_bytes);
	uint64_t need_bytes = (uint64_t)load->workers * largest;
	char name[48];

	iometer_load_name(load, name, sizeof(name));
	if (load->block_bytes % target->sector_bytes) {
		snprintf(why, why_size,
		         "%s: %s: expected a block that is a multiple of its sector of %" PRIu32
		         " bytes",
		         target->name, name, target->sector_bytes);
		return -EINVAL;
	}
	if (target->region_bytes < need_bytes) {
		snprintf(why, why_size,
		         "%s: %s: the active range has %" PRIu64
		         " bytes; expected at least %" PRIu64 ", one block for each worker",
		         target->name, name, target->region_bytes, need_bytes);
		return -EINVAL;
	}
	return 0;
}
