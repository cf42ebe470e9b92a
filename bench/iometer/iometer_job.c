/* SPDX-License-Identifier: MIT */
/* iometer_job.c - what the jobs of a plan that put loads of Iometer on disks have in common */

#include "bench/iometer/iometer_job.h"

#include "bench/disk/forecast.h"
#include "bench/iometer/iometer_words.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What a job may write to a small disk: over and over again. */
#define WRITES_MIN_BYTES GIB(1)
/* As 5 s to 30 s are. */
#define RAMP_SHARE 7

void iometer_job_load(const struct run *run, const char *prefix, struct iometer_load *load)
{
	const char *words = run->job->benchmark->name + strlen(prefix);
	char profile[32], block[16];

	*load = (struct iometer_load){ .workers = 1 };
	if (text_next(&words, ".", profile, sizeof(profile)))
		load->profile = iometer_profile_find(profile);
	if (!load->profile || (text_next(&words, ".", block, sizeof(block)) &&
	                       iometer_block_parse(block, &load->block_bytes)))
		abort(); /* the unit tests look at every name */
}

struct iometer_timing iometer_job_timing(const struct run *run, uint64_t duration_ns)
{
	uint64_t ramp_ns = duration_ns / RAMP_SHARE;

	return (struct iometer_timing){ .ramp_ns = ramp_ns,
		                        .run_ns = duration_ns - ramp_ns,
		                        .slices = run->pace->samples };
}

int iometer_job_error(struct run *run, int rc, const char *why)
{
	switch (-rc) {
	case ETIMEDOUT: return end_early(run, STATUS_TIMED_OUT, "%s", why);
	case EIO: return fail(run, "%s", why);
	case ENOSYS:
	case EPERM: return skip(run, "this kernel does not allow io_uring: %s", why);
	default: return broken(run, "%s", why);
	}
}

uint64_t iometer_job_writes_bytes(const struct disk *disk, const struct iometer_load *load,
                                  unsigned depth, uint64_t time_ns)
{
	struct io_size sizes[IOMETER_SIZES_MAX];
	uint32_t largest_bytes =
	    sizes[iometer_sizes(load, disk->logical_block_bytes, sizes) - 1].bytes;
	uint64_t bytes = forecast_writes_bytes(disk, largest_bytes, depth, time_ns);
	uint64_t most_bytes =
	    iometer_region_bytes(disk->bytes, IOMETER_REGION_PERCENT, disk->logical_block_bytes);

	if (most_bytes < WRITES_MIN_BYTES)
		most_bytes = WRITES_MIN_BYTES;
	return bytes < most_bytes ? bytes : most_bytes;
}
