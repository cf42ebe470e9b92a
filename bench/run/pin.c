/* SPDX-License-Identifier: MIT */
/* pin.c - keep a job of one thread on one CPU: it neither wanders nor loses its caches */

#include "bench/run/pin.h"

#include "bench/lib/cpus.h"
#include "bench/lib/range.h"
#include "bench/lib/text.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t interrupts[CPUS_MAX]; /* of devices, since the start, by CPU */

/* The head line names the CPU of each column, "CPU0 CPU1 CPU3". Returns how many there are. */
static unsigned read_columns(const char *line, uint16_t columns[CPUS_MAX])
{
	unsigned count = 0;
	char *end;

	while (count < CPUS_MAX && (line = strstr(line, "CPU"))) {
		unsigned long cpu = strtoul(line + 3, &end, 10);

		if (cpu >= CPUS_MAX)
			break;
		columns[count++] = (uint16_t)cpu;
		line = end;
	}
	return count;
}

/* "24: 1 0 IO-APIC ...": a device; those with a name ("LOC:", "RES:") follow the load. */
static void add_line(const char *line, const uint16_t *columns, unsigned count)
{
	const char *colon = strchr(line, ':');
	char *end;

	line += strspn(line, " ");
	if (!colon || !isdigit(line[0]))
		return;
	line = colon + 1;
	for (unsigned i = 0; i < count; i++) {
		unsigned long long number = strtoull(line, &end, 10);

		if (end == line)
			return;
		interrupts[columns[i]] += number;
		line = end;
	}
}

static void count_interrupts(const char *root)
{
	static uint16_t columns[CPUS_MAX];
	char path[PATH_MAX], *line = NULL;
	unsigned count = 0;
	size_t size = 0;
	FILE *file;

	memset(interrupts, 0, sizeof(interrupts));
	if (snprintf(path, sizeof(path), "%s/proc/interrupts", root) >= (int)sizeof(path))
		return;
	file = fopen(path, "re");
	if (!file)
		return; /* all are equal, then */
	if (getline(&line, &size, file) > 0)
		count = read_columns(line, columns);
	while (count && getline(&line, &size, file) > 0)
		add_line(line, columns, count);
	free(line);
	fclose(file);
}

int pin_choose(const char *root)
{
	char text[8192];
	const char *list;
	unsigned first, last;
	int rc, best = -ENODATA;

	rc = text_read(root, "/proc/self/status", text, sizeof(text));
	if (rc < 0)
		return rc;
	list = strstr(text, "\nCpus_allowed_list:\t");
	if (!list)
		return -ENODATA;
	count_interrupts(root);
	for (list += strcspn(list, "\t") + 1; range_next(&list, &first, &last);)
		for (unsigned cpu = first; cpu <= last && cpu < CPUS_MAX; cpu++)
			if (best <= 0 || interrupts[cpu] < interrupts[best])
				best = (int)cpu;
	return best;
}

int pin_to(unsigned cpu)
{
	size_t size = CPU_ALLOC_SIZE(CPUS_MAX);
	unsigned long mask[CPUS_MAX / (8 * sizeof(unsigned long))] = { 0 };

	CPU_SET_S(cpu, size, (cpu_set_t *)mask);
	return sched_setaffinity(0, size, (const cpu_set_t *)mask) < 0 ? -errno : 0;
}
