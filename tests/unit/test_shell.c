/* SPDX-License-Identifier: MIT */
/* test_shell.c - the text of the shell tests has the figures of the original's; a file is missed */

#include "tests/unit/check.h"

#include "bench/system/classic.h"
#include "bench/system/shell_data.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_run.h"

#include <stdlib.h>
#include <string.h>

/* Cut into lines, and these sorted as sort does in the C locale. */
static struct text {
	char bytes[SHELL_DATA_BYTES + 1];
	char *lines[SHELL_DATA_LINES + 1];
	unsigned count;
} text;

static int compare_texts(const void *one, const void *other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

static int compare_lengths(const void *one, const void *other)
{
	size_t a = strlen(*(char *const *)one), b = strlen(*(char *const *)other);

	return (a > b) - (a < b);
}

static int make_text(void **state)
{
	(void)state;
	memset(&text, 0, sizeof(text));
	shell_data_make(text.bytes);
	assert_int_equal(strlen(text.bytes), SHELL_DATA_BYTES);
	assert_int_equal(text.bytes[SHELL_DATA_BYTES - 1], '\n');
	for (char *line = strtok(text.bytes, "\n"); line; line = strtok(NULL, "\n")) {
		assert_true(text.count < SHELL_DATA_LINES);
		text.lines[text.count++] = line;
	}
	qsort(text.lines, text.count, sizeof(*text.lines), compare_texts);
	return 0;
}

static unsigned words_of(const char *line)
{
	unsigned words = 1;

	while ((line = strchr(line, ' '))) {
		words++;
		line++;
	}
	return words;
}

static void text_has_lines_and_words(void **state)
{
	unsigned words = 0, distinct = 0, bytes = 0;

	(void)state;
	assert_int_equal(text.count, 362);
	for (unsigned i = 0; i < text.count; i++) {
		bytes += strlen(text.lines[i]) + 1;
		words += words_of(text.lines[i]);
		distinct += i == 0 || strcmp(text.lines[i], text.lines[i - 1]) != 0;
	}
	assert_int_equal(bytes, 8546); /* so none is blank */
	assert_int_equal(words, 1200);
	assert_int_equal(distinct, 273);
}

static void text_is_plain(void **state)
{
	(void)state;
	for (unsigned i = 0; i < text.count; i++) {
		check_row(i, text.lines[i][0] != ' ');
		check_row(i, !strstr(text.lines[i], "  "));
		for (const char *at = text.lines[i]; *at; at++)
			check_row(i, *at >= ' ' && *at <= '~');
	}
}

static void lines_have_their_lengths(void **state)
{
	/* 1-9, 10-19, ... 70-82 */
	static const unsigned wanted[] = { 116, 80, 61, 29, 29, 27, 16, 4 };
	unsigned has[9] = { 0 };

	(void)state;
	qsort(text.lines, text.count, sizeof(*text.lines), compare_lengths);
	for (unsigned i = 0; i < text.count; i++) {
		size_t tens = strlen(text.lines[i]) / 10;

		has[tens > 7 ? 7 : tens]++;
	}
	for (size_t i = 0; i < countof(wanted); i++)
		check_row(i, has[i] == wanted[i]);
	assert_int_equal(strlen(text.lines[90]), 6); /* the quartiles */
	assert_int_equal(strlen(text.lines[180]), 18);
	assert_int_equal(strlen(text.lines[181]), 18);
	assert_int_equal(strlen(text.lines[271]), 35);
	assert_int_equal(strlen(text.lines[361]), 82);
}

static void the_is_found(void **state)
{
	unsigned lines = 0, words = 0, bytes = 0;

	(void)state;
	for (unsigned i = 0; i < text.count; i++) {
		if (!strstr(text.lines[i], "the"))
			continue;
		lines++;
		words += words_of(text.lines[i]);
		bytes += strlen(text.lines[i]) + 1;
	}
	assert_int_equal(lines, 35);
	assert_int_equal(words, 146);
	assert_int_equal(bytes, 924);
}

/* What od prints: 16 bytes a line, one "*" for lines equal to the one before, the length. */
static void dump_has_its_size(void **state)
{
	char sorted[SHELL_DATA_BYTES + 1] = "";
	unsigned lines = 1, bytes = 8, at = 0;
	bool starred = false;

	(void)state;
	for (unsigned i = 0; i < text.count; i++) {
		size_t length = strlen(text.lines[i]);

		memcpy(sorted + at, text.lines[i], length);
		at += length;
		sorted[at++] = '\n';
	}
	for (unsigned i = 0; i < at; i += 16) {
		unsigned left = at - i < 16 ? at - i : 16;
		bool equal = i > 0 && left == 16 && memcmp(sorted + i, sorted + i - 16, 16) == 0;

		if (!equal || !starred) {
			lines++;
			bytes += equal ? 2 : 8 + 7 * ((left + 1) / 2);
		}
		starred = equal;
	}
	assert_int_equal(lines, 536);
	assert_int_equal(bytes, 34013);
}

static void a_lost_file_is_named(void **state)
{
	struct fake_files files;
	struct fake_run fake;

	(void)state;
	fake_run_make(&fake, NULL);
	fake_files_make(&files);
	assert_int_not_equal(classic_check(&fake.run, files.root), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_non_null(strstr(fake.result.reason, "/files: No such file"));

	fake_run_make(&fake, NULL);
	fake_files_put(&files, "/grep", "", 0);
	fake_files_put(&files, "/files", "grep\nsort\n", 10);
	assert_int_not_equal(classic_check(&fake.run, files.root), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_non_null(strstr(fake.result.reason, "/sort is missing"));

	fake_run_make(&fake, NULL);
	fake_files_put(&files, "/sort", "", 0);
	assert_int_equal(classic_check(&fake.run, files.root), 0);
	fake_files_remove(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(text_has_lines_and_words, make_text),
		cmocka_unit_test_setup(text_is_plain, make_text),
		cmocka_unit_test_setup(lines_have_their_lengths, make_text),
		cmocka_unit_test_setup(the_is_found, make_text),
		cmocka_unit_test_setup(dump_has_its_size, make_text),
		cmocka_unit_test(a_lost_file_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
