/* SPDX-License-Identifier: MIT */
/* strip.c - how the machine does, and where its results are going */

#include "bench/view/draw.h"

#include <limits.h>
#include <math.h>

static unsigned draw_count(struct screen *screen, unsigned row, unsigned at, const char *what,
                           unsigned count, enum look look)
{
	return screen_put(screen, row, at, count ? look : LOOK_PLAIN, "  %s %u", what, count);
}

void draw_health(const struct view *view, unsigned row, struct screen *screen)
{
	const struct view_health *health = &view->health;
	unsigned at = 0, bad = view->counts[STATUS_FAILED] + view->counts[STATUS_BROKEN] +
	                       view->counts[STATUS_TIMED_OUT];

	if (health->temperature_mc != INT_MIN)
		at = screen_put(screen, row, at, LOOK_PLAIN, "CPU %d C",
		                (health->temperature_mc + 500) / 1000);
	else
		at = screen_put(screen, row, at, LOOK_PLAIN, "CPU no sensor");
	if (!isnan(health->watts))
		at = screen_put(screen, row, at, LOOK_PLAIN, " %.0f W", health->watts);
	at = draw_count(screen, row, at, "failed", bad, LOOK_BAD);
	at = draw_count(screen, row, at, "throttled", view->throttled, LOOK_WARN);
	at = draw_count(screen, row, at, "ECC", view->ecc, LOOK_WARN);
	at = draw_count(screen, row, at, "noisy", view->noisy, LOOK_WARN);
	at = draw_count(screen, row, at, "hardware", view->hardware_events, LOOK_BAD);
	draw_count(screen, row, at, "kernel", view->kernel_events, LOOK_BAD);
	if (health->delivered)
		screen_put(screen, row + 1, 0, LOOK_GOOD, "upload: acknowledged");
	else if (view->state.upload[0])
		screen_put(screen, row + 1, 0, LOOK_WARN, "upload: %s", view->state.upload);
	else
		screen_put(screen, row + 1, 0, LOOK_PLAIN, "upload: %s%s",
		           view->upload_to[0] ? "after the last test, to " : "none",
		           view->upload_to);
}
