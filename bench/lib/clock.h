/* SPDX-License-Identifier: MIT */
/* clock.h - the two clocks: one to measure with, one to date things with */

#ifndef ASSAY_CLOCK_H
#define ASSAY_CLOCK_H

#include "bench/lib/base.h"

/* Length of the text of clock_utc(), with the NUL: "2026-11-30T15:35:02.123Z". */
#define UTC_TEXT_BYTES 25

/* Nanoseconds since an arbitrary start; never steps. The only clock to measure with. */
uint64_t clock_now_ns(void);

/* Wall clock, ns since 1970. May be wrong and may step: for dating, never for measuring. */
uint64_t clock_wall_ns(void);

/* Write the wall clock @wall_ns as ISO 8601 in UTC with milliseconds. */
void clock_utc(uint64_t wall_ns, char text[UTC_TEXT_BYTES]);

/* Sleep @ns, whatever signals arrive meanwhile. */
void clock_sleep_ns(uint64_t ns);

#endif
