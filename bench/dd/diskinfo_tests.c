/* SPDX-License-Identifier: MIT */
/*
 * diskinfo_tests.c - diskinfo.seek, .transfer and .overhead: what diskinfo -t and -c measure
 *
 * Method: reads past the page cache (O_DIRECT), one at a time, after a pause of 1 s before each
 * measurement. seek: single sectors, 250 to 2048 of them, at places that make the heads move over
 * the whole disk, half and a quarter of it, by short steps forward and backward, and from one
 * sector to the next at both ends; the mean time of a read, and the slowest. transfer: 100 MiB in
 * order by reads of 1 MiB at the start, in the middle and at the end, one sector before them read
 * first. overhead: 10 MiB in order, then the first sector 20480 times; the difference of the
 * two, for each sector. A plan that shortens the classics reads and pauses less.
 * Unit:   nanoseconds; bytes per second.
 * Error:  a solid-state disk has no heads: its seeks are single reads. 100 MiB take it some tens of
 * milliseconds. Caches of the disk answer the sector that is read again. Fewer reads than
 * diskinfo takes are flagged as short-region.
 * Source: diskinfo(8) of FreeBSD 14.
 */

#include "bench/dd/diskinfo.h"

#include "bench/bench.h"
#include "bench/disk/forecast.h"
#include "bench/disk/trial.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define PAUSE_NS SECONDS(1) /* before each measurement */

/* The reads in pairs move the heads, the others hardly do. */
static uint64_t expect_seek_ns(const struct run *run)
{
	uint64_t strokes = 0, steps = 0, ns;

	for (unsigned i = 0; i < DISKINFO_SEEKS; i++)
		*(diskinfo_seeks[i].in_pairs ? &strokes : &steps) += diskinfo_seeks[i].reads;
	ns = DISKINFO_SEEKS * PAUSE_NS + forecast_seeks_ns(run->job->disk, strokes) +
	     forecast_seeks_ns(NULL, steps);
	return (uint64_t)(run->pace->classic_share * (double)ns);
}

static uint64_t expect_transfer_ns(const struct run *run)
{
	uint64_t ns =
	    DISKINFO_ZONES * (PAUSE_NS + forecast_time_ns(run->job->disk, MIB(100), MIB(1)));

	return (uint64_t)(run->pace->classic_share * (double)ns);
}

/* What all three begin with. */
static int open_info(struct run *run, struct diskinfo *info)
{
	const struct disk *disk = run->job->disk;
	struct trial *trial = run->state;

	if (diskinfo_init(info))
		return broken(run, "no memory for a buffer of 8 MiB");
	info->fd = trial->fd;
	info->bytes = disk->bytes;
	info->sector_bytes = disk->logical_block_bytes;
	info->share = run->pace->classic_share;
	info->pause_ns = (uint64_t)((double)PAUSE_NS * info->share);
	info->flush = NULL; /* a disk that hangs elsewhere must not hold us up */
	if (info->share < 1)
		run->result->warnings |= WARN_SHORT_REGION;
	param_number(run, "sector_bytes", info->sector_bytes);
	param_number(run, "share", info->share);
	cost_look(&trial->start, "");
	return 0;
}

/* And end with. @rc is of the measurements. */
static int close_info(struct run *run, struct diskinfo *info, uint64_t reads, int rc)
{
	struct trial *trial = run->state;

	cost_add(&trial->spent, &trial->start, "");
	trial->ios = reads;
	diskinfo_free(info);
	if (rc)
		return read_check(run, info->failed_offset_bytes, info->failed_bytes,
		                  info->failed_got);
	return trial_finish(run);
}

static int prepare_info(struct run *run)
{
	return trial_open(run, false, run->job->disk->logical_block_bytes);
}

static int too_small(struct run *run, struct diskinfo *info)
{
	diskinfo_free(info);
	return skip(run, "%s is too small for this test", run->job->disk->name);
}

