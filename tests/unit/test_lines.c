/* SPDX-License-Identifier: MIT */
/* test_lines.c - lines NAME=VALUE, and what looks secret in them */

#include "tests/unit/check.h"

#include "bench/lib/lines.h"
#include "bench/lib/secret.h"
#include "bench/lib/settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *text;
	int rc;
	unsigned number;
	const char *name, *value;
} rows[] = {
	{ "", 0, 0, "", "" },
	{ "\n \t\n# plan=x\n\r\n", 0, 4, "", "" },
	{ "plan=smoke", 1, 1, "plan", "smoke" },
	{ "\n#\nplan=smoke\n", 1, 3, "plan", "smoke" },
	{ "  plan \t= smoke  \r\n", 1, 1, "plan", "smoke" },
	{ "\xef\xbb\xbfplan=smoke\r\n", 1, 1, "plan", "smoke" },
	{ "only=a b#c", 1, 1, "only", "a b#c" },
	{ "only=\" a b \"", 1, 1, "only", " a b " },
	{ "only=\"a", 1, 1, "only", "\"a" },
	{ "only=\"\"\"", 1, 1, "only", "\"" },
	{ "only=\"", 1, 1, "only", "\"" },
	{ "only=", 1, 1, "only", "" },
	{ "only=\"\"", 1, 1, "only", "" },
	{ "only=a=b", 1, 1, "only", "a=b" },
	{ "only=\xc3\xa9", 1, 1, "only", "\xc3\xa9" },
	{ "plan\n", -EINVAL, 1, "plan", "" },
	{ "upload http://host/\n", -EINVAL, 1, "upload", "" },
	{ "=smoke\n", -EINVAL, 1, "", "" },
	{ "set plan=smoke\n", -EINVAL, 1, "set plan", "" },
	{ "pl\xc3\xa4n=smoke\n", -EINVAL, 1, "pl??n", "" },
};

static void takes_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct lines lines = { .rest = rows[i].text };

		check_row(i, lines_next(&lines) == rows[i].rc);
		check_row(i, lines.number == rows[i].number);
		check_row(i, strcmp(lines.name, rows[i].name) == 0);
		check_row(i, rows[i].rc <= 0 || strcmp(lines.value, rows[i].value) == 0);
		if (rows[i].rc != 0)
			check_row(i, lines_next(&lines) == 0);
	}
}

static void goes_on_after_what_is_too_long(void **state)
{
	static char text[6000];
	struct lines lines = { .rest = text };
	size_t used;

	(void)state;
	memset(text, 'a', 100);
	used = 100 + (size_t)snprintf(text + 100, 100, "=1\nonly=");
	memset(text + used, 'b', 2048);
	snprintf(text + used + 2048, 100, "\nplan=smoke\n");
	assert_int_equal(lines_next(&lines), -ENAMETOOLONG);
	assert_int_equal(strlen(lines.name), sizeof(lines.name) - 1);
	assert_int_equal(lines_next(&lines), -ENAMETOOLONG);
	assert_string_equal(lines.name, "only");
	assert_int_equal(lines_next(&lines), 1);
	assert_string_equal(lines.value, "smoke");
	assert_int_equal(lines.number, 3);
}

static void knows_what_is_no_text(void **state)
{
	static const struct {
		const char *text;
		size_t length;
		const char *what; /* NULL = it is one */
	} texts[] = {
		{ "", 0, NULL },
		{ "plan=smoke\r\n\tx", 14, NULL },
		{ "# caf\xc3\xa9", 7, NULL },
		{ "plan=\0smoke", 11, "binary" },
		{ "\x7f"
		  "ELF\x02",
		  5, "binary" },
		{ "\xff\xfep\0l\0", 6, "binary" }, /* UTF-16 */
		{ "<html>", 6, "a web page (HTML)" },
		{ "\xef\xbb\xbf<html>", 9, "a web page (HTML)" },
		{ "\n  <!DOCTYPE html>", 18, "a web page (HTML)" },
	};

	(void)state;
	for (size_t i = 0; i < countof(texts); i++) {
		const char *what = lines_refuse(texts[i].text, texts[i].length);

		check_row(i, (what == NULL) == (texts[i].what == NULL));
		check_row(i, !what || strcmp(what, texts[i].what) == 0);
	}
}

