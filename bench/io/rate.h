/* SPDX-License-Identifier: MIT */
/* rate.h - not more than so many bytes or I/Os a second */

#ifndef ASSAY_IO_RATE_H
#define ASSAY_IO_RATE_H

#include "bench/io/io.h"

struct rate {
	bool limited; /* in any direction */
	struct {
		double ns_per_byte, ns_per_io; /* 0 = without limit */
		double bytes_ns, ios_ns;       /* since start_ns: when the next may begin */
	} of[IO_DIRECTIONS];
	uint64_t start_ns;
};

void rate_make(struct rate *rate, const struct io_work *work);

/* Time passes from here on: what was missed before is not made up for. */
void rate_begin(struct rate *rate, uint64_t now_ns);

/* When the next I/O of @direction may begin. */
uint64_t rate_due_ns(const struct rate *rate, enum io_direction direction);

/* One of @bytes begins. One that comes late does not delay those after it. */
void rate_charge(struct rate *rate, enum io_direction direction, uint32_t bytes);

#endif
