/* SPDX-License-Identifier: MIT */
/* draw.h - the parts of the screen, shared by the files that draw them */

#ifndef ASSAY_VIEW_DRAW_H
#define ASSAY_VIEW_DRAW_H

#include "bench/view/view.h"

/* Temperature, watts and what went wrong until now in one row; the upload in the next. */
void draw_health(const struct view *view, unsigned row, struct screen *screen);

/* The result of a run that is over, in 7 rows from @row on: large, and what to do now. */
void draw_card(const struct view *view, unsigned row, struct screen *screen);

#endif
