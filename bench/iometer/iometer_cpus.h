/* SPDX-License-Identifier: MIT */
/* iometer_cpus.h - what each CPU of the machine did, as results.csv has it */

#ifndef ASSAY_IOMETER_CPUS_H
#define ASSAY_IOMETER_CPUS_H

#include "bench/lib/base.h"

/* Time of one CPU, in ticks of up to 10 ms. */
struct iometer_cpu {
	unsigned number;
	uint64_t user_ns, system_ns, softirq_ns, irq_ns;
};

/* All CPUs that are online: since some start, or since another look. */
struct iometer_cpus {
	struct iometer_cpu *cpus; /* freed by iometer_cpus_free() */
	unsigned count;           /* 0 = not known */
	uint64_t interrupts;      /* of all CPUs */
};

/* Look now. What /proc below @root ("" = this machine) does not say is 0. */
void iometer_cpus_look(struct iometer_cpus *cpus, const char *root);
void iometer_cpus_free(struct iometer_cpus *cpus);

/* Make of @now what has passed since @before. */
void iometer_cpus_since(struct iometer_cpus *now, const struct iometer_cpus *before);

#endif
