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
	assert_int_equal(look_at(3, 79), LOOK_BAD);   /* 1 FAILED */
	assert_int_equal(look_at(18, 0), LOOK_PLAIN); /* CPU 55 C */
	assert_int_equal(look_at(18, 17), LOOK_BAD);  /* failed 1 */
	assert_int_equal(look_at(18, 47), LOOK_WARN); /* throttled 1 */
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
	assert_true(has_row("2 x A; 28 cores, 56 threads; 128.0 GiB; 64 disks, 256.0 TB"));
	assert_true(has_row("  cpu        0/1      memory     0/1    ! disk       5/64"));
	/* the three that failed last, the newest first */
	assert_true(has_row("disk.read.random      nvme60n1  timed-out: no end"));
	assert_false(has_row("disk.read.random      nvme61n1  timed-out: no end"));
	fake_view_take(&view, "{\"type\":\"end\",\"status\":\"test-failed\",\"elapsed_s\":1}");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("BAD DISK nvme60n1: DISK, serial SN60 at 0000:3c:00.0 8086:2701"));
	assert_true(has_row("BAD DISKS nvme61n1 SN61, nvme62n1 SN62, nvme63n1 SN63"));
	for (unsigned i = 0; i < 60; i++)
		view.disks[i].is_bad = true;
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("BAD DISKS nvme1n1 SN1, nvme2n1 SN2, nvme3n1 SN3, nvme4n1 SN4, nvme5n1 "
	                    "SN5, nvme>"));
}

static void says_that_there_is_no_disk(void **state)
{
	static const char row[] = "2 x A; 28 cores, 56 threads; 128.0 GiB; NO DISK";

	(void)state;
	fake_view_make(&view, 0);
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row(row));
	assert_int_equal(look_at(1, (unsigned)strlen(row) - 1), LOOK_BAD);
	assert_int_equal(look_at(1, 0), LOOK_PLAIN);
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
	view_draw(&view, 20, &screen);           /* the last row is for keys alone */
	assert_true(has_row(" q: leave; the run goes on                         updated between "
	                    "measurements"));
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
	assert_true(has_row("8 x 0000000000000000000; 1000 cores, 2000 threads; 102400.0 GiB; "
	                    "1 disk, 1.000 B"));
	assert_true(has_row("a.very.long.name.of.a ?[31m??   failed: "
	                    "000000000000000000000000000000000000000>"));
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
	assert_true(has_row("   R E S U L T :   D I E D"));
	assert_true(has_row("   assay ended before its time; what was finished is kept"));
	assert_true(has_row("1 ok, 1 skipped, 1 failed, 0 broken, 0 timed out"));
	assert_int_equal(look_at(4, 79), LOOK_CARD_BAD);
}

static void says_how_the_upload_goes(void **state)
{
	(void)state;
	fake_view_middle(&view);
	text_copy(view.state.upload, sizeof(view.state.upload), "no answer; again in 2 s");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("upload: no answer; again in 2 s"));
	text_copy(view.state.upload, sizeof(view.state.upload),
	          "Failed to connect to 192.0.2.1 port 80 after 9 ms: could not connect to server; "
	          "again in 2 s, until the deadline in 59 min");
	view.log_count = VIEW_LOG;
	text_copy(view.log[VIEW_LOG - 1], sizeof(view.log[0]), "the newest line");
	assert_int_equal(view_draw(&view, SCREEN_ROWS, &screen), 21);
	assert_true(has_row("upload: Failed to connect to 192.0.2.1 port 80 after 9 ms: could not "
	                    "connect to"));
	assert_true(has_row("server; again in 2 s, until the deadline in 59 min"));
	assert_true(has_row("the newest line"));
	view.health.delivered = true;
	assert_int_equal(view_draw(&view, SCREEN_ROWS, &screen), 20);
	assert_true(has_row("results: delivered to http://h/r/"));
	view.upload_to[0] = '\0'; /* it was done by hand */
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("results: delivered"));
}

/* They may be on the medium, too, and then an upload that fails is not all. */
/* Who switches it off too early loses them. */
static void says_whether_it_may_be_switched_off(void **state)
{
	static const char safe[] = "The results are safe: this machine may be switched off.";
	static const char lost[] =
	    "The results are in its memory alone: switched off now, they are lost.";

	(void)state;
	fake_view_middle(&view);
	view.health.in_memory = true;
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_false(has_row(safe) || has_row(lost)); /* not before the end */
	fake_view_take(&view, "{\"type\":\"end\",\"status\":\"ok\",\"elapsed_s\":1}");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row(lost));
	view.health.in_memory = false; /* an installed Linux */
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_false(has_row(safe) || has_row(lost));
	view.health.in_memory = view.health.delivered = true;
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row(safe));
}

static void says_what_is_on_the_medium(void **state)
{
	(void)state;
	fake_view_middle(&view);
	text_copy(view.health.medium, sizeof(view.health.medium), "the own medium /dev/sdb2");
	text_copy(view.state.upload, sizeof(view.state.upload), "no answer");
	assert_int_equal(view_draw(&view, SCREEN_ROWS, &screen), 21);
	assert_true(has_row("results: on the own medium /dev/sdb2"));
	assert_true(has_row("upload: no answer"));
	view.state.upload[0] = view.upload_to[0] = '\0';
	assert_int_equal(view_draw(&view, SCREEN_ROWS, &screen), 20);
	assert_true(has_row("results: on the own medium /dev/sdb2"));
	view.health.delivered = true;
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("results: delivered; also on the own medium"));
}

/* What to do about it depends on why. */
static void says_why_it_cannot_be_reached(void **state)
{
	static const struct {
		unsigned ports, links;
		const char *row;
	} cases[] = {
		{ 0, 0, "no network: no port was found, or none has a driver" },
		{ 1, 0, "no network: no link on any of 1 port; is a cable plugged in?" },
		{ 4, 0, "no network: no link on any of 4 ports; is a cable plugged in?" },
		{ 4, 1, "no network yet: 1 of 4 ports with a link, waiting for an address" },
	};

	(void)state;
	fake_view_make(&view, 1);
	for (size_t i = 0; i < countof(cases); i++) {
		view.health.ports = cases[i].ports;
		view.health.links = cases[i].links;
		view_draw(&view, SCREEN_ROWS, &screen);
		check_row(i, has_row(cases[i].row));
		check_row(i, look_at(2, 0) == LOOK_WARN);
	}
	text_copy(view.health.address, sizeof(view.health.address), "2001:db8::7");
	view.fingerprint[0] = '\0';
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(has_row("address 2001:db8::7"));
}

/* As long as nothing is wrong, that is said; and what is wrong without a test that failed, too. */
static void says_that_all_is_well(void **state)
{
	(void)state;
	fake_view_make(&view, 1);
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(
	    has_row("[....................]  0 of 3 tests, about 67 s left            all well "
	            "so far"));
	assert_int_equal(look_at(3, 79), LOOK_GOOD);
	fake_view_take(&view, "{\"type\":\"event\",\"kind\":\"hardware\",\"text\":\"I/O error\"}");
	view_draw(&view, SCREEN_ROWS, &screen);
	assert_true(
	    has_row("[....................]  0 of 3 tests, about 67 s left            HARDWARE "
	            "ERRORS"));
	assert_int_equal(look_at(3, 79), LOOK_BAD);
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
		cmocka_unit_test(says_whether_it_may_be_switched_off),
		cmocka_unit_test(says_what_is_on_the_medium),
		cmocka_unit_test(says_why_it_cannot_be_reached),
		cmocka_unit_test(says_that_all_is_well),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
