/* SPDX-License-Identifier: MIT */
/* bottleneck.h - what disks share that is too narrow for all of them; a pure rule */

#ifndef ASSAY_DISK_BOTTLENECK_H
#define ASSAY_DISK_BOTTLENECK_H

#include "bench/lib/base.h"

#define BOTTLENECK_RATIO 0.9 /* below it something is shared that is short */

/* One disk: how fast it was by itself, and while all others worked too. */
struct speeds {
	const char *controller; /* "" = not known */
	double alone, together;
};

/* What all give together, as a share of the sum of what each gives alone. */
double bottleneck_ratio(const struct speeds *speeds, unsigned count);

/*
 * Name what is short: the CPUs when @busy (0 to 1 of all of them) says so, else the controller
 * of two disks or more that keeps least of their speed, else what is above the controllers.
 */
void bottleneck_name(char *text, size_t size, const struct speeds *speeds, unsigned count,
                     double busy);

#endif
