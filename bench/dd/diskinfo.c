/* SPDX-License-Identifier: MIT */
/* diskinfo.c - seek times, transfer rates and overhead of a disk: what diskinfo measures */

#include "bench/dd/diskinfo.h"

#include "bench/lib/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALIGN_BYTES 4096
#define STEPS 200       /* seeks go over a quarter of the disk in at most so many steps */
#define STEP_MAX 16384  /* sectors */
#define SEQUENTIAL 2048 /* sectors that are read one after the other */
#define BULK_MAX 100    /* MiB */
#define OVERHEAD_MEGAS 10
#define OVERHEAD_SECTORS 2048 /* for each of these: of 512 bytes they were as much */
#define SEED 0x2545f4914f6cdd1du

const struct diskinfo_seek diskinfo_seeks[DISKINFO_SEEKS] = {
	{ "full_stroke", "Full stroke", 250, true },
	{ "half_stroke", "Half stroke", 250, true },
	{ "quarter_stroke", "Quarter stroke", 500, true },
	{ "short_forward", "Short forward", 400, false },
	{ "short_backward", "Short backward", 400, false },
	{ "sequential_outer", "Seq outer", SEQUENTIAL, false },
	{ "sequential_inner", "Seq inner", SEQUENTIAL, false },
};

const char *const diskinfo_zones[DISKINFO_ZONES] = { "outside", "middle", "inside" };

int diskinfo_init(struct diskinfo *info)
{
	info->share = 1;
	info->pause_ns = SECONDS(1);
	info->flush = sync;
	info->random = SEED;
	info->now = clock_now_ns;
	info->read = pread;
	if (posix_memalign(&info->buffer, ALIGN_BYTES, DISKINFO_BUFFER_BYTES))
		return -ENOMEM;
	memset(info->buffer, 0, DISKINFO_BUFFER_BYTES); /* so that no read has to wait for pages */
	return 0;
}

void diskinfo_free(struct diskinfo *info)
{
	free(info->buffer);
}

static uint64_t sector_count(const struct diskinfo *info)
{
	return info->bytes / info->sector_bytes;
}

static uint64_t mega_sectors(const struct diskinfo *info)
{
	return MIB(1) / info->sector_bytes;
}

/* A transfer starts one sector in, and the one in the middle needs one more. */
static uint64_t megas_that_fit(const struct diskinfo *info)
{
	uint64_t sectors = sector_count(info);

	return sectors < 2 ? 0 : (sectors - 2) / mega_sectors(info);
}

bool diskinfo_fits(const struct diskinfo *info)
{
	return sector_count(info) >= DISKINFO_SECTORS_MIN && megas_that_fit(info) > 0;
}

bool diskinfo_overhead_fits(const struct diskinfo *info)
{
	return megas_that_fit(info) >= OVERHEAD_MEGAS;
}

/* The highest power of two that takes all steps over a quarter of the disk. */
static uint64_t step_sectors(const struct diskinfo *info)
{
	uint64_t most = sector_count(info) / (4 * STEPS), step = 1;

	while (step * 2 <= most && step < STEP_MAX)
		step *= 2;
	return step;
}

uint64_t diskinfo_seek_sector(const struct diskinfo *info, unsigned seek, unsigned i)
{
	uint64_t sectors = sector_count(info), step = step_sectors(info);
	uint64_t moved = step * (diskinfo_seeks[seek].in_pairs ? i / 2 : i);
	bool second = i % 2 == 1;

	switch (seek) {
	case 0: return second ? sectors - step - moved : moved;
	case 1: return sectors / 4 + (second ? sectors / 2 : 0) + moved;
	case 2: return sectors / 4 + (second ? sectors / 4 : 0) + moved;
	case 3: return sectors / 2 + moved;
	case 4: return sectors / 2 - moved;
	case 5: return i;
	default: return sectors - SEQUENTIAL + i;
	}
}

