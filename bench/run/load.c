/* SPDX-License-Identifier: MIT */
/* load.c - who had the CPUs: this job, others, the hypervisor, or nobody because of a quota */

#include "bench/run/load.h"

#include "bench/bench.h"
#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "bench/machine/sysfs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define STEAL_SHARE 0.01
#define OTHER_SHARE 0.05
#define STEP_NS (int64_t) MS(10)
#define TICKS_NS MS(20)

/*
 * The first line of /proc/stat, in ticks of sysconf(_SC_CLK_TCK):
 * "cpu  user nice system idle iowait irq softirq steal ..."
 * Interrupts are left out: they mostly work for the job, for a disk that it reads.
 */
static void read_stat(struct load *load, const char *root)
{
	uint64_t tick_ns = SECONDS(1) / (uint64_t)sysconf(_SC_CLK_TCK);
	unsigned long long user, nice, system, steal;
	char line[256];
	int length = sysfs_bytes(root, line, sizeof(line) - 1, "/proc/stat");

	if (length < 0)
		return;
	line[length] = '\0';
	if (sscanf(line, "cpu %llu %llu %llu %*u %*u %*u %*u %llu", &user, &nice, &system,
	           &steal) != 4)
		return;
	load->busy_ns = (user + nice + system) * tick_ns;
	load->steal_ns = steal * tick_ns;
}

static uint64_t timeval_ns(const struct timeval *time)
{
	return SECONDS(time->tv_sec) + (uint64_t)time->tv_usec * 1000;
}

static uint64_t used_ns(int who)
{
	struct rusage usage;

	if (getrusage(who, &usage) < 0)
		return 0;
	return timeval_ns(&usage.ru_utime) + timeval_ns(&usage.ru_stime);
}

/* The number after @key in the cpu.stat of one group; 0 if there is none. */
static uint64_t group_stops(const char *root, const char *mount, const char *group)
{
	char text[1024];
	const char *stops;

	if (text_readf(root, text, sizeof(text), "%s%s/cpu.stat", mount, group) < 0)
		return 0;
	stops = strstr(text, "nr_throttled ");
	return stops ? strtoull(stops + strlen("nr_throttled "), NULL, 10) : 0;
}

/*
 * A quota of any group above stops this process too. Groups of version 2 are at the
 * first mount point, of version 1 at the second; in a container whose own group is
 * mounted there, the path is of the host and only its end, the mount point, is found.
 * Source: Documentation/admin-guide/cgroup-v2.rst and .../cgroup-v1/ of Linux.
 */
static uint64_t quota_stops(const char *root)
{
	static const char *const mounts[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/cpu" };
	char text[4096], line[PATH_MAX];
	const char *rest = text;
	uint64_t stops = 0;

	if (text_read(root, "/proc/self/cgroup", text, sizeof(text)) < 0)
		return 0;
	while (text_next(&rest, "\n", line, sizeof(line))) { /* "ID:CONTROLLERS:/PATH" */
		char *controllers = strchr(line, ':'), *group, *slash;
		bool is_v2;

		group = controllers ? strchr(++controllers, ':') : NULL;
		if (!group)
			continue;
		*group++ = '\0';
		is_v2 = controllers[0] == '\0';
		if (!is_v2 && !text_matches(controllers, "cpu"))
			continue;
		if (strcmp(group, "/") == 0)
			group[0] = '\0';
		do {
			stops += group_stops(root, mounts[!is_v2], group);
			slash = strrchr(group, '/');
			if (slash)
				*slash = '\0';
		} while (slash);
	}
	return stops;
}

/* Read both clocks as one: not with a pause between, in which others had the CPU. */
static void read_clocks(struct load *load)
{
	uint64_t wall_ns;

	for (int tries = 0; tries < 10; tries++) {
		load->now_ns = clock_now_ns();
		wall_ns = clock_wall_ns();
		load->wall_offset_ns = (int64_t)(wall_ns - load->now_ns);
		if (clock_now_ns() - load->now_ns < MS(1))
			return;
	}
}

void load_look(struct load *load, const char *root)
{
	memset(load, 0, sizeof(*load));
	read_clocks(load);
	read_stat(load, root);
	load->own_ns = used_ns(RUSAGE_SELF) + used_ns(RUSAGE_CHILDREN);
	load->quota_stops = quota_stops(root);
}

uint32_t load_warnings(const struct load *before, const struct load *after)
{
	double elapsed_ns = (double)(after->now_ns - before->now_ns);
	double own_ns = (double)(after->own_ns - before->own_ns);
	double busy_ns = (double)after->busy_ns - (double)before->busy_ns;
	double steal_ns = (double)after->steal_ns - (double)before->steal_ns;
	int64_t step_ns = after->wall_offset_ns - before->wall_offset_ns;
	uint32_t warnings = 0;

	if (steal_ns > STEAL_SHARE * own_ns && steal_ns > TICKS_NS)
		warnings |= WARN_STEAL;
	if (busy_ns - own_ns > OTHER_SHARE * elapsed_ns + TICKS_NS)
		warnings |= WARN_OTHER_LOAD;
	if (step_ns > STEP_NS || step_ns < -STEP_NS)
		warnings |= WARN_CLOCK_STEPPED;
	if (after->quota_stops > before->quota_stops)
		warnings |= WARN_THROTTLED;
	return warnings;
}
