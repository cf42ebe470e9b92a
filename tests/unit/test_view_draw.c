/* SPDX-License-Identifier: MIT */
/* test_view_draw.c - what is drawn, character by character */

#include "tests/unit/check.h"

#include "bench/lib/text.h"
#include "tests/unit/fake_view.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct view view;
static struct screen screen;

/* Compare rows from @first on; trailing blanks do not count. */
static void check_rows(unsigned first, const char *const *rows, unsigned count)
{
	char text[SCREEN_COLUMNS + 1];

	for (unsigned i = 0; i < count; i++) {
		screen_line(&screen, first + i, text);
		if (strcmp(text, rows[i]) != 0)
			print_error("is:     \"%s\"\nwanted: \"%s\"\n", text, rows[i]);
		check_row(first + i, strcmp(text, rows[i]) == 0);
	}
}

static void draws_a_run_that_has_not_begun(void **state)
{
	static const char *const rows[] = {
		"taking the inventory of this machine",
		"no network: no port was found, or none has a driver",
		"the plan comes next",
		"",
		"",
		"",
		"-- now -------------------------------------------------------------------------",
		"no test has begun yet",
		"",
		"test                  disk      metric                median  spread  flags",
		"",
		"",
		"",
		"",
		"",
		"",
		"-- health ----------------------------------------------------------------------",
		"no CPU sensor",
		"",
		"",
		"",
		"",
		"",
		" q: leave; the run goes on",
	};
	char bar[SCREEN_COLUMNS + 1];
	const char *const first[] = { bar };

	(void)state;
	snprintf(bar, sizeof(bar), "%-71sstarting", " assay " ASSAY_VERSION);
	memset(&view, 0, sizeof(view));
	view.health.temperature_mc = INT_MIN;
	view.health.watts = (double)NAN;
	assert_int_equal(view_draw(&view, SCREEN_ROWS, &screen), 20);
	check_rows(0, first, 1);
	check_rows(1, rows, countof(rows));
}

static void draws_the_middle(void **state)
{
	static const char *const rows[] = {
		" assay 1.2.3  SERIAL1  Maker Server                         plan quick  0:01:03",
		"2 x A; 28 cores, 56 threads; 128.0 GiB; 3 disks, 12.00 TB",
		"ssh root@10.0.2.15  SHA256:abc",
		"[############........]  3 of 5 tests, about 8 s left                    1 FAILED",
		"+ cpu        1/1    + memory     1/1    ! disk       1/3",
		"",
		"BAD DISK nvme0n1: DISK, serial SN0 at 0000:00:00.0 8086:2701",
		"-- now -------------------------------------------------------------------------",
		"disk.read.random nvme1n1  began at 0:01:01, takes about 4 s",
		"  rate 47.49 kops/s, sample 3, after 2 s",
		"test                  disk      metric                median  spread  flags",
		"disk.read.random      nvme0n1   failed: I/O error at byte 0",
		"memory.copy                     skipped: no memory",
		"cpu.integer                     rate            6.753 kops/s  +-7.5%  throttled>",
		"",
		"",
		"",
		"-- health ----------------------------------------------------------------------",
		"CPU 55 C, 181 W  failed 1  hardware errors 1  throttled 1  noisy 1",
		"results: after the last test to http://h/r/",
		"[+61.0s] 4/5 disk.read.random nvme1n1 (8 s left)",
		"",
		"",
		"",
		" q: leave; the run goes on                         updated between measurements",
	};

	(void)state;
	fake_view_middle(&view);
	view_draw(&view, SCREEN_ROWS, &screen);
	check_rows(0, rows, countof(rows));
}

static void draws_the_end(void **state)
{
	static const char *const rows[] = {
		" assay 1.2.3  SERIAL1  Maker Server                         plan quick  1:02:05",
		"2 x A; 28 cores, 56 threads; 128.0 GiB; 3 disks, 12.00 TB",
		"ssh root@10.0.2.15  SHA256:abc",
		"",
		"   R E S U L T :   H A R D W A R E - E R R O R",
		"   the kernel reported an error of the hardware",
		"1 ok, 1 skipped, 1 failed, 0 broken, 0 timed out, in 62 min",
		"BAD DISK nvme0n1: DISK, serial SN0 at 0000:00:00.0 8086:2701",
		"",
		"",
		"test                  disk      metric                median  spread  flags",
		"disk.read.random      nvme0n1   failed: I/O error at byte 0",
		"memory.copy                     skipped: no memory",
		"cpu.integer                     rate            6.753 kops/s  +-7.5%  throttled>",
		"",
		"",
		"",
		"-- health ----------------------------------------------------------------------",
		"CPU 55 C, 181 W  failed 1  hardware errors 1  throttled 1  noisy 1",
		"results: after the last test to http://h/r/",
		"[+61.0s] 4/5 disk.read.random nvme1n1 (8 s left)",
		"",
		"",
		"",
		" q: plain lines, then Ctrl-C: a shell",
	};

	(void)state;
	fake_view_middle(&view);
	fake_view_take(&view,
	               "{\"type\":\"end\",\"status\":\"hardware-error\",\"elapsed_s\":3725.5}");
	view.state.job = 0;
	view.health.is_console = true;
	view_draw(&view, SCREEN_ROWS, &screen);
	check_rows(0, rows, countof(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_a_run_that_has_not_begun),
		cmocka_unit_test(draws_the_middle),
		cmocka_unit_test(draws_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
