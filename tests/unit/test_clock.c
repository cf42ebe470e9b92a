/* SPDX-License-Identifier: MIT */
/* test_clock.c - the two clocks */

#include "tests/unit/check.h"

#include "bench/lib/clock.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>

static volatile sig_atomic_t alarms;

static void count_alarm(int number)
{
	(void)number;
	alarms++;
}

static void dates(void **state)
{
	static const struct {
		uint64_t wall_ns;
		const char *text;
	} rows[] = {
		{ 0, "1970-01-01T00:00:00.000Z" },
		{ 999999, "1970-01-01T00:00:00.000Z" }, /* cut, not rounded */
		{ SECONDS(1) - 1, "1970-01-01T00:00:00.999Z" },
		{ SECONDS(1000000000) + MS(7), "2001-09-09T01:46:40.007Z" },
		{ SECONDS(1709251199) + MS(120), "2024-02-29T23:59:59.120Z" },
		{ SECONDS(1796052902) + MS(123), "2026-11-30T15:35:02.123Z" },
		{ UINT64_MAX, "2554-07-21T23:34:33.709Z" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		char text[UTC_TEXT_BYTES];

		clock_utc(rows[i].wall_ns, text);
		assert_string_equal(text, rows[i].text);
	}
}

static void goes_forward(void **state)
{
	uint64_t first_ns = clock_now_ns(), last_ns = first_ns;

	(void)state;
	for (int i = 0; i < 10000; i++) {
		uint64_t now_ns = clock_now_ns();

		assert_true(now_ns >= last_ns);
		last_ns = now_ns;
	}
	assert_true(last_ns > first_ns);
}

static void knows_the_date(void **state)
{
	uint64_t before_ns = SECONDS(time(NULL) - 1), now_ns = clock_wall_ns();

	(void)state;
	assert_true(now_ns >= before_ns);
	assert_true(now_ns <= SECONDS(time(NULL) + 1));
}

static void sleeps_through_signals(void **state)
{
	const struct sigaction action = { .sa_handler = count_alarm };
	const struct itimerval often = { { 0, 1000 }, { 0, 1000 } }, never = { 0 };
	uint64_t start_ns;

	(void)state;
	assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
	start_ns = clock_now_ns();
	clock_sleep_ns(MS(50));
	assert_true(clock_now_ns() - start_ns >= MS(50));
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	assert_true(alarms > 0);
	clock_sleep_ns(0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates),
		cmocka_unit_test(goes_forward),
		cmocka_unit_test(knows_the_date),
		cmocka_unit_test(sleeps_through_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
