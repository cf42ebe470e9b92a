/* SPDX-License-Identifier: MIT */
/* iometer_crowd.c - many disks under one load: which, how many at once, how long, how much */

#include "bench/iometer/iometer_crowd.h"

bool iometer_crowd_has(const struct run *run, const struct disk *disk)
{
	return machine_wants(run->machine, run->job->wanted, disk) &&
	       (disk->may_write || !run->job->benchmark->writes_bytes);
}

static unsigned count_disks(const struct run *run)
{
	unsigned count = 0;

	for (unsigned i = 0; i < run->machine->disk_count; i++)
		count += iometer_crowd_has(run, &run->machine->disks[i]);
	return count;
}

unsigned iometer_crowd_steps(unsigned count, unsigned steps[IOMETER_STEPS_MAX])
{
	unsigned step_count = 0;

	for (unsigned disks = 2; disks < count; disks *= 2)
		steps[step_count++] = disks;
	steps[step_count++] = count;
	return step_count;
}

uint64_t iometer_crowd_each_ns(const struct run *run, unsigned count, unsigned step_count)
{
	double total_ns = classic_pass_s(run) * classic_passes(run) * 1e9;
	uint64_t each_ns = (uint64_t)(total_ns / (count + step_count));

	return each_ns < IOMETER_RUN_MIN_NS ? IOMETER_RUN_MIN_NS : each_ns;
}

void iometer_crowd_load(const struct run *run, struct iometer_load *load)
{
	iometer_job_load(run, IOMETER_CROWD_PREFIX, load);
	load->outstanding = load->profile->random_percent ? 32 : 8;
}

uint64_t iometer_crowd_expect_ns(const struct run *run)
{
	unsigned steps[IOMETER_STEPS_MAX], count = count_disks(run),
					   step_count = iometer_crowd_steps(count, steps);

	return (count + step_count) * iometer_crowd_each_ns(run, count, step_count);
}

uint64_t iometer_crowd_writes_bytes(const struct run *run)
{
	unsigned steps[IOMETER_STEPS_MAX], count = count_disks(run),
					   step_count = iometer_crowd_steps(count, steps);
	uint64_t time_ns = (step_count + 1) * iometer_crowd_each_ns(run, count, step_count),
		 most_bytes = 0;
	struct iometer_load load;

	iometer_crowd_load(run, &load);
	for (unsigned i = 0; i < run->machine->disk_count; i++) {
		const struct disk *disk = &run->machine->disks[i];
		uint64_t bytes = iometer_job_writes_bytes(disk, &load, load.outstanding, time_ns);

		if (iometer_crowd_has(run, disk) && bytes > most_bytes)
			most_bytes = bytes;
	}
	return most_bytes;
}
