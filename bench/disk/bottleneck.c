/* SPDX-License-Identifier: MIT */
/* bottleneck.c - what disks share that is too narrow for all of them */

#include "bench/disk/bottleneck.h"

#include <stdio.h>
#include <string.h>

#define BUSY_SHARE 0.9

double bottleneck_ratio(const struct speeds *speeds, unsigned count)
{
	double alone = 0, together = 0;

	for (unsigned i = 0; i < count; i++) {
		alone += speeds[i].alone;
		together += speeds[i].together;
	}
	return alone > 0 ? together / alone : 1;
}

/* The ratio of all disks at the controller of disk @at; 1 when it is the only one there. */
static double controller_ratio(const struct speeds *speeds, unsigned count, unsigned at)
{
	double alone = 0, together = 0;
	unsigned disks = 0;

	for (unsigned i = 0; i < count; i++) {
		if (strcmp(speeds[i].controller, speeds[at].controller) != 0)
			continue;
		alone += speeds[i].alone;
		together += speeds[i].together;
		disks++;
	}
	return disks > 1 && alone > 0 ? together / alone : 1;
}

void bottleneck_name(char *text, size_t size, const struct speeds *speeds, unsigned count,
                     double busy)
{
	double least = 1;
	unsigned worst = 0;

	for (unsigned i = 0; i < count; i++) {
		double ratio =
		    speeds[i].controller[0] != '\0' ? controller_ratio(speeds, count, i) : 1;

		if (ratio >= least)
			continue;
		least = ratio;
		worst = i;
	}
	if (busy >= BUSY_SHARE)
		snprintf(text, size, "the CPUs: %.0f %% busy", busy * 100);
	else if (least < BOTTLENECK_RATIO)
		snprintf(text, size, "controller %s: %.0f %% left", speeds[worst].controller,
		         least * 100);
	else
		snprintf(text, size, "above the controllers: PCI Express or memory");
}
