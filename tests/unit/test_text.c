/* SPDX-License-Identifier: MIT */
/* test_text.c - small texts: reading, parsing, cleaning */

#include "tests/unit/check.h"

#include "bench/lib/text.h"
#include "tests/unit/fake_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const struct fake_files *files, const char *path, const char *text)
{
	fake_files_put(files, path, text, strlen(text));
}

static void reads_whole_files(void **state)
{
	static const struct {
		const char *content, *text;
		size_t size;
		int rc;
	} rows[] = {
		{ "", "", 8, 0 },
		{ "a", "a", 8, 1 },
		{ "a\n", "a", 8, 1 },
		{ "a\n\n\n", "a", 8, 1 },
		{ "\n", "", 8, 0 },
		{ "a\nb\n", "a\nb", 8, 3 },
		{ " a ", " a ", 8, 3 },
		{ "1234567", "1234567", 8, 7 },
		{ "12345678", "", 8, -EFBIG },
		{ "123456789", "", 8, -EFBIG },
		{ "a", "", 1, -EFBIG },
	};
	struct fake_files files;
	char buf[16];

	(void)state;
	fake_files_make(&files);
	for (size_t i = 0; i < countof(rows); i++) {
		memset(buf, 'x', sizeof(buf));
		put(&files, "/file", rows[i].content);
		check_row(i, text_read(files.root, "/file", buf, rows[i].size) == rows[i].rc);
		check_row(i, strcmp(buf, rows[i].text) == 0);
		check_row(i, buf[rows[i].size] == 'x');
	}

	memset(buf, 'x', sizeof(buf));
	assert_int_equal(text_read(files.root, "/none", buf, sizeof(buf)), -ENOENT);
	assert_string_equal(buf, "");
	assert_int_equal(text_read(files.root, "", buf, sizeof(buf)), -EISDIR);
	assert_true(text_read(files.root, "/file", NULL, 0) < 0);

	put(&files, "/cpu7", "x\n");
	assert_int_equal(text_readf(files.root, buf, sizeof(buf), "/%s%d", "cpu", 7), 1);
	assert_string_equal(buf, "x");
	assert_int_equal(text_readf(files.root, buf, sizeof(buf), "/cpu%d", 8), -ENOENT);
	assert_string_equal(buf, "");
	assert_true(text_readf("", buf, sizeof(buf), "/%9999d", 8) < 0);
	assert_string_equal(buf, "");
	fake_files_remove(&files);
}

static void reads_numbers(void **state)
{
	struct fake_files files;
	uint64_t value = 7;

	(void)state;
	fake_files_make(&files);
	put(&files, "/good", "18446744073709551615\n");
	put(&files, "/bad", "12 MB\n");
	put(&files, "/long", "1234567890123456789012345678901234567890\n");
	assert_int_equal(text_read_u64(files.root, "/bad", &value), -EINVAL);
	assert_int_equal(text_read_u64(files.root, "/none", &value), -ENOENT);
	assert_true(text_read_u64(files.root, "/long", &value) < 0);
	assert_int_equal(value, 7);
	assert_int_equal(text_read_u64(files.root, "/good", &value), 0);
	assert_true(value == UINT64_MAX);
	fake_files_remove(&files);
}

static void writes_files(void **state)
{
	struct fake_files files;
	char buf[16];

	(void)state;
	fake_files_make(&files);
	put(&files, "/file", "a longer text");
	assert_int_equal(text_write(files.root, "/file", "new"), 0);
	assert_int_equal(text_read(files.root, "/file", buf, sizeof(buf)), 3);
	assert_string_equal(buf, "new");
	assert_int_equal(text_write(files.root, "/no/such", "x"), -ENOENT);
	assert_int_equal(text_write(files.root, "", "x"), -EISDIR);
	fake_files_remove(&files);
}

