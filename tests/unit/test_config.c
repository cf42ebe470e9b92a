/* SPDX-License-Identifier: MIT */
/* test_config.c - of all that was said, what counts; and the outcome as a file */

#include "tests/unit/check.h"

#include "bench/config/config.h"
#include "bench/lib/lines.h"
#include "tests/unit/fake_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define KEY \
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILJzz8Us1V8AY71VdKbkyzmw9JRhLvOrGryt52EqNc3Y me@host"

static struct config_notes notes;
static struct settings settings;
static struct origins origins;

static struct config fresh(void)
{
	notes.count = 0;
	return (struct config){ .complaint = { config_note, &notes } };
}

static void add(struct config *config, enum config_source source, bool may_allow_writing,
                const char *name, const char *text)
{
	config_add(config, source, may_allow_writing, name, text, strlen(text));
}

static const char *origin_of(const char *name)
{
	return origins.of[settings_row(name)];
}

/* Whatever is said first, the stronger of two places wins; what only one says counts too. */
static void the_stronger_place_wins(void **state)
{
	(void)state;
	for (int weak = CONFIG_FROM_FW_CFG; weak <= CONFIG_FROM_OPTION; weak++)
		for (int strong = weak + 1; strong <= CONFIG_FROM_OPTION; strong++)
			for (int turn = 0; turn < 2; turn++) {
				struct config config = fresh();
				int row = weak * 100 + strong;

				for (int i = 0; i < 2; i++)
					if ((i == 0) == (turn == 0))
						add(&config, (enum config_source)weak, true, "weak",
						    "plan=w\nonly=w\n");
					else
						add(&config, (enum config_source)strong, true,
						    "strong", "plan=s\ndisk=s\n");
				config_merge(&config, &settings, &origins);
				check_row(row, strcmp(settings.plan, "s") == 0);
				check_row(row, strcmp(settings.only, "w") == 0);
				check_row(row, strcmp(settings.disk, "s") == 0);
				check_row(row, strcmp(origin_of("plan"), "strong") == 0);
				check_row(row, strcmp(origin_of("only"), "weak") == 0);
				check_row(row, origin_of("upload")[0] == '\0');
				check_row(row, notes.count == 0);
				config_close(&config);
			}
}

static void a_bad_value_leaves_the_weaker_one(void **state)
{
	struct config config = fresh();

	(void)state;
	add(&config, CONFIG_FROM_MEDIUM, true, "weak", "end=reboot");
	add(&config, CONFIG_FROM_FILE, true, "strong", "end=never");
	config_merge(&config, &settings, &origins);
	assert_int_equal(settings.end, END_REBOOT);
	assert_string_equal(origin_of("end"), "weak");
	assert_int_equal(notes.count, 1);
	assert_string_equal(notes.lines[0],
	                    "strong: setting end=never: expected auto|poweroff|reboot|shell");
	config_close(&config);
}

