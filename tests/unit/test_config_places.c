/* SPDX-License-Identifier: MIT */
/* test_config_places.c - the places that settings come from: files, firmware, a server */

#include "tests/unit/check.h"

#include "bench/config/config.h"
#include "tests/unit/fake_http.h"
#include "tests/unit/fake_tree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct config_notes notes, progress;
static struct settings settings;
static struct origins origins;
static struct config config;
static struct fake_files files;

static int begin(void **state)
{
	(void)state;
	notes.count = progress.count = 0;
	config = (struct config){ .complaint = { config_note, &notes } };
	memset(&fake_http, 0, sizeof(fake_http));
	fake_files_make(&files);
	return 0;
}

static int end(void **state)
{
	(void)state;
	config_close(&config);
	fake_files_remove(&files);
	return 0;
}

/* A file with the folders above it. */
static void put_bytes(const char *path, const void *content, size_t size)
{
	char line[256];

	snprintf(line, sizeof(line), "%s = x", path);
	fake_tree_put(&files, line);
	fake_files_put(&files, path, content, size);
}

static void put(const char *path, const char *text)
{
	put_bytes(path, text, strlen(text));
}

static const char *origin_of(const char *name)
{
	return origins.of[settings_row(name)];
}

static void reads_the_words_of_a_command_line(void **state)
{
	(void)state;
	config_add_cmdline(&config, "quiet assay.plan=smoke assay.only=\"a b\" assay.disk=%20x "
	                            "assay.plan=full plan=quick assay.end");
	config_merge(&config, &settings, &origins);
	assert_string_equal(settings.plan, "full");
	assert_string_equal(settings.only, "a b");
	assert_string_equal(settings.disk, " x");
	assert_string_equal(origin_of("only"), "command line");
	assert_int_equal(notes.count, 1);
	assert_non_null(strstr(notes.lines[0], "assay.end: expected assay.NAME=VALUE"));
}

static void nothing_is_there(void **state)
{
	(void)state;
	config_add_cmdline(&config, "console=ttyS0");
	config_add_local(&config, files.root);
	assert_int_equal(config.count, 0);
	assert_int_equal(notes.count, 0);
}

static void reads_files_credentials_and_firmware(void **state)
{
	static const char table[] = "\x0b\x05\x00\x11\x04"
				    "assay:end=reboot\0other\0assay:plan=weak\0assay:write=SN@H\0\0"
				    "\x7f\x04\xff\xfe\0";

	(void)state;
	put(CONFIG_FILE, "plan=file\n");
	put(CONFIG_CREDENTIALS "/assay.conf.cred", "only=cred\nplan=cred\n");
	put(CONFIG_CREDENTIALS "/assay.disk.cred", "SN 1\n");
	put(CONFIG_CREDENTIALS "/assay.upload.cred", "two\nlines\n");
	put(CONFIG_CREDENTIALS "/other.cred", "x");
	put(CONFIG_CREDENTIALS "/assay..cred", "x");
	put(CONFIG_FW_CFG, "end=shell\nupload.deadline=5m");
	put_bytes("/sys/firmware/dmi/tables/DMI", table, sizeof(table));
	config_add_local(&config, files.root);
	config_merge(&config, &settings, &origins);
	assert_string_equal(settings.plan, "file");
	assert_string_equal(origin_of("plan"), CONFIG_FILE);
	assert_string_equal(settings.only, "cred");
	assert_string_equal(settings.disk, "SN 1");
	assert_string_equal(origin_of("disk"), CONFIG_CREDENTIALS "/assay.disk.cred");
	assert_int_equal(settings.end, END_REBOOT);
	assert_string_equal(origin_of("end"), "SMBIOS OEM strings");
	assert_int_equal(settings.upload_deadline_s, 300);
	assert_string_equal(origin_of("upload.deadline"), CONFIG_FW_CFG);
	assert_string_equal(settings.write, "");
	assert_int_equal(notes.count, 2);
	assert_non_null(strstr(notes.lines[0], "assay.upload.cred: expected one line"));
	assert_non_null(strstr(notes.lines[1], "SMBIOS OEM strings: write: refused"));
}

static void expands_addresses(void **state)
{
	static const struct config_host host = { "SN/1 x", "u-u", "52:54:00:00:00:01", "" };
	static const struct {
		const char *pattern;
		const struct config_host *host;
		int count;
		const char *url;
	} rows[] = {
		{ "http://h/a.conf", &host, 0, "http://h/a.conf" },
		{ "http://h/${serial}", &host, 1, "http://h/SN%2F1%20x" },
		{ "http://h/${uuid}/${mac}.conf", &host, 2, "http://h/u-u/52:54:00:00:00:01.conf" },
		{ "http://h/${sku}", &host, 1, "http://h/default" },
		{ "http://h/${mac}/${serial}", NULL, 2, "http://h/default/default" },
		{ "http://h/$mac/{mac}$", &host, 0, "http://h/$mac/{mac}$" },
		{ "http://h/${name}", &host, -EINVAL, NULL },
		{ "http://h/${mac", &host, -EINVAL, NULL },
		{ "http://h/${", &host, -EINVAL, NULL },
		{ "http://h/0123456789012345678901234567890123456789", &host, -ENAMETOOLONG, NULL },
		{ "http://h/0123456789012345678901234${mac}", &host, -ENAMETOOLONG, NULL },
	};
	char url[48];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, config_expand(url, sizeof(url), rows[i].pattern, rows[i].host) ==
		                 rows[i].count);
		check_row(i, !rows[i].url || strcmp(url, rows[i].url) == 0);
	}
}

