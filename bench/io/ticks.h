/* SPDX-License-Identifier: MIT */
/* ticks.h - the clock of clock_now_ns(), read from the counter of the CPU where that is right */

#ifndef ASSAY_IO_TICKS_H
#define ASSAY_IO_TICKS_H

#include "bench/lib/base.h"
#include "bench/lib/clock.h"

#include <x86intrin.h>

struct ticks {
	uint64_t rate; /* ns a tick, times 2^32; 0 = the counter is not to be used */
	uint64_t base_ticks, base_ns;
};

/* Find out whether the kernel itself keeps time by the counter, and how fast that is: 2 ms. */
void ticks_make(struct ticks *ticks);

/* Set it by clock_now_ns() again. The next reading may be a little before the last one. */
void ticks_set(struct ticks *ticks);

/* Half of the time of clock_now_ns(), which counts where an I/O takes 50 ns. */
static inline uint64_t ticks_now_ns(const struct ticks *ticks)
{
	int64_t passed;

	if (ticks->rate == 0)
		return clock_now_ns();
	passed = (int64_t)(__rdtsc() - ticks->base_ticks);
	if (passed < 0) /* on another CPU, whose counter is a little behind */
		passed = 0;
	return ticks->base_ns + (uint64_t)((unsigned __int128)passed * ticks->rate >> 32);
}

#endif
