/* SPDX-License-Identifier: MIT */
/* plans.c - the plans that a user can name */

#include "bench/lib/clock.h"
#include "bench/run/plan.h"

#include <string.h>

/* What takes long on a real disk, or is an experiment of its own. */
#define LONG_DISK_TESTS                                                                \
	"bonnie.*,dd.*,diskinfo.*,disk.write.saturation,disk.write.steady,fio.*,fs.*," \
	"iometer.*,raid.*,readahead.*"

#define FULL_PACE                                                                                 \
	{                                                                                         \
		.sample_ns = MS(500), .samples = 31, .limit_ns = SECONDS(30), .classic_share = 1, \
		.classic_passes = 0, .now = clock_now_ns                                          \
	}

const struct plan_kind plan_kinds[] = {
	{
	    .name = "quick",
	    .title = "every test but the long ones of disks, shortened: at most 5 minutes",
	    .tests = "",
	    .without = LONG_DISK_TESTS,
	    .pace = { .sample_ns = MS(250),
	              .samples = 9,
	              .limit_ns = SECONDS(4),
	              .classic_share = 0.08,
	              .classic_passes = 1,
	              .now = clock_now_ns },
	    .limit_s = 300,
	},
	{
	    .name = "standard",
	    .title = "the same tests, long enough to compare machines: 20 minutes and more",
	    .tests = "",
	    .without = LONG_DISK_TESTS,
	    .pace = { .sample_ns = MS(500),
	              .samples = 11,
	              .limit_ns = SECONDS(15),
	              .classic_share = 1,
	              .classic_passes = 1,
	              .now = clock_now_ns },
	    .limit_s = 3600,
	},
	{
	    .name = "full",
	    .title = "every test, the classics as long as they are defined: hours",
	    .tests = "",
	    .without = "",
	    .pace = FULL_PACE,
	    .limit_s = 86400,
	},
	{
	    .name = "smoke",
	    .title = "the same tests for a moment: does this machine work at all",
	    .tests = "",
	    .without = LONG_DISK_TESTS,
	    .pace = { .sample_ns = MS(20),
	              .samples = 5,
	              .limit_ns = 0,
	              .classic_share = 0.01,
	              .classic_passes = 1,
	              .now = clock_now_ns },
	    .limit_s = 60,
	},
	{
	    .name = "handover",
	    .title = "a server that leaves: dd, fio and UnixBench; RAID levels from its disks",
	    .tests = "disk.present,dd.file,fio.rw.*,unixbench.*,raid.*",
	    .without = "",
	    .pace = FULL_PACE,
	    .limit_s = 43200,
	},
	{
	    .name = "arrival",
	    .title = "a server that arrives: sysbench 0.4, and fio writing at random",
	    .tests = "disk.present,sysbench04.*,fio.randwrite",
	    .without = "",
	    .pace = FULL_PACE,
	    .limit_s = 21600,
	},
	{
	    .name = "raid-compare",
	    .title = "RAID levels against single disks: bonnie++, reads, arrays",
	    .tests = "disk.present,bonnie.*,disk.read.*,raid.*",
	    .without = "",
	    .pace = FULL_PACE,
	    .limit_s = 86400,
	},
	{
	    .name = "controller",
	    .title = "the limits of a disk controller: Iometer loads, read-ahead, dd, file systems",
	    .tests = "disk.present,iometer.*,readahead.*,dd.*,fs.*",
	    .without = "",
	    .pace = FULL_PACE,
	    .limit_s = 172800,
	},
	{
	    .name = "baseline",
	    .title = "something to compare every change with: UnixBench and diskinfo",
	    .tests = "disk.present,unixbench.*,diskinfo.*",
	    .without = "",
	    .pace = FULL_PACE,
	    .limit_s = 28800,
	},
};

const size_t plan_kind_count = countof(plan_kinds);

const struct plan_kind *plan_kind_find(const char *name)
{
	for (size_t i = 0; i < plan_kind_count; i++)
		if (strcmp(plan_kinds[i].name, name) == 0)
			return &plan_kinds[i];
	return NULL;
}