/* Fetch with what the server of the test answers, and weigh all. */
static void fetch(void)
{
	static const struct config_host host = { .serial = "SN1" };
	const struct config_fetching how = { files.root, &host, false, { config_note, &progress } };

	config_fetch(&config, &how);
	config_merge(&config, &settings, &origins);
}

static void nothing_to_fetch_asks_nobody(void **state)
{
	(void)state;
	fetch();
	assert_int_equal(fake_http.calls, 0);
	assert_int_equal(progress.count, 0);
}

static void the_file_of_this_machine_comes_first(void **state)
{
	(void)state;
	fake_http.answers[0] = ANSWER_ACKNOWLEDGED;
	fake_http.bodies[0] = "plan=smoke\nwrite=SN@H\n";
	config_add_cmdline(&config, "assay.config=http://h/${serial}");
	fetch();
	assert_int_equal(fake_http.calls, 1);
	assert_string_equal(fake_http.urls[0], "http://h/SN1");
	assert_string_equal(settings.plan, "smoke");
	assert_string_equal(origin_of("plan"), "http://h/SN1");
	assert_string_equal(settings.write, "SN@H");
	assert_int_equal(notes.count, 0);
}

static void then_that_for_all(void **state)
{
	(void)state;
	fake_http.answers[0] = ANSWER_REFUSED;
	fake_http.statuses[0] = 404;
	fake_http.answers[1] = ANSWER_ACKNOWLEDGED;
	fake_http.bodies[1] = "plan=smoke";
	config_add_cmdline(&config, "assay.config=http://h/${serial}");
	fetch();
	assert_int_equal(fake_http.calls, 2);
	assert_string_equal(fake_http.urls[1], "http://h/default");
	assert_string_equal(origin_of("plan"), "http://h/default");
	assert_int_equal(notes.count, 0);
}

static void but_not_when_the_server_says_something_else(void **state)
{
	(void)state;
	fake_http.answers[0] = ANSWER_REFUSED;
	fake_http.statuses[0] = 403;
	config_add_cmdline(&config, "assay.config=http://h/${serial}");
	fetch();
	assert_int_equal(fake_http.calls, 1);
	assert_int_equal(notes.count, 1);
	assert_string_equal(notes.lines[0], "http://h/SN1: a test; it is not used");
}

static void a_weak_place_may_name_a_file_but_not_allow_writing(void **state)
{
	(void)state;
	put(CONFIG_FW_CFG, "config=http://me:hush@h/x\n");
	config_add_local(&config, files.root);
	fake_http.answers[0] = ANSWER_ACKNOWLEDGED;
	fake_http.bodies[0] = "plan=smoke\nwrite=SN@H\n";
	fetch();
	assert_string_equal(fake_http.urls[0], "http://me:hush@h/x");
	assert_string_equal(origin_of("plan"), "http://h/x");
	assert_string_equal(settings.write, "");
	assert_int_equal(notes.count, 1);
	assert_non_null(strstr(notes.lines[0], "http://h/x: write: refused"));
}

static void dhcp_names_one_more_that_is_weaker(void **state)
{
	(void)state;
	put(CONFIG_DHCP_URL, "http://d/${serial}");
	config_add_cmdline(&config, "assay.config=http://h/x");
	fake_http.answers[0] = fake_http.answers[1] = ANSWER_ACKNOWLEDGED;
	fake_http.bodies[0] = "plan=smoke";
	fake_http.bodies[1] = "plan=full\nonly=x\nwrite=SN@H";
	fetch();
	assert_string_equal(fake_http.urls[1], "http://d/SN1");
	assert_string_equal(settings.plan, "smoke");
	assert_string_equal(settings.only, "x");
	assert_string_equal(settings.write, "");
	assert_int_equal(notes.count, 1);
}

static void a_bad_address_is_named(void **state)
{
	(void)state;
	config_add_cmdline(&config, "assay.config=http://h/${name}");
	fetch();
	assert_int_equal(fake_http.calls, 0);
	assert_int_equal(notes.count, 1);
	assert_non_null(strstr(notes.lines[0], "${serial}, ${uuid}, ${mac} or ${sku}"));
}

static void an_empty_file_is_named(void **state)
{
	(void)state;
	fake_http.answers[0] = ANSWER_ACKNOWLEDGED;
	config_add_cmdline(&config, "assay.config=http://h/x");
	fetch();
	assert_int_equal(notes.count, 1);
	assert_string_equal(notes.lines[0], "http://h/x: an empty file");
}

/* Not even the strongest file: it may be on any stick, or come from a server. */
static void only_the_loader_says_what_was_booted(void **state)
{
	(void)state;
	put(CONFIG_FILE, "medium=0123\n");
	config_add_local(&config, files.root);
	config_merge(&config, &settings, &origins);
	assert_string_equal(settings.medium, "");
	assert_int_equal(notes.count, 1);
	assert_non_null(strstr(notes.lines[0], "medium: only the loader entry"));
	config_add_cmdline(&config, "assay.medium=4567");
	config_merge(&config, &settings, &origins);
	assert_string_equal(settings.medium, "4567");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(reads_the_words_of_a_command_line),
		TEST(nothing_is_there),
		TEST(reads_files_credentials_and_firmware),
		TEST(only_the_loader_says_what_was_booted),
		TEST(expands_addresses),
		TEST(nothing_to_fetch_asks_nobody),
		TEST(the_file_of_this_machine_comes_first),
		TEST(then_that_for_all),
		TEST(but_not_when_the_server_says_something_else),
		TEST(a_weak_place_may_name_a_file_but_not_allow_writing),
		TEST(dhcp_names_one_more_that_is_weaker),
		TEST(a_bad_address_is_named),
		TEST(an_empty_file_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
