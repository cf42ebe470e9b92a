/* SPDX-License-Identifier: MIT */
/* cost.c - the CPU time that I/O takes: of this process, and of the whole machine */

#include "bench/disk/cost.h"

#include "bench/machine/sysfs.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/*
 * The first line of /proc/stat, in ticks of sysconf(_SC_CLK_TCK):
 * "cpu  user nice system idle iowait irq softirq ..."; waiting for I/O is idling.
 * Source: Documentation/filesystems/proc.rst of Linux.
 */
static uint64_t machine_busy_ns(const char *root)
{
	unsigned long long user, nice, system, irq, softirq;
	char line[256];
	int length = sysfs_bytes(root, line, sizeof(line) - 1, "/proc/stat");

	if (length < 0)
		return 0;
	line[length] = '\0';
	if (sscanf(line, "cpu %llu %llu %llu %*u %*u %llu %llu", &user, &nice, &system, &irq,
	           &softirq) != 5)
		return 0;
	return (user + nice + system + irq + softirq) *
	       (SECONDS(1) / (uint64_t)sysconf(_SC_CLK_TCK));
}

void cost_look(struct cost *cost, const char *root)
{
	struct timespec used = { 0 };

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	cost->own_ns = SECONDS(used.tv_sec) + (uint64_t)used.tv_nsec;
	cost->machine_ns = machine_busy_ns(root);
}

void cost_add(struct cost *spent, const struct cost *start, const char *root)
{
	struct cost now;

	cost_look(&now, root);
	spent->own_ns += now.own_ns - start->own_ns;
	if (now.machine_ns > start->machine_ns)
		spent->machine_ns += now.machine_ns - start->machine_ns;
}

void cost_note(struct run *run, const struct cost *spent, uint64_t ios)
{
	if (ios == 0)
		return;
	param_number(run, "cpu_per_io_ns", round((double)spent->own_ns / (double)ios));
	param_number(run, "machine_cpu_per_io_ns", round((double)spent->machine_ns / (double)ios));
}
