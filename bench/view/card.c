/* SPDX-License-Identifier: MIT */
/* card.c - how a run ended, to be read from across the room */

#include "bench/view/draw.h"

#include "bench/lib/status.h"

#include <ctype.h>
#include <string.h>

#define BAD_ROWS 3

/* Nothing was wrong with the machine, or with assay: somebody ended it, or nothing came to an end.
 */
static bool is_half(const char *status)
{
	static const int half[] = { EXIT_NOT_DELIVERED, EXIT_NOTHING_RAN, EXIT_STOPPED,
		                    EXIT_REFUSED };

	for (size_t i = 0; i < countof(half); i++)
		if (strcmp(exit_status_word(half[i]), status) == 0)
			return true;
	return false;
}

static enum look look_of(const char *status)
{
	if (strcmp(status, exit_status_word(EXIT_OK)) == 0)
		return LOOK_CARD_GOOD;
	return is_half(status) ? LOOK_CARD_WARN : LOOK_CARD_BAD;
}

/* Which ones to pull out. */
static void draw_bad_disks(const struct view *view, unsigned row, struct screen *screen)
{
	unsigned count = 0, last = 0;

	for (unsigned i = 0; i < view->disk_count; i++) {
		const struct view_disk *disk = &view->disks[i];

		if (!disk->is_bad)
			continue;
		last = row + (count < BAD_ROWS ? count : BAD_ROWS - 1);
		if (count++ < BAD_ROWS)
			screen_put(screen, last, 0, LOOK_BAD, "BAD DISK %s: %s", disk->name,
			           disk->label);
	}
	if (count > BAD_ROWS)
		screen_put(screen, last, 0, LOOK_BAD, "%-*s", SCREEN_COLUMNS,
		           "and more BAD DISKS: the report has them all");
}

void draw_card(const struct view *view, unsigned row, struct screen *screen)
{
	const unsigned *counts = view->counts;
	enum look look = look_of(view->status);
	char time[TIME_BYTES];
	unsigned at;

	for (unsigned i = 0; i < 3; i++)
		screen_fill(screen, row + i, look);
	at = screen_put(screen, row + 1, 3, look, "R E S U L T :  ");
	for (const char *c = view->status; *c; c++)
		at = screen_put(screen, row + 1, at, look, " %c", toupper((unsigned char)*c));
	screen_put(screen, row + 3, 0, LOOK_PLAIN,
	           "%u ok, %u skipped, %u failed, %u broken, %u timed out, in %s",
	           counts[STATUS_OK], counts[STATUS_SKIPPED], counts[STATUS_FAILED],
	           counts[STATUS_BROKEN], counts[STATUS_TIMED_OUT],
	           table_time(time, view->elapsed_s));
	draw_bad_disks(view, row + 4, screen);
}
