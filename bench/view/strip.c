/* SPDX-License-Identifier: MIT */
/* strip.c - how the machine does, and where its results are going */

#include "bench/view/draw.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* What went wrong until now, and how often; the worst first. */
static void draw_counts(const struct view *view, unsigned row, unsigned at, struct screen *screen)
{
	const struct {
		const char *what;
		unsigned count;
		enum look look;
	} counts[] = {
		{ "failed", view_bad(view), LOOK_BAD },
		{ "hardware errors", view->hardware_events, LOOK_BAD },
		{ "kernel errors", view->kernel_events, LOOK_BAD },
		{ "memory corrected", view->ecc, LOOK_WARN },
		{ "throttled", view->throttled, LOOK_WARN },
		{ "noisy", view->noisy, LOOK_WARN },
	};
	bool any = false;

	for (size_t i = 0; i < countof(counts); i++) {
		if (counts[i].count == 0)
			continue;
		at = screen_put(screen, row, at, LOOK_PLAIN, "  ");
		at = screen_put(screen, row, at, counts[i].look, "%s %u", counts[i].what,
		                counts[i].count);
		any = true;
	}
	if (!any && view->plan[0])
		screen_put(screen, row, at, LOOK_GOOD, "  no errors");
}

static const char upload[] = "upload: ";

/* How much of @text fits into a row of @columns: whole words, if there is more than one. */
static size_t line_length(const char *text, size_t columns)
{
	size_t length = strlen(text);

	if (length <= columns)
		return length;
	for (length = columns; length > 0 && text[length - 1] != ' '; length--)
		;
	return length ? length : columns;
}

/*
 * Where they are, and where they go, in one or two rows from @row on: what the upload says has two
 * if need be, for its end is until when it will be tried. Returns the row after them.
 */
static unsigned draw_where(const struct view *view, unsigned row, struct screen *screen)
{
	const char *to = view->upload_to, *said = view->state.upload, *on = view->health.medium;
	size_t cut;

	if (view->health.delivered) {
		screen_put(screen, row, 0, LOOK_GOOD, "results: delivered%s%s%s",
		           to[0] ? " to " : "", to, on[0] ? "; also on the own medium" : "");
		return row + 1;
	}
	if (on[0])
		screen_put(screen, row++, 0, LOOK_GOOD, "results: on %s", on);
	if (said[0]) {
		cut = on[0] ? strlen(said) : line_length(said, SCREEN_COLUMNS - strlen(upload));
		screen_put(screen, row++, 0, LOOK_WARN, "%s%.*s", upload, (int)cut, said);
		if (said[cut])
			screen_put(screen, row++, 0, LOOK_WARN, "%s", said + cut);
	} else if (to[0]) {
		screen_put(screen, row++, 0, LOOK_PLAIN, "results: after the last test to %s", to);
	} else if (!on[0]) {
		screen_put(screen, row++, 0, LOOK_PLAIN, "%s",
		           view->plan[0] ? "results: stay in this machine; there is no upload="
		                         : "");
	}
	return row;
}

unsigned draw_health(const struct view *view, unsigned row, struct screen *screen)
{
	const struct view_health *health = &view->health;
	unsigned at = 0;

	if (health->temperature_mc != INT_MIN)
		at = screen_put(screen, row, at, LOOK_PLAIN, "CPU %d C",
		                (health->temperature_mc + 500) / 1000);
	else
		at = screen_put(screen, row, at, LOOK_PLAIN, "no CPU sensor");
	if (!isnan(health->watts))
		at = screen_put(screen, row, at, LOOK_PLAIN, ", %.0f W", health->watts);
	draw_counts(view, row, at, screen);
	return draw_where(view, row + 1, screen);
}