static void reads_settings(void **state)
{
	struct settings settings;

	(void)state;
	settings_default(&settings);
	settings_read_lines(&settings,
	                    "# from x\nplan=\"smoke\"\nnothing\nonly=a%20b\nend=never\n");
	assert_string_equal(settings.plan, "smoke");
	assert_string_equal(settings.only, "a b");
	assert_int_equal(settings.end, END_AUTO);
}

static void knows_secrets(void **state)
{
	static const struct {
		const char *name, *value;
		bool is_secret;
	} settings[] = {
		{ "plan", "smoke", false },
		{ "upload", "http://host/results/", false },
		{ "upload", "http://host/a@b", false },
		{ "upload", "http://host/?a@b", false },
		{ "upload", "http://me:hush@host/", true },
		{ "upload", "https://me@host:443/", true },
		{ "config", "http://host/?mac=${mac}", false },
		{ "config", "http://host/?mac=${mac}&Token=hush", true },
		{ "config", "http://host/token/x", false },
		{ "upload.token", "hush", true },
		{ "wifi.PASSWORD", "hush", true },
		{ "api.key", "hush", true },
		{ "ssh.key", "ssh-ed25519 AAAA me@host", false },
		{ "ssh.key", "-----BEGIN OPENSSH PRIVATE KEY-----", true },
	};

	(void)state;
	for (size_t i = 0; i < countof(settings); i++)
		check_row(i, secret_setting(settings[i].name, settings[i].value) ==
		                 settings[i].is_secret);
}

static void strips_addresses(void **state)
{
	static const struct {
		const char *address, *shown;
	} addresses[] = {
		{ "", "" },
		{ "no address", "no address" },
		{ "http://host/a@b", "http://host/a@b" },
		{ "http://me:hush@host/x", "http://host/x" },
		{ "http://me:hu@sh@host", "http://host" },
		{ "http://host/?mac=1", "http://host/?mac=1" },
		{ "http://me@host/x?token=hush", "http://host/x?(hidden)" },
	};
	char shown[64];

	(void)state;
	for (size_t i = 0; i < countof(addresses); i++)
		check_row(i, strcmp(secret_strip(shown, sizeof(shown), addresses[i].address),
		                    addresses[i].shown) == 0);
	assert_string_equal(secret_strip(shown, 8, "http://me:hush@host/"), "http://");
}

static void hides_secrets(void **state)
{
	const struct setting *upload = &settings_table[settings_row("upload")];
	struct settings settings;
	char text[64], why[256];

	(void)state;
	settings_default(&settings);
	assert_int_equal(settings_set(&settings, "upload", "http://me:hush@h/", why, sizeof(why)),
	                 0);
	assert_string_equal(settings_shown(&settings, upload, text, sizeof(text)), "(hidden)");
	assert_string_equal(settings_text(&settings, upload, text, sizeof(text)),
	                    "http://me:hush@h/");
	assert_int_equal(settings_set(&settings, "upload", "http://me:hush@h/\n", why, sizeof(why)),
	                 -EINVAL);
	assert_null(strstr(why, "hush"));
	assert_int_equal(settings_row("nosuch"), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_lines),
		cmocka_unit_test(goes_on_after_what_is_too_long),
		cmocka_unit_test(knows_what_is_no_text),
		cmocka_unit_test(reads_settings),
		cmocka_unit_test(knows_secrets),
		cmocka_unit_test(strips_addresses),
		cmocka_unit_test(hides_secrets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
