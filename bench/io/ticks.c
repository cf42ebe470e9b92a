/* SPDX-License-Identifier: MIT */
/* ticks.c - the clock of clock_now_ns(), read from the counter of the CPU where that is right */

#include "bench/io/ticks.h"

#include "bench/lib/text.h"

#include <pthread.h>
#include <string.h>

#define CLOCK_SOURCE "/sys/devices/system/clocksource/clocksource0/current_clocksource"
#define TRIES 5

static uint64_t rate; /* of this machine, as in struct ticks */

/* Read both clocks at the same moment: of several tries the one that was least interrupted. */
static void read_both(struct ticks *at)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < TRIES; i++) {
		uint64_t before = __rdtsc(), ns = clock_now_ns(), took = __rdtsc() - before;

		if (took < least) {
			least = took;
			at->base_ticks = before + took / 2;
			at->base_ns = ns;
		}
	}
}

static void find_rate(void)
{
	struct ticks first = { 0 }, last = { 0 };
	char source[16];

	if (text_read("", CLOCK_SOURCE, source, sizeof(source)) < 0 || strcmp(source, "tsc") != 0)
		return;
	read_both(&first);
	do {
		read_both(&last);
	} while (last.base_ns - first.base_ns < MS(2));
	rate = (uint64_t)(((unsigned __int128)(last.base_ns - first.base_ns) << 32) /
	                  (last.base_ticks - first.base_ticks));
}

void ticks_make(struct ticks *ticks)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, find_rate);
	ticks->rate = rate;
	ticks_set(ticks);
}

void ticks_set(struct ticks *ticks)
{
	if (ticks->rate)
		read_both(ticks);
}
