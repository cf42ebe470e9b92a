/* SPDX-License-Identifier: MIT */
/* zones.h - which parts of a disk are slower than those around them; a pure rule */

#ifndef ASSAY_DISK_ZONES_H
#define ASSAY_DISK_ZONES_H

#include "bench/lib/base.h"

#define ZONES_MAX 64
#define ZONE_NEIGHBOURS 4 /* on each side */
#define ZONE_SLOW_SHARE 0.7

/*
 * The speed of zone @at as a share of the median of its neighbours, up to ZONE_NEIGHBOURS on
 * each side: a disk that turns gets slower from its start to its end, but not at once.
 *
 * @speeds  of @count zones in their order, 2 to ZONES_MAX
 * Slow is below ZONE_SLOW_SHARE. 1 when the neighbours have no speed.
 */
double zone_share(const double *speeds, unsigned count, unsigned at);

#endif
