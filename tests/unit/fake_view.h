/* SPDX-License-Identifier: MIT */
/* fake_view.h - runs to look at, as their journals tell them */

#ifndef ASSAY_FAKE_VIEW_H
#define ASSAY_FAKE_VIEW_H

#include "bench/view/view.h"

/* A view that knows a run of 2 tests on the machine and one on each of so many disks. */
void fake_view_make(struct view *view, unsigned disks);

/*
 * One with 3 disks: the test of the CPU is over, that of memory was skipped, one disk has failed,
 * the next is at work.
 */
void fake_view_middle(struct view *view);

/* Let it take a line of a journal. */
void fake_view_take(struct view *view, const char *format, ...) PRINTF_LIKE(2, 3);

/* Is there a row with this text, and nothing else, on the screen? */
bool fake_view_has(const struct screen *screen, const char *wanted);

#endif