static void parses_numbers(void **state)
{
	static const struct {
		const char *text;
		int rc;
		uint64_t value;
	} rows[] = {
		{ "0", 0, 0 },
		{ "007", 0, 7 },
		{ "18446744073709551615", 0, UINT64_MAX },
		{ "18446744073709551616", -ERANGE, 0 },
		{ "99999999999999999999999", -ERANGE, 0 },
		{ "", -EINVAL, 0 },
		{ " 1", -EINVAL, 0 },
		{ "1 ", -EINVAL, 0 },
		{ "+1", -EINVAL, 0 },
		{ "-1", -EINVAL, 0 },
		{ "0x10", -EINVAL, 0 },
		{ "1k", -EINVAL, 0 },
		{ "1.5", -EINVAL, 0 },
		{ "\xd9\xa1", -EINVAL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		uint64_t value = 12345;

		check_row(i, text_parse_u64(rows[i].text, &value) == rows[i].rc);
		check_row(i, value == (rows[i].rc ? 12345 : rows[i].value));
	}
}

static void parses_times(void **state)
{
	static const struct {
		const char *text;
		int rc;
		uint32_t seconds;
	} rows[] = {
		{ "0", 0, 0 },
		{ "90", 0, 90 },
		{ "90s", 0, 90 },
		{ "15m", 0, 900 },
		{ "1h", 0, 3600 },
		{ "2d", 0, 172800 },
		{ "4294967295", 0, UINT32_MAX },
		{ "4294967296", -ERANGE, 0 },
		{ "49710d", 0, 4294944000u },
		{ "49711d", -ERANGE, 0 },
		{ "1193047h", -ERANGE, 0 },
		{ "18446744073709551616", -ERANGE, 0 },
		{ "99999999999999999999999999999999d", -ERANGE, 0 },
		{ "", -EINVAL, 0 },
		{ "h", -EINVAL, 0 },
		{ "1H", -EINVAL, 0 },
		{ "1 h", -EINVAL, 0 },
		{ "1hh", -EINVAL, 0 },
		{ "1h30m", -EINVAL, 0 },
		{ "1ms", -EINVAL, 0 },
		{ "-1s", -EINVAL, 0 },
		{ "1.5h", -EINVAL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		uint32_t seconds = 12345;

		check_row(i, text_parse_seconds(rows[i].text, &seconds) == rows[i].rc);
		check_row(i, rows[i].rc || seconds == rows[i].seconds);
	}
}

static void cleans(void **state)
{
	static const struct {
		const char *from, *to;
		size_t size;
	} rows[] = {
		{ "", "", 8 },
		{ "abc", "abc", 8 },
		{ "  abc  ", "abc", 8 },
		{ "a  b", "a  b", 8 },
		{ "    ", "", 8 },
		{ "a\tb\x1b[m", "a?b?[m", 8 },
		{ "\x7f\x01", "??", 8 },
		{ "caf\xc3\xa9", "caf??", 8 },
		{ "\xff\x80", "??", 8 },
		{ "12345678", "1234567", 8 },
		{ "  12345678", "1234567", 8 },
		{ "123 456", "123", 5 }, /* no space is left at the end of what was cut */
		{ "abc", "", 1 },
	};
	char to[16];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		memset(to, 'x', sizeof(to));
		text_clean(to, rows[i].size, rows[i].from);
		check_row(i, strcmp(to, rows[i].to) == 0);
		check_row(i, to[rows[i].size] == 'x');
	}
	text_clean(NULL, 0, "abc");
}

static void copies(void **state)
{
	char to[4];

	(void)state;
	assert_int_equal(text_copy(to, sizeof(to), "abc"), 0);
	assert_string_equal(to, "abc");
	assert_int_equal(text_copy(to, sizeof(to), "abcd"), -ENAMETOOLONG);
	assert_string_equal(to, "abc");
	assert_int_equal(text_copy(to, 1, "a"), -ENAMETOOLONG);
	assert_string_equal(to, "");
	assert_int_equal(text_copy(to, 1, ""), 0);
}

static void matches(void **state)
{
	static const struct {
		const char *list, *name;
		bool matches;
	} rows[] = {
		{ "", "memory.copy", true },
		{ "memory.copy", "memory.copy", true },
		{ "memory.cop", "memory.copy", false },
		{ "memory", "memory.copy", false },
		{ "memory.*", "memory.copy", true },
		{ "*", "memory.copy", true },
		{ "disk.*,memory.*", "memory.copy", true },
		{ "disk.*,memory.?opy", "memory.copy", true },
		{ "disk.*,cpu.*", "memory.copy", false },
		{ "[a-m]emory.copy", "memory.copy", true },
		{ "nothing", "", false },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, text_matches(rows[i].list, rows[i].name) == rows[i].matches);
}

static void takes_items(void **state)
{
	const char *list = "a,b c,,long-item";
	char item[5];

	(void)state;
	assert_int_equal(text_next(&list, ", ", item, sizeof(item)), 1);
	assert_string_equal(item, "a");
	assert_int_equal(text_next(&list, ", ", item, sizeof(item)), 1);
	assert_string_equal(item, "b");
	assert_int_equal(text_next(&list, ",", item, sizeof(item)), 1);
	assert_string_equal(item, " c");
	do
		assert_int_equal(text_next(&list, ",", item, sizeof(item)), 1);
	while (item[0] == '\0');
	assert_string_equal(item, "long");
	assert_int_equal(text_next(&list, ",", item, sizeof(item)), 0);

	list = "";
	assert_int_equal(text_next(&list, ",", item, sizeof(item)), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_whole_files),
		cmocka_unit_test(reads_numbers),
		cmocka_unit_test(writes_files),
		cmocka_unit_test(parses_numbers),
		cmocka_unit_test(parses_times),
		cmocka_unit_test(cleans),
		cmocka_unit_test(copies),
		cmocka_unit_test(matches),
		cmocka_unit_test(takes_items),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
