/* SPDX-License-Identifier: MIT */
/* test_view_odd.c - a screen for whatever there is: many disks and none, long names, small
 * terminals */

#include "tests/unit/check.h"

#include "bench/lib/text.h"
#include "tests/unit/fake_view.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct view view;
static struct screen screen;

static bool has_row(const char *wanted)
{
	return fake_view_has(&screen, wanted);
}

static enum look look_at(unsigned row, unsigned column)
{
	return screen.look[row][column];
}

/* What is wrong is not only said by colour, and what is said by colour is wrong. */
static void colours_say_what_words_say(void **state)
{
	(void)state;
	fake_view_middle(&view);
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_int_equal(look_at(0, 79), LOOK_BAR);
	assert_int_equal(look_at(4, 0), LOOK_GOOD); /* + cpu */
	assert_int_equal(look_at(4, 40), LOOK_BAD); /* ! disk */
	assert_int_equal(look_at(11, 0), LOOK_BAD); /* failed */
	assert_int_equal(look_at(12, 0), LOOK_PLAIN);
	assert_int_equal(look_at(18, 17), LOOK_BAD);   /* failed 1 */
	assert_int_equal(look_at(18, 27), LOOK_WARN);  /* throttled 1 */
	assert_int_equal(look_at(18, 40), LOOK_PLAIN); /* ECC 0 */
	fake_view_take(&view, "{\"type\":\"end\",\"status\":\"stopped\",\"elapsed_s\":1}");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_int_equal(look_at(4, 79), LOOK_CARD_WARN);
	fake_view_take(&view, "{\"type\":\"end\",\"status\":\"ok\",\"elapsed_s\":1}");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_int_equal(look_at(4, 79), LOOK_CARD_GOOD);
}

static void has_room_for_many_disks(void **state)
{
	(void)state;
	fake_view_make(&view, 64);
	for (unsigned i = 0; i < 5; i++)
		fake_view_take(&view,
		               "{\"type\":\"result\",\"test\":\"disk.read.random\",\"target\":"
		               "\"nvme%un1\",\"status\":\"timed-out\",\"reason\":\"no end\"}",
		               60 + i % 4);
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("2 x A; 28 cores, 56 threads; 131072 MiB; 64 disks, 256.0 TB"));
	assert_true(has_row("  cpu        0/1      memory     0/1    ! disk       5/64"));
	/* the three that failed last, the newest first */
	assert_true(has_row("disk.read.random      nvme60n1  timed-out: no end"));
	assert_false(has_row("disk.read.random      nvme61n1  timed-out: no end"));
	fake_view_take(&view, "{\"type\":\"end\",\"status\":\"test-failed\",\"elapsed_s\":1}");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("BAD DISK nvme61n1: DISK, serial SN61 at 0000:3d:00.0 8086:2701"));
	assert_true(has_row("and more BAD DISKS: the report has them all"));
}

static void says_that_there_is_no_disk(void **state)
{
	static const char row[] = "2 x A; 28 cores, 56 threads; 131072 MiB; 0 disks";

	(void)state;
	fake_view_make(&view, 0);
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row(row));
	assert_int_equal(look_at(1, (unsigned)strlen(row) - 1), LOOK_BAD);
}

/* On a terminal of 24 rows the log gives up one, and all else stays where it is. */
static void fits_on_a_smaller_terminal(void **state)
{
	struct screen small;

	(void)state;
	fake_view_middle(&view);
	view.log_count = VIEW_LOG;
	text_copy(view.log[0], sizeof(view.log[0]), "the oldest line");
	text_copy(view.log[VIEW_LOG - 1], sizeof(view.log[0]), "the newest line");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("the oldest line"));
	small = screen;
	view_draw(&view, 24, &screen);
	assert_false(has_row("the oldest line"));
	assert_true(has_row("the newest line"));
	assert_memory_equal(small.text, screen.text, 20 * SCREEN_COLUMNS);
	assert_memory_equal(small.text[24], screen.text[23], SCREEN_COLUMNS);
	for (unsigned rows = 0; rows < 24; rows++)
		view_draw(&view, rows, &screen); /* and is never written beyond */
}

/* Names come from drives and firmware. */
static void cuts_and_cleans_names(void **state)
{
	(void)state;
	fake_view_make(&view, 1);
	fake_view_take(&view,
	               "{\"type\":\"machine\",\"cpu\":{\"sockets\":8,\"model\":\"%0100d\","
	               "\"cores\":1000,\"threads\":2000},\"memory\":{\"total_bytes\":"
	               "109951162777600},\"disks\":[{\"name\":\"sda\",\"bytes\":1}]}",
	               7);
	fake_view_take(&view,
	               "{\"type\":\"result\",\"test\":\"a.very.long.name.of.a.test.of.ours\","
	               "\"target\":\"\\u001b[31m\\u00e9\",\"status\":\"failed\","
	               "\"reason\":\"%0300d\"}",
	               7);
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("8 x 000000000000000000; 1000 cores, 2000 threads; 104857600 MiB; "
	                    "1 disk, 1.000 B"));
	assert_true(has_row("a.very.long.name.of.a ?[31m??   failed: "
	                    "0000000000000000000000000000000000000000"));
	for (unsigned row = 0; row < SCREEN_ROWS; row++)
		for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
			check_row(row, screen.text[row][column] >= ' ' &&
			                   screen.text[row][column] <= '~');
}

static void says_that_assay_died(void **state)
{
	(void)state;
	fake_view_middle(&view);
	view.health.gone = true;
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("assay died: its log says how"));
}

static void says_how_the_upload_goes(void **state)
{
	(void)state;
	fake_view_middle(&view);
	text_copy(view.state.upload, sizeof(view.state.upload), "no answer; again in 2 s");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("upload: no answer; again in 2 s"));
	view.health.delivered = true;
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("upload: acknowledged"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_say_what_words_say),
		cmocka_unit_test(has_room_for_many_disks),
		cmocka_unit_test(says_that_there_is_no_disk),
		cmocka_unit_test(fits_on_a_smaller_terminal),
		cmocka_unit_test(cuts_and_cleans_names),
		cmocka_unit_test(says_that_assay_died),
		cmocka_unit_test(says_how_the_upload_goes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
