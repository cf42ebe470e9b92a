/* SPDX-License-Identifier: MIT */
/*
 * iometer_cpus.c - what each CPU of the machine did, as results.csv has it
 *
 * /proc/stat has "cpuN user nice system idle iowait irq softirq ..." for each CPU, in ticks of
 * sysconf(_SC_CLK_TCK), and then "intr TOTAL ...".
 * Source: Documentation/filesystems/proc.rst of Linux.
 */

#include "bench/iometer/iometer_cpus.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns whether @line was of one CPU, and there is room for it. */
static bool take_cpu(struct iometer_cpus *cpus, const char *line)
{
	const uint64_t tick_ns = SECONDS(1) / (uint64_t)sysconf(_SC_CLK_TCK);
	unsigned long long user, nice, system, irq, softirq;
	struct iometer_cpu *more;
	unsigned number;

	if (strncmp(line, "cpu", 3) != 0 || line[3] == ' ') /* that one is all of them */
		return false;
	if (sscanf(line, "cpu%u %llu %llu %llu %*u %*u %llu %llu", &number, &user, &nice, &system,
	           &irq, &softirq) != 6)
		return false;
	more = reallocarray(cpus->cpus, cpus->count + 1, sizeof(*more));
	if (!more)
		return false;
	cpus->cpus = more;
	more[cpus->count++] = (struct iometer_cpu){ .number = number,
		                                    .user_ns = (user + nice) * tick_ns,
		                                    .system_ns = system * tick_ns,
		                                    .softirq_ns = softirq * tick_ns,
		                                    .irq_ns = irq * tick_ns };
	return true;
}

void iometer_cpus_look(struct iometer_cpus *cpus, const char *root)
{
	char path[PATH_MAX], line[512];
	unsigned long long interrupts;
	FILE *file;

	*cpus = (struct iometer_cpus){ .count = 0 };
	snprintf(path, sizeof(path), "%s/proc/stat", root);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		if (take_cpu(cpus, line) || sscanf(line, "intr %llu", &interrupts) != 1)
			continue;
		cpus->interrupts = interrupts;
		break;
	}
	if (file)
		fclose(file);
}

void iometer_cpus_free(struct iometer_cpus *cpus)
{
	free(cpus->cpus);
	*cpus = (struct iometer_cpus){ .count = 0 };
}

static uint64_t more_ns(uint64_t now_ns, uint64_t before_ns)
{
	return now_ns > before_ns ? now_ns - before_ns : 0;
}

void iometer_cpus_since(struct iometer_cpus *now, const struct iometer_cpus *before)
{
	for (unsigned i = 0; i < now->count; i++) {
		struct iometer_cpu *cpu = &now->cpus[i];
		const struct iometer_cpu *old = &before->cpus[i];

		if (i >= before->count || old->number != cpu->number)
			old = cpu; /* it was not there: nothing is known */
		cpu->user_ns = more_ns(cpu->user_ns, old->user_ns);
		cpu->system_ns = more_ns(cpu->system_ns, old->system_ns);
		cpu->softirq_ns = more_ns(cpu->softirq_ns, old->softirq_ns);
		cpu->irq_ns = more_ns(cpu->irq_ns, old->irq_ns);
	}
	now->interrupts = more_ns(now->interrupts, before->interrupts);
}
