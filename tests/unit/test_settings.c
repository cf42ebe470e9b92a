/* SPDX-License-Identifier: MIT */
/* test_settings.c - the table of settings, and the kernel command line */

#include "tests/unit/check.h"

#include "bench/lib/settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What was complained about: the last line, and how many there were. */
struct complaints {
	unsigned count;
	char last[512];
};

static void complain(void *context, const char *why)
{
	struct complaints *complaints = context;

	complaints->count++;
	snprintf(complaints->last, sizeof(complaints->last), "%s", why);
}

static const char *value_of(const struct settings *settings, const char *name)
{
	static char text[2048];

	for (size_t i = 0; i < settings_count; i++)
		if (strcmp(settings_table[i].name, name) == 0)
			return settings_text(settings, &settings_table[i], text, sizeof(text));
	return "no such setting";
}

static void has_a_sound_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *setting = &settings_table[i];

		check_row(i, setting->name[0] && setting->help[0] && setting->fallback);
		check_row(i, setting->offset + setting->size <= sizeof(struct settings));
		check_row(i, setting->type != SETTING_CHOICE || setting->choices);
		for (size_t j = 0; j < i; j++)
			check_row(i, strcmp(setting->name, settings_table[j].name) != 0);
	}
}

static void has_defaults(void **state)
{
	struct settings settings;
	char why[256] = "";

	(void)state;
	memset(&settings, 0xff, sizeof(settings));
	settings_default(&settings);
	assert_string_equal(settings.plan, "quick");
	assert_string_equal(settings.only, "");
	assert_string_equal(settings.upload, "");
	assert_string_equal(settings.ssh_key, "");
	assert_int_equal(settings.upload_deadline_s, 3600);
	assert_int_equal(settings.end, END_AUTO);
	assert_string_equal(settings.write, "");
	assert_true(settings.write_limit_bytes == BYTES_AUTO);
	for (size_t i = 0; i < settings_count; i++)
		check_row(i, settings_set(&settings, settings_table[i].name,
		                          settings_table[i].fallback, why, sizeof(why)) == 0);
}

static const struct {
	const char *name, *value;
	int rc;
	const char *text; /* afterwards, or what the complaint says */
} values[] = {
	{ "plan", "smoke", 0, "smoke" },
	{ "plan", "", 0, "" },
	{ "plan", "1234567890123456789012345678901", 0, "1234567890123456789012345678901" },
	{ "plan", "12345678901234567890123456789012", -EINVAL, "plan" },
	{ "only", "a%20b%2c%2C", 0, "a b,," },
	{ "only", "a%2", 0, "a%2" },
	{ "only", "a%zz", 0, "a%zz" },
	{ "only", "100%", 0, "100%" },
	{ "only", "a%0ab", -EINVAL, "only" },
	{ "only", "a%00b", -EINVAL, "only" },
	{ "only", "a\nb", -EINVAL, "only" },
	{ "upload", "http://h/a%20b", 0, "http://h/a%20b" },
	{ "end", "auto", 0, "auto" },
	{ "end", "poweroff", 0, "poweroff" },
	{ "end", "reboot", 0, "reboot" },
	{ "end", "shell", 0, "shell" },
	{ "end", "off", -EINVAL, "poweroff" },
	{ "end", "power", -EINVAL, "poweroff" },
	{ "end", "", -EINVAL, "poweroff" },
	{ "end", "auto|poweroff", -EINVAL, "end" },
	{ "upload.deadline", "0", 0, "0s" },
	{ "upload.deadline", "15m", 0, "900s" },
	{ "upload.deadline", "soon", -EINVAL, "upload.deadline" },
	{ "upload.deadline", "-1", -EINVAL, "upload.deadline" },
	{ "upload.deadline", "5000000000", -EINVAL, "upload.deadline" },
	{ "write.limit", "auto", 0, "auto" },
	{ "write.limit", "500G", 0, "500G" },
	{ "write.limit", "2000G", 0, "2T" },
	{ "write.limit", "0", 0, "0" },
	{ "write.limit", "18446P", 0, "18446P" },
	{ "write.limit", "18447P", -EINVAL, "powers of 1000" },
	{ "write.limit", "500GB", -EINVAL, "expected auto, or a size such as 500G or 2T" },
	{ "write.limit", "1t", -EINVAL, "write.limit" },
	{ "write.limit", "1.5T", -EINVAL, "1000); nothing will be written" },
	{ "write.limit", "-1", -EINVAL, "nothing will be written" },
	{ "write.limit", "", -EINVAL, "nothing will be written" },
	{ "write.limit", "G", -EINVAL, "write.limit" },
	{ "write", "SN%201@HOST,blank", 0, "SN 1@HOST,blank" },
	{ "Plan", "smoke", -ENOENT, "Plan" },
	{ "pla", "smoke", -ENOENT, "pla" },
	{ "", "smoke", -ENOENT, "" },
};

