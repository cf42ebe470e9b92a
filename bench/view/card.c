/* SPDX-License-Identifier: MIT */
/* card.c - how a run ended, to be read from across the room */

#include "bench/view/draw.h"

#include "bench/lib/status.h"

#include <ctype.h>
#include <string.h>

/* How a run can end, besides the statuses: nothing is left of it to say one. */
static const char died[] = "died";
static const char died_meaning[] = "assay ended before its time; what was finished is kept";

/* The exit status called @word; -1 = none. */
static int status_called(const char *word)
{
	for (int status = EXIT_OK; status <= EXIT_STATUS_LAST; status++)
		if (strcmp(exit_status_word(status), word) == 0)
			return status;
	return -1;
}

static enum look look_of(int status)
{
	switch (status) {
	case EXIT_OK: return LOOK_CARD_GOOD;
	/* nothing is wrong with the machine, or with assay */
	case EXIT_NOT_DELIVERED:
	case EXIT_NOTHING_RAN:
	case EXIT_STOPPED:
	case EXIT_REFUSED: return LOOK_CARD_WARN;
	}
	return LOOK_CARD_BAD;
}

void draw_bad_disks(const struct view *view, unsigned row, unsigned rows, struct screen *screen)
{
	unsigned bad = 0, last = row + rows - 1, at = 0;

	for (unsigned i = 0; i < view->disk_count; i++)
		bad += view->disks[i].is_bad;
	for (unsigned i = 0; i < view->disk_count; i++) {
		const struct view_disk *disk = &view->disks[i];

		if (!disk->is_bad)
			continue;
		if (row < last || bad <= rows)
			screen_put(screen, row++, 0, LOOK_BAD, "BAD DISK %s: %s", disk->name,
			           disk->label);
		else /* there is one row for those that are left */
			at = screen_put(screen, last, at, LOOK_BAD, "%s%s %s",
			                at ? ", " : "BAD DISKS ", disk->name, disk->serial);
	}
	if (at == SCREEN_COLUMNS)
		screen_put(screen, last, SCREEN_COLUMNS - 1, LOOK_BAD, ">");
}

/* May it be switched off? */
static void draw_next(const struct view *view, unsigned row, struct screen *screen)
{
	const struct view_health *health = &view->health;

	if (health->delivered || health->medium[0])
		screen_put(screen, row, 0, LOOK_GOOD,
		           "The results are safe: this machine may be switched off.");
	else if (health->in_memory)
		screen_put(screen, row, 0, LOOK_WARN,
		           "The results are in its memory alone: switched off now, they are lost.");
}

void draw_card(const struct view *view, unsigned row, struct screen *screen)
{
	const char *word = view->status[0] ? view->status : died;
	const unsigned *counts = view->counts;
	int status = status_called(word);
	enum look look = look_of(status);
	char time[TIME_BYTES];
	unsigned at;

	for (unsigned i = 0; i < 3; i++)
		screen_fill(screen, row + i, look);
	at = screen_put(screen, row + 1, 3, look, "R E S U L T :  ");
	for (const char *c = word; *c; c++)
		at = screen_put(screen, row + 1, at, look, " %c", toupper((unsigned char)*c));
	screen_put(screen, row + 2, 3, look, "%s",
	           status < 0 ? died_meaning : exit_status_meaning(status));
	at = screen_put(screen, row + 3, 0, LOOK_PLAIN,
	                "%u ok, %u skipped, %u failed, %u broken, %u timed out", counts[STATUS_OK],
	                counts[STATUS_SKIPPED], counts[STATUS_FAILED], counts[STATUS_BROKEN],
	                counts[STATUS_TIMED_OUT]);
	if (view->status[0])
		screen_put(screen, row + 3, at, LOOK_PLAIN, ", in %s",
		           table_time(time, view->elapsed_s));
	draw_bad_disks(view, row + 4, 2, screen);
	draw_next(view, row + 6, screen);
}
