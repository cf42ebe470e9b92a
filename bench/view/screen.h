/* SPDX-License-Identifier: MIT */
/* screen.h - what is on a screen, cell by cell, and the bytes that make a terminal show it */

#ifndef ASSAY_SCREEN_H
#define ASSAY_SCREEN_H

#include "bench/lib/base.h"

#define SCREEN_COLUMNS 80
#define SCREEN_ROWS 25

/* What a text is, so how it looks. */
enum look {
	LOOK_PLAIN,
	LOOK_TITLE, /* of a part of the screen */
	LOOK_BAR,   /* the first line and the last */
	LOOK_GOOD,
	LOOK_WARN,
	LOOK_BAD,
	LOOK_CARD_GOOD, /* large, at the end */
	LOOK_CARD_WARN,
	LOOK_CARD_BAD,
};
#define LOOK_COUNT (LOOK_CARD_BAD + 1)

struct screen {
	char text[SCREEN_ROWS][SCREEN_COLUMNS]; /* printable ASCII; no NUL */
	uint8_t look[SCREEN_ROWS][SCREEN_COLUMNS];
};

/* All blank. */
void screen_clear(struct screen *screen);

/* Blank a row, and give it one look. */
void screen_fill(struct screen *screen, unsigned row, enum look look);

/*
 * Write a text, cut at the right edge. It may come from a drive: what is not printable ASCII
 * becomes '?'. Returns the column after it.
 */
unsigned screen_put(struct screen *screen, unsigned row, unsigned column, enum look look,
                    const char *format, ...) PRINTF_LIKE(5, 6);

/* One row as a text, without the blanks at its end. Returns @text. */
const char *screen_line(const struct screen *screen, unsigned row, char text[SCREEN_COLUMNS + 1]);

/* Large enough for a screen on which every cell looks different from the one before. */
#define SCREEN_BYTES_MAX (SCREEN_ROWS * SCREEN_COLUMNS * 24 + 64)

/*
 * The bytes that turn @shown into @wanted on a terminal: only cells that differ are sent, nothing
 * scrolls, and the cursor is put at the start of row @home.
 *
 * @shown   NULL = nobody knows: everything is sent
 * @rows    of the terminal; what is below stays away
 * @columns of the terminal; what is beyond stays away
 * @colour  false = without any change of colour or weight
 * Returns how many bytes there are.
 */
size_t screen_bytes(const struct screen *shown, const struct screen *wanted, unsigned rows,
                    unsigned columns, bool colour, unsigned home, char bytes[SCREEN_BYTES_MAX]);

#endif
