/* SPDX-License-Identifier: MIT */
/* rate.c - not more than so many bytes or I/Os a second */

#include "bench/io/rate.h"

void rate_make(struct rate *rate, const struct io_work *work)
{
	*rate = (struct rate){ 0 };
	for (enum io_direction direction = IO_READ; direction < IO_DIRECTIONS; direction++) {
		uint64_t bytes = work->rate_bytes_per_s[direction];
		uint64_t ios = work->rate_ios_per_s[direction];

		rate->of[direction].ns_per_byte = bytes ? 1e9 / (double)bytes : 0;
		rate->of[direction].ns_per_io = ios ? 1e9 / (double)ios : 0;
		rate->limited |= bytes || ios;
	}
}

/* What of @due_ns, counted from the old start, is still to come at the new one. */
static double rest_ns(double due_ns, double passed_ns)
{
	return due_ns > passed_ns ? due_ns - passed_ns : 0;
}

void rate_begin(struct rate *rate, uint64_t now_ns)
{
	double passed_ns = (double)(now_ns - rate->start_ns);

	for (enum io_direction direction = IO_READ; direction < IO_DIRECTIONS; direction++) {
		rate->of[direction].bytes_ns = rest_ns(rate->of[direction].bytes_ns, passed_ns);
		rate->of[direction].ios_ns = rest_ns(rate->of[direction].ios_ns, passed_ns);
	}
	rate->start_ns = now_ns;
}

uint64_t rate_due_ns(const struct rate *rate, enum io_direction direction)
{
	double bytes_ns = rate->of[direction].bytes_ns, ios_ns = rate->of[direction].ios_ns;

	return rate->start_ns + (uint64_t)(bytes_ns > ios_ns ? bytes_ns : ios_ns);
}

void rate_charge(struct rate *rate, enum io_direction direction, uint32_t bytes)
{
	rate->of[direction].bytes_ns += rate->of[direction].ns_per_byte * bytes;
	rate->of[direction].ios_ns += rate->of[direction].ns_per_io;
}
