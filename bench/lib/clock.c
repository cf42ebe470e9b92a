/* SPDX-License-Identifier: MIT */
/* clock.c - the two clocks: one to measure with, one to date things with */

#include "bench/lib/clock.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>

static uint64_t read_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return SECONDS(now.tv_sec) + (uint64_t)now.tv_nsec;
}

uint64_t clock_now_ns(void)
{
	return read_ns(CLOCK_MONOTONIC);
}

uint64_t clock_wall_ns(void)
{
	return read_ns(CLOCK_REALTIME);
}

void clock_utc(uint64_t wall_ns, char text[UTC_TEXT_BYTES])
{
	time_t seconds = (time_t)(wall_ns / SECONDS(1));
	unsigned milliseconds = (unsigned)(wall_ns % SECONDS(1) / MS(1));
	struct tm utc;
	size_t used;

	gmtime_r(&seconds, &utc);
	used = strftime(text, UTC_TEXT_BYTES, "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(text + used, UTC_TEXT_BYTES - used, ".%03uZ", milliseconds % 1000);
}

void clock_sleep_ns(uint64_t ns)
{
	struct timespec rest = { .tv_sec = (time_t)(ns / SECONDS(1)),
		                 .tv_nsec = (long)(ns % SECONDS(1)) };

	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR)
		;
}