static int measure_seek(struct run *run)
{
	struct diskinfo info;
	struct diskinfo_pass pass;
	uint64_t reads = 0;
	char name[32];
	int rc = open_info(run, &info);

	if (rc)
		return rc;
	if (!diskinfo_fits(&info))
		return too_small(run, &info);
	for (unsigned i = 0; rc == 0 && i < DISKINFO_SEEKS; i++) {
		run_rest(run);
		rc = diskinfo_seek(&info, i, &pass);
		if (rc)
			break;
		metric_sample(metric_add(run, diskinfo_seeks[i].name, UNIT_NS, BETTER_LOWER),
		              (double)pass.elapsed_ns / (double)pass.count);
		snprintf(name, sizeof(name), "%s_slowest", diskinfo_seeks[i].name);
		metric_sample(metric_add(run, name, UNIT_NS, BETTER_LOWER),
		              (double)pass.slowest_ns);
		reads += pass.count;
	}
	return close_info(run, &info, reads, rc);
}

static int measure_transfer(struct run *run)
{
	struct diskinfo info;
	struct diskinfo_pass pass;
	uint64_t reads = 0;
	int rc = open_info(run, &info);

	if (rc)
		return rc;
	if (!diskinfo_fits(&info))
		return too_small(run, &info);
	for (unsigned i = 0; rc == 0 && i < DISKINFO_ZONES; i++) {
		run_rest(run);
		rc = diskinfo_transfer(&info, (enum diskinfo_zone)i, &pass);
		if (rc)
			break;
		metric_sample(metric_add(run, diskinfo_zones[i], UNIT_BYTES_PER_S, BETTER_HIGHER),
		              (double)MIB(pass.count) * 1e9 / (double)pass.elapsed_ns);
		reads += pass.count;
	}
	return close_info(run, &info, reads, rc);
}

static int measure_overhead(struct run *run)
{
	struct diskinfo info;
	struct diskinfo_pass megas, sectors;
	int rc = open_info(run, &info);

	if (rc)
		return rc;
	if (!diskinfo_overhead_fits(&info))
		return too_small(run, &info);
	rc = diskinfo_overhead(&info, &megas, &sectors);
	if (rc == 0) {
		double each_ns = (double)sectors.elapsed_ns / (double)sectors.count;

		metric_sample(metric_add(run, "sector", UNIT_NS, BETTER_LOWER), each_ns);
		metric_sample(metric_add(run, "overhead", UNIT_NS, BETTER_LOWER),
		              each_ns - (double)megas.elapsed_ns / (double)sectors.count);
	}
	return close_info(run, &info, megas.count + sectors.count, rc);
}

const struct benchmark diskinfo_seek_times = {
	.name = "diskinfo.seek",
	.title = "Seek times over the whole disk, half, a quarter, and step by step",
	.source = "diskinfo -t",
	.target = TARGET_DISK,
	.timeout_s = 900,
	.classic = { .pass_s = 25, .passes = 1 },
	.estimate_ns = expect_seek_ns,
	.prepare = prepare_info,
	.measure = measure_seek,
	.verify = trial_verify,
};

const struct benchmark diskinfo_transfer_rates = {
	.name = "diskinfo.transfer",
	.title = "Transfer rates at the start, in the middle and at the end",
	.source = "diskinfo -t",
	.target = TARGET_DISK,
	.timeout_s = 900,
	.classic = { .pass_s = 6, .passes = 1 },
	.estimate_ns = expect_transfer_ns,
	.prepare = prepare_info,
	.measure = measure_transfer,
	.verify = trial_verify,
};

const struct benchmark diskinfo_command_overhead = {
	.name = "diskinfo.overhead",
	.title = "What a command costs: one sector over and over, and as many bytes at once",
	.source = "diskinfo -c",
	.target = TARGET_DISK,
	.timeout_s = 900,
	.classic = { .pass_s = 5, .passes = 1 },
	.prepare = prepare_info,
	.measure = measure_overhead,
	.verify = trial_verify,
};
