/* SPDX-License-Identifier: MIT */
/* draw.h - the parts of the screen, shared by the files that draw them */

#ifndef ASSAY_VIEW_DRAW_H
#define ASSAY_VIEW_DRAW_H

#include "bench/view/view.h"

/* CPUs, memory and disks in @row; in the next how the machine is reached, or why it is not. */
void draw_machine(const struct view *view, unsigned row, struct screen *screen);

/* How many results are bad: failed, broken or timed out. */
unsigned view_bad(const struct view *view);

/*
 * Temperature, watts and what went wrong until now in @row; in the next, or the next two, where
 * the results go. Returns the row after them.
 */
unsigned draw_health(const struct view *view, unsigned row, struct screen *screen);

/* Which disks to pull out, one each in @rows rows from @row on, at least 1. */
void draw_bad_disks(const struct view *view, unsigned row, unsigned rows, struct screen *screen);

/* The result of a run that is over, in 7 rows from @row on: large, and what it means. */
void draw_card(const struct view *view, unsigned row, struct screen *screen);

#endif