static void sets_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(values); i++) {
		struct settings settings, before;
		char why[256] = "";

		settings_default(&settings);
		before = settings;
		check_row(i, settings_set(&settings, values[i].name, values[i].value, why,
		                          sizeof(why)) == values[i].rc);
		if (values[i].rc == 0) {
			check_row(i,
			          strcmp(value_of(&settings, values[i].name), values[i].text) == 0);
			continue;
		}
		if (strcmp(values[i].name, "write.limit") == 0)
			before.write_limit_bytes = 0; /* not the default, which is more */
		check_row(i, memcmp(&settings, &before, sizeof(settings)) == 0);
		check_row(i, why[0] && !strchr(why, '\n'));
		check_row(i, strstr(why, values[i].text));
	}
}

static void cuts_complaints(void **state)
{
	struct settings settings;
	char long_text[3000], why[16];

	(void)state;
	memset(long_text, 'a', sizeof(long_text));
	long_text[sizeof(long_text) - 1] = '\0';
	settings_default(&settings);
	assert_int_equal(settings_set(&settings, "ssh.key", long_text, why, sizeof(why)), -EINVAL);
	assert_true(strlen(why) < sizeof(why));
	assert_int_equal(settings_set(&settings, long_text, "1", why, sizeof(why)), -ENOENT);
	assert_true(strlen(why) < sizeof(why));
}

/* A value as a user would write it means the same when it is written again. */
static void writes_what_it_reads(void **state)
{
	static const char *const texts[] = { "a b", "100%", "a%2", "%2520", "a%25zz", "x=y\"z" };

	(void)state;
	for (size_t i = 0; i < countof(texts); i++) {
		struct settings settings, again;
		char why[256];

		settings_default(&settings);
		settings_default(&again);
		check_row(i, settings_set(&settings, "only", texts[i], why, sizeof(why)) == 0);
		check_row(i, settings_set(&again, "only", value_of(&settings, "only"), why,
		                          sizeof(why)) == 0);
		check_row(i, strcmp(settings.only, again.only) == 0);
	}
}

static void splits_command_lines(void **state)
{
	static const struct {
		const char *line, *words[4];
	} rows[] = {
		{ "", { NULL } },
		{ "  \t\n ", { NULL } },
		{ "a", { "a" } },
		{ " a  b\tc\n", { "a", "b", "c" } },
		{ "a=\"b c\" d", { "a=b c", "d" } },
		{ "\"a=b c\" d", { "a=b c", "d" } },
		{ "\"a b\" c", { "a b", "c" } },
		{ "a=\"\" b", { "a=", "b" } },
		{ "a=b=c", { "a=b=c" } },
		{ "a=\"b c", { "a=b c" } }, /* never closed: to the end */
		{ "\"a b", { "a b" } },
		{ "a=\"b=\tc\" \"d\"", { "a=b=\tc", "d" } },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		const char *line = rows[i].line;
		char word[64];

		for (size_t w = 0; rows[i].words[w]; w++) {
			check_row(i, cmdline_next(&line, word, sizeof(word)) == 1);
			check_row(i, strcmp(word, rows[i].words[w]) == 0);
		}
		check_row(i, cmdline_next(&line, word, sizeof(word)) == 0);
	}
}