static const struct {
	enum config_source source;
	bool may_allow_writing;
	const char *line;
	const char *complaint; /* has this in it; NULL = it counts */
} rules[] = {
	{ CONFIG_FROM_OPTION, true, "write=SN@HOST", NULL },
	{ CONFIG_FROM_CMDLINE, true, "write=SN@HOST", NULL },
	{ CONFIG_FROM_FILE, true, "write=SN@HOST", NULL },
	{ CONFIG_FROM_URL, true, "write=SN@HOST", NULL },
	{ CONFIG_FROM_MEDIUM, true, "write.limit=1G", NULL },
	{ CONFIG_FROM_URL, false, "write=SN@HOST", "it: write: refused: " },
	{ CONFIG_FROM_DHCP, false, "write=SN@HOST", "it: write: refused: " },
	{ CONFIG_FROM_CREDENTIAL, false, "write=blank", "it: write: refused: " },
	{ CONFIG_FROM_SMBIOS, false, "write.limit=1G", "it: write.limit: refused: " },
	{ CONFIG_FROM_FW_CFG, false, "write=SN@HOST", "it: write: refused: " },
	{ CONFIG_FROM_CMDLINE, true, "verdict=ttyS1", NULL },
	{ CONFIG_FROM_FILE, true, "verdict=ttyS1", "it: verdict: needed earlier" },
	{ CONFIG_FROM_URL, true, "devices.timeout=1s", "it: devices.timeout: needed earlier" },
	{ CONFIG_FROM_SMBIOS, false, "config=http://h/", NULL },
	{ CONFIG_FROM_URL, true, "config=http://h/", "it: config: one file that was fetched" },
	{ CONFIG_FROM_DHCP, false, "config=http://h/", "it: config: one file that was fetched" },
	{ CONFIG_FROM_FILE, true, "upload=http://me:hush@h/", NULL },
	{ CONFIG_FROM_DHCP, false, "upload=http://me:hush@h/", NULL },
	{ CONFIG_FROM_CMDLINE, true, "upload=http://me:hush@h/", "put it into /etc/assay/assay." },
	{ CONFIG_FROM_CMDLINE, true, "config=http://h/?token=hush", "it: config: everybody can" },
	{ CONFIG_FROM_CMDLINE, true, "upload.token=hush", "it: upload.token: everybody can read" },
	{ CONFIG_FROM_FILE, true, "ssh.key=-----BEGIN PRIVATE KEY-----hush", "a private key" },
	{ CONFIG_FROM_FILE, true, "ssh.key=" KEY, NULL },
	{ CONFIG_FROM_CMDLINE, true, "ssh.key=" KEY, NULL },
	{ CONFIG_FROM_URL, true, "ssh.key=" KEY, NULL },
	{ CONFIG_FROM_DHCP, false, "ssh.key=" KEY, "it: ssh.key: refused: " },
	{ CONFIG_FROM_SMBIOS, false, "ssh.key=" KEY, "it: ssh.key: refused: " },
	{ CONFIG_FROM_FILE, true, "plna=smoke", "it: setting plna: there is none of that name" },
	{ CONFIG_FROM_FILE, true, "upload http://h/", "it: line 1, upload: expected NAME=VALUE" },
	{ CONFIG_FROM_CMDLINE, true, "plan", "it: line 1, assay.plan: expected assay.NAME=VALUE" },
};

static void each_place_may_say_what_it_may(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(rules); i++) {
		struct config config = fresh();
		char name[32];
		int row;

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(rules[i].line, "= "),
		         rules[i].line);
		add(&config, rules[i].source, rules[i].may_allow_writing, "it", rules[i].line);
		config_merge(&config, &settings, &origins);
		check_row(i, notes.count == (rules[i].complaint != NULL));
		check_row(i, !rules[i].complaint || strstr(notes.lines[0], rules[i].complaint));
		check_row(i, notes.count == 0 || !strstr(notes.lines[0], "hush"));
		row = settings_row(name);
		check_row(i, row < 0 || (origins.of[row][0] != '\0') == !rules[i].complaint);
		config_close(&config);
	}
}

static void the_last_of_two_counts_and_that_is_said(void **state)
{
	struct config config = fresh();

	(void)state;
	add(&config, CONFIG_FROM_FILE, true, "file", "plan=a\nplan=b\n");
	add(&config, CONFIG_FROM_CMDLINE, true, "line", "only=a\nonly=b\n");
	config_merge(&config, &settings, &origins);
	assert_string_equal(settings.plan, "b");
	assert_string_equal(settings.only, "b");
	assert_int_equal(notes.count, 1);
	assert_string_equal(notes.lines[0],
	                    "file: plan stands there more than once: the last one counts");
	config_close(&config);
}

static void what_is_no_text_is_one_complaint(void **state)
{
	struct config config = fresh();
	char *large = malloc(LINES_BYTES_MAX + 1);

	(void)state;
	memset(large, '\n', LINES_BYTES_MAX + 1);
	config_add(&config, CONFIG_FROM_FILE, true, "large", large, LINES_BYTES_MAX + 1);
	config_add(&config, CONFIG_FROM_FILE, true, "fits", large, LINES_BYTES_MAX);
	config_add(&config, CONFIG_FROM_FILE, true, "binary", "plan\0x", 6);
	add(&config, CONFIG_FROM_URL, true, "page", "<html>plan=smoke</html>");
	add(&config, CONFIG_FROM_URL, true, "empty", "");
	assert_int_equal(config.count, 1);
	assert_int_equal(notes.count, 3);
	assert_string_equal(notes.lines[0],
	                    "large: longer than 64 KiB: expected lines NAME=VALUE; it is not used");
	assert_string_equal(notes.lines[1],
	                    "binary: binary: expected lines NAME=VALUE; it is not used");
	assert_string_equal(notes.lines[2],
	                    "page: a web page (HTML): expected lines NAME=VALUE; it is not used");
	config_close(&config);
	free(large);
}