uint64_t diskinfo_start_clock(const struct diskinfo *info)
{
	if (info->flush)
		info->flush();
	if (info->pause_ns)
		clock_sleep_ns(info->pause_ns);
	for (unsigned i = 0; info->flush && i < 2; i++)
		info->flush();
	return info->now();
}

static int read_at(struct diskinfo *info, uint64_t offset_bytes, size_t bytes)
{
	ssize_t got;

	do {
		got = info->read(info->fd, info->buffer, bytes, (off_t)offset_bytes);
	} while (got < 0 && errno == EINTR);
	if (got == (ssize_t)bytes)
		return 0;
	info->failed_offset_bytes = offset_bytes;
	info->failed_bytes = (uint32_t)bytes;
	info->failed_got = got < 0 ? -errno : (int)got;
	return -EIO;
}

static int read_sector(struct diskinfo *info, uint64_t sector)
{
	return read_at(info, sector * info->sector_bytes, info->sector_bytes);
}

/* The share of @whole, but never less than @least. */
static uint64_t scaled(const struct diskinfo *info, unsigned whole, unsigned least)
{
	uint64_t part = (uint64_t)(whole * info->share);

	return part < least ? least : part;
}

int diskinfo_seek(struct diskinfo *info, unsigned seek, struct diskinfo_pass *pass)
{
	uint64_t start_ns, last_ns;
	int rc = 0;

	*pass = (struct diskinfo_pass){ .count = scaled(info, diskinfo_seeks[seek].reads, 2) };
	start_ns = last_ns = diskinfo_start_clock(info);
	for (unsigned i = 0; rc == 0 && i < pass->count; i++) {
		uint64_t now_ns;

		rc = read_sector(info, diskinfo_seek_sector(info, seek, i));
		now_ns = info->now();
		if (now_ns - last_ns > pass->slowest_ns)
			pass->slowest_ns = now_ns - last_ns;
		last_ns = now_ns;
	}
	pass->elapsed_ns = last_ns - start_ns;
	return rc;
}

/* Read @first outside of the clock, then whole MiB from the sector behind it. */
static int read_megas(struct diskinfo *info, uint64_t first, uint64_t megas,
                      struct diskinfo_pass *pass)
{
	uint64_t offset_bytes = (first + 1) * info->sector_bytes, start_ns;
	int rc = read_sector(info, first);

	*pass = (struct diskinfo_pass){ .count = megas };
	start_ns = diskinfo_start_clock(info);
	for (uint64_t i = 0; rc == 0 && i < megas; i++)
		rc = read_at(info, offset_bytes + MIB(i), MIB(1));
	pass->elapsed_ns = info->now() - start_ns;
	return rc;
}

int diskinfo_transfer(struct diskinfo *info, enum diskinfo_zone zone, struct diskinfo_pass *pass)
{
	uint64_t megas = megas_that_fit(info), bulk, sectors = sector_count(info), first = 0;

	if (megas > scaled(info, BULK_MAX, 1))
		megas = scaled(info, BULK_MAX, 1);
	bulk = megas * mega_sectors(info);
	if (zone == DISKINFO_MIDDLE)
		first = sectors / 2 - bulk / 2 - 1;
	else if (zone == DISKINFO_INSIDE)
		first = sectors - bulk - 1;
	return read_megas(info, first, megas, pass);
}

int diskinfo_overhead(struct diskinfo *info, struct diskinfo_pass *megas,
                      struct diskinfo_pass *sectors)
{
	uint64_t start_ns;
	int rc = read_megas(info, 0, scaled(info, OVERHEAD_MEGAS, 1), megas);

	*sectors = (struct diskinfo_pass){ .count = megas->count * OVERHEAD_SECTORS };
	if (rc == 0)
		rc = read_sector(info, 0);
	start_ns = diskinfo_start_clock(info);
	for (uint64_t i = 0; rc == 0 && i < sectors->count; i++)
		rc = read_sector(info, 0);
	sectors->elapsed_ns = info->now() - start_ns;
	return rc;
}
