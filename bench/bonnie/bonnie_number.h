/* SPDX-License-Identifier: MIT */
/* bonnie_number.h - numbers of bonnie++'s command line: "300", "1G", "64:8k::5" */

#ifndef ASSAY_DISK_BONNIE_NUMBER_H
#define ASSAY_DISK_BONNIE_NUMBER_H

#include "bench/lib/base.h"

/* Where a complaint goes. */
struct bonnie_complaint {
	char *text;
	size_t size;
};

/* What a number may be, and what it counts in. */
struct bonnie_range {
	const char *name; /* "a size" */
	uint64_t least, most;
	uint64_t unit; /* bytes of a number without a letter: 1 or MIB(1); 0 = no letters */
};

/* Write the complaint. Returns -EINVAL. */
int bonnie_expected(const struct bonnie_complaint *why, const char *format, ...) PRINTF_LIKE(2, 3);

/* Take the number @text of the option -@option. Returns 0, or -EINVAL with a complaint. */
MUST_CHECK int bonnie_take_number(const struct bonnie_complaint *why, char option, const char *text,
                                  const struct bonnie_range *range, uint64_t *number);

/*
 * Take the parts of "1:2::4", @most at most. One that is empty or not there leaves its number.
 * Returns 0, or -EINVAL with a complaint.
 */
MUST_CHECK int bonnie_take_list(const struct bonnie_complaint *why, char option, const char *text,
                                const struct bonnie_range *ranges, uint64_t *const *numbers,
                                size_t most);

#endif
