/* SPDX-License-Identifier: MIT */
/* range.h - the lists of the kernel: "0-3,8" */

#ifndef ASSAY_RANGE_H
#define ASSAY_RANGE_H

#include "bench/lib/base.h"

/*
 * Take the next range off a list like "0-3,8".
 *
 * Returns true with the range, ends included; false at the end or at what is no list.
 */
bool range_next(const char **list, unsigned *first, unsigned *last);

/* How many numbers there are in a list like "0-3,8". */
unsigned range_count(const char *list);

#endif