static void cuts_words(void **state)
{
	const char *line = "abcdef g";
	char word[4];

	(void)state;
	assert_int_equal(cmdline_next(&line, word, sizeof(word)), 1);
	assert_string_equal(word, "abc");
	assert_int_equal(cmdline_next(&line, word, sizeof(word)), 1);
	assert_string_equal(word, "g");
}

static void reads_command_lines(void **state)
{
	static const struct {
		const char *line, *plan, *only;
		unsigned complaints;
		const char *named; /* by the last complaint */
	} rows[] = {
		{ "", "quick", "", 0, NULL },
		{ "console=ttyS0 quiet plan=smoke only", "quick", "", 0, NULL },
		{ "assay.plan=smoke", "smoke", "", 0, NULL },
		{ "assay.plan=smoke assay.plan=quick", "quick", "", 0, NULL },
		{ "assay.plan=\"smoke\" x", "smoke", "", 0, NULL },
		{ "\"assay.only=a b\" assay.plan=smoke", "smoke", "a b", 0, NULL },
		{ "assay.only=\"a assay.plan=b\"", "quick", "a assay.plan=b", 0, NULL },
		{ "assay.only=a%20b", "quick", "a b", 0, NULL },
		{ "assay.only=a=b", "quick", "a=b", 0, NULL },
		{ "assay.plna=smoke assay.only=x", "quick", "x", 1, "plna" },
		{ "assay.end=never assay.plan=smoke", "smoke", "", 1, "end" },
		{ "assay.plan", "quick", "", 1, "assay.plan" },
		{ "assay.=x assay.y=z", "quick", "", 2, "y" },
		{ "xassay.plan=smoke assayxplan=smoke", "quick", "", 0, NULL },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct complaints complaints = { 0 };
		struct settings settings;

		settings_default(&settings);
		settings_read_cmdline(&settings, rows[i].line, complain, &complaints);
		check_row(i, strcmp(settings.plan, rows[i].plan) == 0);
		check_row(i, strcmp(settings.only, rows[i].only) == 0);
		check_row(i, complaints.count == rows[i].complaints);
		check_row(i, !rows[i].named || strstr(complaints.last, rows[i].named));
		settings_read_cmdline(&settings, rows[i].line, NULL, NULL);
	}
}

#define KEY "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILJzz8Us1V8AY71VdKbkyzmw9JRhLvOrGryt52EqNc3Y "
#define KEY_WORD \
	"ssh-ed25519%20AAAAC3NzaC1lZDI1NTE5AAAAILJzz8Us1V8AY71VdKbkyzmw9JRhLvOrGryt52EqNc3Y%20"

/* The longest value that fits its field also fits through the command line. */
static void reads_long_words(void **state)
{
	static char line[4096], comment[sizeof(((struct settings *)0)->ssh_key) - sizeof(KEY) + 1];
	struct complaints complaints = { 0 };
	struct settings settings;

	(void)state;
	memset(comment, 'k', sizeof(comment) - 1);
	settings_default(&settings);
	snprintf(line, sizeof(line), "assay.ssh.key=%s%s assay.plan=smoke", KEY_WORD, comment);
	settings_read_cmdline(&settings, line, complain, &complaints);
	assert_int_equal(complaints.count, 0);
	assert_int_equal(strlen(settings.ssh_key), sizeof(settings.ssh_key) - 1);
	assert_memory_equal(settings.ssh_key, KEY, sizeof(KEY) - 1);
	assert_string_equal(settings.ssh_key + sizeof(KEY) - 1, comment);

	settings_default(&settings);
	snprintf(line, sizeof(line), "assay.ssh.key=%s%sk assay.plan=smoke", KEY_WORD, comment);
	settings_read_cmdline(&settings, line, complain, &complaints);
	assert_int_equal(complaints.count, 1);
	assert_string_equal(settings.ssh_key, "");
	assert_string_equal(settings.plan, "smoke");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_a_sound_table),    cmocka_unit_test(has_defaults),
		cmocka_unit_test(sets_values),          cmocka_unit_test(cuts_complaints),
		cmocka_unit_test(writes_what_it_reads), cmocka_unit_test(splits_command_lines),
		cmocka_unit_test(cuts_words),           cmocka_unit_test(reads_command_lines),
		cmocka_unit_test(reads_long_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
