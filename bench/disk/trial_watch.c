/* SPDX-License-Identifier: MIT */
/* trial_watch.c - what a disk says of itself while it is under load */

#include "bench/disk/trial_watch.h"

#include "bench/disk/temperature.h"
#include "bench/machine/disk.h"

#define LOOK_EVERY_NS SECONDS(1)

void trial_watch(struct run *run)
{
	struct trial *trial = run->state;
	int temperature_mc;

	trial->next_look_ns = run->pace->now() + LOOK_EVERY_NS;
	if (disk_temperature(run->job->disk, "", &temperature_mc) == 0 &&
	    temperature_mc > trial->temperature_mc)
		trial->temperature_mc = temperature_mc;
}
