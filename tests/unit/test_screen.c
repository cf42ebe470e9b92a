/* SPDX-License-Identifier: MIT */
/* test_screen.c - the bytes for a terminal, shown by a small terminal of our own */

#include "tests/unit/check.h"

#include "bench/view/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* It knows CUP, ED 2 and SGR, and ends the test on anything else: nothing may scroll it. */
struct terminal {
	char text[SCREEN_ROWS][SCREEN_COLUMNS];
	unsigned row, column, cells, colours;
};

static void obey(struct terminal *terminal, const char *parameters, char command)
{
	switch (command) {
	case 'H':
		assert_int_equal(sscanf(parameters, "%u;%u", &terminal->row, &terminal->column), 2);
		terminal->row--;
		terminal->column--;
		break;
	case 'J':
		assert_string_equal(parameters, "2");
		memset(terminal->text, ' ', sizeof(terminal->text));
		break;
	case 'm': terminal->colours++; break;
	default: assert_null("a command that may scroll");
	}
}

static void show(struct terminal *terminal, const char *bytes, size_t size)
{
	terminal->cells = terminal->colours = 0;
	for (size_t i = 0; i < size; i++) {
		char parameters[16];
		size_t length;

		if (bytes[i] == '\033') {
			assert_int_equal(bytes[++i], '[');
			length = strspn(bytes + i + 1, "0123456789;");
			assert_true(length < sizeof(parameters));
			snprintf(parameters, length + 1, "%s", bytes + i + 1);
			i += length + 1;
			obey(terminal, parameters, bytes[i]);
			continue;
		}
		assert_true(bytes[i] >= ' ' && bytes[i] <= '~');
		assert_true(terminal->row < SCREEN_ROWS && terminal->column < SCREEN_COLUMNS);
		terminal->text[terminal->row][terminal->column++] = bytes[i];
		terminal->cells++;
	}
}

static char bytes[SCREEN_BYTES_MAX];
static struct screen one, two;

static size_t change(const struct screen *from, const struct screen *to, bool colour)
{
	return screen_bytes(from, to, SCREEN_ROWS, SCREEN_COLUMNS, colour, 20, bytes);
}

static void shows_what_is_wanted(void **state)
{
	struct terminal terminal;

	(void)state;
	memset(&terminal, 'x', sizeof(terminal));
	screen_clear(&one);
	assert_int_equal(screen_put(&one, 0, 70, LOOK_BAD, "cut at the edge"), SCREEN_COLUMNS);
	screen_put(&one, 24, 0, LOOK_BAR, "the last %s", "row");
	show(&terminal, bytes, change(NULL, &one, true));
	assert_memory_equal(terminal.text, one.text, sizeof(one.text));
	assert_int_equal(terminal.row, 20);
	assert_int_equal(terminal.column, 0);
}

static void sends_what_changed_only(void **state)
{
	struct terminal terminal;

	(void)state;
	screen_clear(&one);
	screen_put(&one, 3, 5, LOOK_PLAIN, "sample 9");
	memset(&terminal, 0, sizeof(terminal));
	show(&terminal, bytes, change(NULL, &one, true));
	two = one;
	screen_put(&two, 3, 5, LOOK_PLAIN, "sample 10");
	show(&terminal, bytes, change(&one, &two, true));
	assert_int_equal(terminal.cells, 2);
	assert_memory_equal(terminal.text, two.text, sizeof(two.text));
	assert_int_equal(change(&two, &two, true), 0);

	screen_put(&one, 3, 5, LOOK_BAD, "sample 10"); /* the same text in another colour */
	show(&terminal, bytes, change(&two, &one, true));
	assert_int_equal(terminal.cells, 9);
}

static void has_no_colour_when_told_so(void **state)
{
	struct terminal terminal;

	(void)state;
	screen_clear(&one);
	for (unsigned row = 0; row < SCREEN_ROWS; row++)
		screen_put(&one, row, 0, (enum look)(row % LOOK_COUNT), "row %u", row);
	memset(&terminal, 0, sizeof(terminal));
	show(&terminal, bytes, change(NULL, &one, false));
	assert_int_equal(terminal.colours, 0);
	assert_memory_equal(terminal.text, one.text, sizeof(one.text));
	show(&terminal, bytes, change(NULL, &one, true));
	assert_true(terminal.colours >= LOOK_COUNT);
}

/* Every cell in another look than the one before, and none where it was. */
static void has_room_for_the_worst(void **state)
{
	struct terminal terminal;
	size_t size;

	(void)state;
	screen_clear(&one);
	for (unsigned row = 0; row < SCREEN_ROWS; row++)
		for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
			screen_put(&one, row, column, column % 2 ? LOOK_CARD_BAD : LOOK_CARD_WARN,
			           "x");
	size = change(NULL, &one, true);
	assert_true(size < SCREEN_BYTES_MAX);
	two = one;
	for (unsigned row = 0; row < SCREEN_ROWS; row++)
		for (unsigned column = 0; column < SCREEN_COLUMNS; column += 2)
			two.text[row][column] = 'y';
	size = change(&one, &two, true);
	assert_true(size < SCREEN_BYTES_MAX);
	memset(&terminal, 'x', sizeof(terminal));
	show(&terminal, bytes, size);
	assert_memory_equal(terminal.text, two.text, sizeof(two.text));
}

static void leaves_out_what_is_not_there(void **state)
{
	(void)state;
	screen_clear(&one);
	two = one;
	screen_put(&two, 24, 0, LOOK_PLAIN, "x");
	assert_int_equal(screen_bytes(&one, &two, 24, 80, true, 20, bytes), 0);
	assert_true(screen_bytes(&one, &two, 25, 80, true, 20, bytes) > 0);
	two = one;
	screen_put(&two, 0, 40, LOOK_PLAIN, "x");
	assert_int_equal(screen_bytes(&one, &two, 25, 40, true, 20, bytes), 0);
	assert_true(screen_bytes(&one, &two, 25, 41, true, 20, bytes) > 0);
}

static void never_sends_what_a_terminal_obeys(void **state)
{
	char text[SCREEN_COLUMNS + 1];

	(void)state;
	screen_clear(&one);
	screen_put(&one, 0, 0, LOOK_PLAIN, "a\033[2J\n\xc3\xa9\x7f z");
	assert_string_equal(screen_line(&one, 0, text), "a?[2J???? z");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shows_what_is_wanted),
		cmocka_unit_test(sends_what_changed_only),
		cmocka_unit_test(has_no_colour_when_told_so),
		cmocka_unit_test(has_room_for_the_worst),
		cmocka_unit_test(leaves_out_what_is_not_there),
		cmocka_unit_test(never_sends_what_a_terminal_obeys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
