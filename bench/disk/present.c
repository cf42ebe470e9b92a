/* SPDX-License-Identifier: MIT */
/*
 * disk.present - is there a disk at all, and every one that was asked for
 *
 * Method: count the disks of the inventory. None is a finding about the machine:
 * PCI storage controllers that no driver has taken are named, for that is the usual
 * reason. So is a missing disk that the user asked for by name.
 * Unit:   disks.
 * Error:  none; a disk that answers after the wait for devices is not counted.
 * Source: the inventory, from /sys/block and /sys/bus/pci of Linux.
 */

#include "bench/bench.h"
#include "bench/lib/text.h"

#include <stdio.h>

#define NAMED_MAX 3 /* controllers that fit in a reason */

static int fail_without_disk(struct run *run)
{
	const struct machine *machine = run->machine;
	char list[NAMED_MAX * (sizeof(struct orphan) + 4)] = "";
	size_t used = 0;

	if (machine->orphan_count == 0)
		return fail(run, "no disk was found");
	for (unsigned i = 0; i < machine->orphan_count && i < NAMED_MAX; i++)
		used +=
		    (size_t)snprintf(list + used, sizeof(list) - used, "%s%s (%s)", i ? ", " : "",
		                     machine->orphans[i].address, machine->orphans[i].ids);
	return fail(run, "no disk was found; storage controllers without a driver: %s%s", list,
	            machine->orphan_count > NAMED_MAX ? ", ..." : "");
}

static int measure_present(struct run *run)
{
	const struct machine *machine = run->machine;
	const char *wanted = run->job->wanted;
	char word[sizeof(machine->disks[0].serial)];

	if (machine->disk_count == 0)
		return fail_without_disk(run);
	while (text_next(&wanted, ",", word, sizeof(word)))
		if (!machine_disk(machine, word))
			return fail(run, "disk %s was asked for and is not in this machine", word);
	metric_sample(metric_add(run, "disks", UNIT_COUNT, BETTER_HIGHER), machine->disk_count);
	return 0;
}

const struct benchmark disk_present = {
	.name = "disk.present",
	.title = "Disks that the kernel has found",
	.source = "/sys/block of Linux",
	.target = TARGET_MACHINE,
	.look_ns = MS(5),
	.measure = measure_present,
};