static void nonsense_is_a_few_lines_and_a_number(void **state)
{
	struct config config = fresh();
	char text[100 * 6 + 1];

	(void)state;
	for (int i = 0; i < 100; i++)
		snprintf(text + i * 6, 7, "no %02d\n", i);
	add(&config, CONFIG_FROM_URL, true, "x", text);
	config_merge(&config, &settings, &origins);
	assert_int_equal(notes.count, 7);
	assert_string_equal(notes.lines[6], "x: 94 more lines cannot be used");
	config_close(&config);
}

static void more_places_than_there_is_room_for(void **state)
{
	struct config config = fresh();

	(void)state;
	for (int i = 0; i <= CONFIG_TEXTS_MAX; i++)
		add(&config, CONFIG_FROM_CREDENTIAL, false, "x", "plan=smoke");
	assert_int_equal(config.count, CONFIG_TEXTS_MAX);
	assert_int_equal(notes.count, 1);
	config_close(&config);
}

static void what_is_in_force_is_written_and_read(void **state)
{
	const struct config_listener listener = { config_note, &notes };
	struct config config = fresh();
	struct settings again;
	struct origins origins_again = { .of = { "" } };
	struct fake_files files;
	char path[PATH_MAX];
	struct stat stat_buffer;

	(void)state;
	fake_files_make(&files);
	snprintf(path, sizeof(path), "%s/in-force", files.root);
	add(&config, CONFIG_FROM_FILE, true, "/etc/x", "only=\" a%20b \"\nnonsense=1\n");
	add(&config, CONFIG_FROM_CMDLINE, true, "command line", "end=shell\nupload=http://h/a%20b");
	config_merge(&config, &settings, &origins);
	assert_int_equal(notes.count, 1);
	assert_int_equal(config_write(path, &settings, &origins, &notes), 0);
	assert_int_equal(stat(path, &stat_buffer), 0);
	assert_int_equal(stat_buffer.st_mode & 0777, 0600);

	notes.count = 0;
	settings_default(&again);
	assert_int_equal(config_read(path, &again, &origins_again, &listener), 0);
	assert_memory_equal(&again, &settings, sizeof(settings));
	assert_memory_equal(&origins_again, &origins, sizeof(origins));
	assert_int_equal(notes.count, 1);
	assert_non_null(strstr(notes.lines[0], "/etc/x: setting nonsense"));
	config_close(&config);

	fake_files_put(&files, "/in-force", "\0", 1);
	assert_int_equal(config_read(path, &again, &origins_again, &listener), -EBADMSG);
	fake_files_put(&files, "/in-force", "plan=full\nend=never\nonly\n", 25);
	assert_int_equal(config_read(path, &again, &origins_again, &listener), 0);
	assert_string_equal(again.plan, "full");
	assert_string_equal(origins_again.of[settings_row("plan")], path);
	assert_int_equal(notes.count, 3);
	assert_non_null(strstr(notes.lines[2], "/in-force: line 3: only: expected NAME=VALUE"));
	fake_files_put(&files, "/in-force", "a\nb\nc\nd\ne\nf\ng\nh\n", 16);
	assert_int_equal(config_read(path, &again, &origins_again, &listener), 0);
	assert_int_equal(notes.count, 3 + 7);
	assert_non_null(strstr(notes.lines[9], "/in-force: 2 more lines cannot be used"));
	fake_files_remove(&files);
	assert_int_equal(config_read(path, &again, &origins_again, NULL), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_stronger_place_wins),
		cmocka_unit_test(a_bad_value_leaves_the_weaker_one),
		cmocka_unit_test(each_place_may_say_what_it_may),
		cmocka_unit_test(the_last_of_two_counts_and_that_is_said),
		cmocka_unit_test(what_is_no_text_is_one_complaint),
		cmocka_unit_test(nonsense_is_a_few_lines_and_a_number),
		cmocka_unit_test(more_places_than_there_is_room_for),
		cmocka_unit_test(what_is_in_force_is_written_and_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
