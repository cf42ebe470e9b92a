/* SPDX-License-Identifier: MIT */
/* test_init_ring.c - what a console has yet to print */

#include "tests/unit/check.h"

#include "init/init.h"

#include <stdio.h>
#include <string.h>

static char printed[4 * RING_BYTES];

/* Print at most @size bytes in pieces of @piece; returns all that was printed so far. */
static const char *print(struct ring *ring, size_t size, size_t piece)
{
	size_t used = strlen(printed), now;
	const char *bytes;

	while (size > 0 && (now = ring_peek(ring, &bytes)) > 0) {
		now = now < piece ? now : piece;
		now = now < size ? now : size;
		memcpy(printed + used, bytes, now);
		ring_take(ring, now);
		used += now;
		size -= now;
		printed[used] = '\0';
	}
	return printed;
}

static int setup(void **state)
{
	static struct ring ring;

	memset(&ring, 0, sizeof(ring));
	printed[0] = '\0';
	*state = &ring;
	return 0;
}

static void put_text(struct ring *ring, const char *text)
{
	ring_put(ring, text, strlen(text));
}

static void keeps_what_was_put(void **state)
{
	const char *bytes;

	assert_int_equal(ring_peek(*state, &bytes), 0);
	put_text(*state, "one\n");
	put_text(*state, "two\n");
	assert_string_equal(print(*state, SIZE_MAX, 3), "one\ntwo\n");
	assert_int_equal(ring_peek(*state, &bytes), 0);
}

static void goes_round(void **state)
{
	char expected[16];

	for (int i = 0; i < 20000; i++) {
		snprintf(expected, sizeof(expected), "line %d\n", i);
		put_text(*state, expected);
		printed[0] = '\0';
		assert_string_equal(print(*state, SIZE_MAX, SIZE_MAX), expected);
	}
}

static void assert_begins(const char *text)
{
	assert_memory_equal(printed, text, strlen(text));
}

/* Put numbered lines of 64 bytes. */
static void put_lines(struct ring *ring, int from, int to)
{
	char line[65];

	for (int i = from; i < to; i++) {
		snprintf(line, sizeof(line), "%-63d\n", i);
		put_text(ring, line);
	}
}

static void drops_the_oldest_lines_and_says_so(void **state)
{
	char first_kept[65];

	put_lines(*state, 0, RING_BYTES / 64 + 7);
	print(*state, SIZE_MAX, 1000);
	assert_begins("init: lines left out here: 7\n7 ");
	snprintf(first_kept, sizeof(first_kept), "%-63d\n", RING_BYTES / 64 + 6);
	assert_string_equal(printed + strlen(printed) - 64, first_kept);
	assert_int_equal(strlen(printed), RING_BYTES + strlen("init: lines left out here: 7\n"));
}

static void counts_until_it_is_printed(void **state)
{
	const char *bytes;

	put_lines(*state, 0, RING_BYTES / 64 + 1);
	assert_int_equal(ring_peek(*state, &bytes), strlen("init: lines left out here: 1\n"));
	put_lines(*state, RING_BYTES / 64 + 1, RING_BYTES / 64 + 3);
	print(*state, SIZE_MAX, 1000);
	assert_begins("init: lines left out here: 3\n3 ");
}

static void ends_a_line_that_was_cut(void **state)
{
	put_lines(*state, 0, RING_BYTES / 64);
	print(*state, 10, 10);
	put_lines(*state, RING_BYTES / 64, RING_BYTES / 64 + 2);
	print(*state, SIZE_MAX, 1000);
	assert_begins("0         \ninit: lines left out here: 2\n2 ");
}

static void finishes_a_notice_that_was_begun(void **state)
{
	put_lines(*state, 0, RING_BYTES / 64 + 1);
	print(*state, 5, 5);
	put_lines(*state, 0, 1);
	print(*state, SIZE_MAX, 7);
	assert_begins("init: lines left out here: 1\n"
	              "init: lines left out here: 1\n2 ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(keeps_what_was_put, setup),
		cmocka_unit_test_setup(goes_round, setup),
		cmocka_unit_test_setup(drops_the_oldest_lines_and_says_so, setup),
		cmocka_unit_test_setup(counts_until_it_is_printed, setup),
		cmocka_unit_test_setup(ends_a_line_that_was_cut, setup),
		cmocka_unit_test_setup(finishes_a_notice_that_was_begun, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
