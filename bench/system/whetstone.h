/* SPDX-License-Identifier: MIT */
/* whetstone.h - the eight sections of Whetstone: what the routine and its caller share */

#ifndef ASSAY_SYSTEM_WHETSTONE_H
#define ASSAY_SYSTEM_WHETSTONE_H

#include "bench/lib/base.h"

#define WHETSTONE_SECTIONS 8

/* One run of all sections. */
struct whetstone {
	double time_s[WHETSTONE_SECTIONS]; /* of section 1 a tenth: it runs ten times as often */
	double answer[WHETSTONE_SECTIONS]; /* the value that each arrives at */
};

/*
 * The number of the first section (1 to 8) whose answer is wrong after @outer outer
 * passes with the scale 100; 0 if all are right. After one pass all answers are known to
 * 1e-10; after more, some only roughly.
 */
unsigned whetstone_wrong(const struct whetstone *run, long outer);

#ifdef ASSAY_LEVEL

#include "bench/level.h"

/* Run every section @outer times, with inner counts @scale times the base counts. */
void LEVEL(whetstone_sections)(long outer, long scale, struct whetstone *run);

#endif

#endif
