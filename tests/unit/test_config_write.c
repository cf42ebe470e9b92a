/* SPDX-License-Identifier: MIT */
/* test_config_write.c - what cannot be understood about writing allows nothing */

#include "tests/unit/check.h"

#include "bench/config/config.h"

#include <string.h>

static struct config_notes notes;
static struct settings settings;
static struct origins origins;

/* What the stick says, and what another place says, which is stronger. */
static void merge(enum config_source source, bool may_allow_writing, const char *text)
{
	static const char stick[] = "write=SN@HOST\nwrite.limit=5G";
	struct config config = { .complaint = { config_note, &notes } };

	notes.count = 0;
	config_add(&config, CONFIG_FROM_MEDIUM, true, "stick", stick, strlen(stick));
	config_add(&config, source, may_allow_writing, "strong", text, strlen(text));
	config_merge(&config, &settings, &origins);
	config_close(&config);
}

/* Whatever a weaker place or the default says: who meant to bound it is not to get more. */
static void a_slip_about_writing_allows_nothing(void **state)
{
	static const struct {
		const char *text, *setting; /* which of the two is the slip in */
		const char *write;
		uint64_t limit_bytes;
	} rows[] = {
		{ "write.limit=50g", "write.limit", "SN@HOST", 0 },
		{ "write.limit 50G", "write.limit", "SN@HOST", 0 },
		{ "write.limit=1.5T", "write.limit", "SN@HOST", 0 },
		{ "write.limit=", "write.limit", "SN@HOST", 0 },
		{ "write=a%0ab", "write", "", 5000000000 },
		{ "write", "write", "", 5000000000 },
		{ "write.limit=x\nwrite.limit=1G", "write.limit", "SN@HOST", 1000000000 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		merge(CONFIG_FROM_FILE, true, rows[i].text);
		check_row(i, strcmp(settings.write, rows[i].write) == 0);
		check_row(i, settings.write_limit_bytes == rows[i].limit_bytes);
		check_row(i, notes.count > 0 && strstr(notes.lines[0], rows[i].setting));
		check_row(i, strcmp(origins.of[settings_row(rows[i].setting)], "strong") == 0);
	}
}

/* DHCP may not allow writing; nor may it forbid it. */
static void who_may_not_allow_cannot_forbid(void **state)
{
	(void)state;
	merge(CONFIG_FROM_DHCP, false, "write.limit=x\nwrite.limit 1\nwrite\n");
	assert_string_equal(settings.write, "SN@HOST");
	assert_true(settings.write_limit_bytes == 5000000000);
	assert_int_equal(notes.count, 3);
}

/* A list that is longer than any setting is not taken in part, nor that of the stick. */
static void a_list_that_is_too_long_is_none(void **state)
{
	static char text[4096];

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	memcpy(text, "write=", 6);
	merge(CONFIG_FROM_FILE, true, text);
	assert_string_equal(settings.write, "");
	assert_int_equal(notes.count, 1);
	memcpy(text + 600, "\nplan=full", 11);
	merge(CONFIG_FROM_FILE, true, text);
	assert_string_equal(settings.write, "");
	assert_string_equal(
	    notes.lines[0],
	    "strong: setting write: longer than 511 bytes; nothing will be written");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slip_about_writing_allows_nothing),
		cmocka_unit_test(who_may_not_allow_cannot_forbid),
		cmocka_unit_test(a_list_that_is_too_long_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
