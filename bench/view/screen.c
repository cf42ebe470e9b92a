/* SPDX-License-Identifier: MIT */
/*
 * screen.c - what is on a screen, cell by cell, and the bytes that make a terminal show it
 *
 * Source: ECMA-48, of which the console of Linux, xterm, screen and tmux all know CUP, ED and SGR.
 */

#include "bench/view/screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Parameters of SGR. Eight colours: the text mode of VGA has no more. */
static const char *const looks[LOOK_COUNT] = {
	[LOOK_PLAIN] = "0",           [LOOK_TITLE] = "0;36",        [LOOK_BAR] = "0;7",
	[LOOK_GOOD] = "0;32",         [LOOK_WARN] = "0;1;33",       [LOOK_BAD] = "0;1;31",
	[LOOK_CARD_GOOD] = "0;30;42", [LOOK_CARD_WARN] = "0;30;43", [LOOK_CARD_BAD] = "0;1;37;41",
};

void screen_clear(struct screen *screen)
{
	memset(screen->text, ' ', sizeof(screen->text));
	memset(screen->look, LOOK_PLAIN, sizeof(screen->look));
}

void screen_fill(struct screen *screen, unsigned row, enum look look)
{
	memset(screen->text[row], ' ', SCREEN_COLUMNS);
	memset(screen->look[row], look, SCREEN_COLUMNS);
}

unsigned screen_put(struct screen *screen, unsigned row, unsigned column, enum look look,
                    const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	for (const char *c = text; *c && row < SCREEN_ROWS && column < SCREEN_COLUMNS; c++) {
		screen->text[row][column] = *c >= ' ' && *c <= '~' ? *c : '?';
		screen->look[row][column++] = (uint8_t)look;
	}
	return column;
}

const char *screen_line(const struct screen *screen, unsigned row, char text[SCREEN_COLUMNS + 1])
{
	size_t length = SCREEN_COLUMNS;

	memcpy(text, screen->text[row], SCREEN_COLUMNS);
	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
	return text;
}

static bool is_same(const struct screen *shown, const struct screen *wanted, unsigned row,
                    unsigned column)
{
	return shown && shown->text[row][column] == wanted->text[row][column] &&
	       shown->look[row][column] == wanted->look[row][column];
}

/* What is on its way to the terminal, and what state that will leave it in. */
struct stream {
	char *bytes;
	size_t used;
	int look; /* -1 = not known */
};

static void PRINTF_LIKE(2, 3) add(struct stream *stream, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	stream->used += (size_t)vsnprintf(stream->bytes + stream->used,
	                                  SCREEN_BYTES_MAX - stream->used, format, args);
	va_end(args);
}

static void add_cell(struct stream *stream, char c, int look, bool colour)
{
	if (colour && look != stream->look)
		add(stream, "\033[%sm", looks[look]);
	stream->look = look;
	stream->bytes[stream->used++] = c;
}

size_t screen_bytes(const struct screen *shown, const struct screen *wanted, unsigned rows,
                    unsigned columns, bool colour, unsigned home, char bytes[SCREEN_BYTES_MAX])
{
	struct stream stream = { bytes, 0, -1 };

	if (!shown)
		add(&stream, "%s\033[2J", colour ? "\033[0m" : "");
	for (unsigned row = 0; row < rows && row < SCREEN_ROWS; row++) {
		bool follows = false; /* the cursor is at the cell already */

		for (unsigned column = 0; column < columns && column < SCREEN_COLUMNS; column++) {
			if (is_same(shown, wanted, row, column)) {
				follows = false;
				continue;
			}
			if (!follows)
				add(&stream, "\033[%u;%uH", row + 1, column + 1);
			add_cell(&stream, wanted->text[row][column], wanted->look[row][column],
			         colour);
			follows = true;
		}
	}
	if (stream.used > 0)
		add(&stream, "%s\033[%u;1H", colour ? "\033[0m" : "", home + 1);
	return stream.used;
}
