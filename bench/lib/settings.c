/* SPDX-License-Identifier: MIT */
/* settings.c - the table of settings, and how a value gets into it */

#include "bench/lib/settings.h"

#include "bench/lib/lines.h"
#include "bench/lib/secret.h"
#include "bench/lib/sshkey.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(field) offsetof(struct settings, field), sizeof(((struct settings *)0)->field)

const struct setting settings_table[] = {
	{ "plan", SETTING_TEXT, FIELD(plan), "quick", NULL,
	  "which plan to run: see assay list --plans" },
	{ "only", SETTING_TEXT, FIELD(only), "", NULL,
	  "run only the tests whose names match: GLOB,GLOB..." },
	{ "disk", SETTING_TEXT, FIELD(disk), "", NULL,
	  "test only these disks: SERIAL, WWN or name, comma-separated" },
	{ "write", SETTING_TEXT, FIELD(write), "", NULL,
	  "let tests write to these disks, and lose what is on them: DISK@HOST,... where DISK is a "
	  "serial or WWN and HOST the serial or UUID of this machine; or blank: every empty disk" },
	{ "write.limit", SETTING_BYTES, FIELD(write_limit_bytes), "auto", "auto",
	  "write at most this much to each disk in a run; auto: 1T, or 24 times its capacity if "
	  "that is more" },
	{ "directory", SETTING_TEXT, FIELD(directory), "", NULL,
	  "tests that need files make them below this directory, and remove them" },
	{ "level", SETTING_CHOICE, FIELD(level), "auto", "auto|v1|v2|v3|v4",
	  "run the compute-bound tests as for x86-64-vN; auto: the best that the CPU can do" },
	{ "quiet", SETTING_CHOICE, FIELD(quiet), "on", "on|off",
	  "while tests run, CPUs are set to performance and watchdogs to silence; off: not" },
	{ "upload", SETTING_URL, FIELD(upload), "", NULL,
	  "PUT the results below this http(s) address" },
	{ "upload.ca", SETTING_TEXT, FIELD(upload_ca), "/etc/ssl/certs/ca-certificates.crt", NULL,
	  "PEM file of the certificate authorities trusted for https" },
	{ "upload.deadline", SETTING_SECONDS, FIELD(upload_deadline_s), "1h", NULL,
	  "stop trying to upload after this long" },
	{ "end", SETTING_CHOICE, FIELD(end), "auto", "auto|poweroff|reboot|shell",
	  "when the run is over; auto: power off if an upload was acknowledged, else a shell" },
	{ "ssh.key", SETTING_SSH_KEY, FIELD(ssh_key), "", NULL,
	  "public key that may log in as root; without one no port is open" },
	{ "verdict", SETTING_TEXT, FIELD(verdict), "", NULL,
	  "serial port for the machine-readable verdict of the tests, such as ttyS1" },
	{ "devices.timeout", SETTING_SECONDS, FIELD(devices_timeout_s), "30s", NULL,
	  "wait at most this long for disks to appear" },
	{ "config", SETTING_URL, FIELD(config), "", NULL,
	  "fetch more settings from this http(s) address, lines NAME=VALUE; ${serial}, ${uuid}, "
	  "${mac} and ${sku} in it are those of this machine, or default if there is no such "
	  "file" },
	{ "net.timeout", SETTING_SECONDS, FIELD(net_timeout_s), "120s", NULL,
	  "wait at most this long for a network when settings are to be fetched" },
	{ "medium", SETTING_TEXT, FIELD(medium), "", NULL,
	  "id of the image on the medium that was booted: the loader entry there says it, nobody "
	  "else" },
};

const size_t settings_count = countof(settings_table);

static void *field_of(struct settings *settings, const struct setting *setting)
{
	return (char *)settings + setting->offset;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decode %20 and the like: boot loaders fight over spaces and quotes. Returns 0 or -errno. */
static int set_text(char *field, size_t size, const char *value, bool decode)
{
	size_t used = 0;

	for (; *value; value++) {
		char c = *value;

		if (used + 1 >= size)
			return -ENAMETOOLONG;
		if (decode && c == '%' && hex_digit(value[1]) >= 0 && hex_digit(value[2]) >= 0) {
			c = (char)(hex_digit(value[1]) << 4 | hex_digit(value[2]));
			value += 2;
		}
		if ((unsigned char)c < 0x20)
			return -EINVAL;
		field[used++] = c;
	}
	field[used] = '\0';
	return 0;
}

static int set_choice(int *field, const char *choices, const char *value)
{
	char choice[16];

	for (int i = 0; text_next(&choices, "|", choice, sizeof(choice)); i++)
		if (strcmp(choice, value) == 0) {
			*field = i;
			return 0;
		}
	return -EINVAL;
}

static int set_field(struct settings *settings, const struct setting *setting, const char *value)
{
	char text[sizeof(settings->ssh_key)]; /* the longest field: unchanged if value is bad */
	void *field = field_of(settings, setting);
	int rc;

	switch (setting->type) {
	case SETTING_TEXT:
	case SETTING_SSH_KEY:
	case SETTING_URL:
		rc = set_text(text, setting->size, value, setting->type != SETTING_URL);
		if (rc == 0 && setting->type == SETTING_SSH_KEY && text[0] &&
		    !sshkey_is_whole(text))
			return -EINVAL;
		if (rc == 0)
			memcpy(field, text, strlen(text) + 1);
		return rc;
	case SETTING_SECONDS: return text_parse_seconds(value, field);
	case SETTING_BYTES:
		if (setting->choices && strcmp(value, setting->choices) == 0) {
			*(uint64_t *)field = BYTES_AUTO;
			return 0;
		}
		return text_parse_bytes(value, field);
	case SETTING_CHOICE: return set_choice(field, setting->choices, value);
	}
	return -EINVAL;
}

static const char *expected(const struct setting *setting)
{
	switch (setting->type) {
	case SETTING_SECONDS: return "a time such as 90s, 15m or 1h";
	case SETTING_BYTES:
		return setting->choices ? "auto, or a size such as 500G or 2T (powers of 1000)"
		                        : "a size such as 500G or 2T (powers of 1000)";
	case SETTING_CHOICE: return setting->choices;
	case SETTING_SSH_KEY:
		return "a whole public key: ssh-ed25519, ssh-rsa or ecdsa-sha2-nistp256 (384, "
		       "521), %20, base64";
	case SETTING_TEXT:
	case SETTING_URL: break;
	}
	return "text without control characters";
}

int settings_row(const char *name)
{
	for (size_t i = 0; i < settings_count; i++)
		if (strcmp(settings_table[i].name, name) == 0)
			return (int)i;
	return -ENOENT;
}

bool settings_allow_nothing(struct settings *settings, const char *name)
{
	if (strcmp(name, "write") == 0)
		settings->write[0] = '\0';
	else if (strcmp(name, "write.limit") == 0)
		settings->write_limit_bytes = 0;
	else
		return false;
	return true;
}

int settings_set(struct settings *settings, const char *name, const char *value, char *why,
                 size_t why_size)
{
	const struct setting *setting;
	const char *outcome;
	char shown[48];
	int rc, row = settings_row(name);

	if (row < 0) {
		text_clean(shown, sizeof(shown), name);
		snprintf(why, why_size,
		         "setting %s: there is none of that name; see assay help run", shown);
		return row;
	}
	setting = &settings_table[row];
	rc = set_field(settings, setting, value);
	if (rc == 0)
		return 0;
	outcome = settings_allow_nothing(settings, name) ? "; nothing will be written" : "";
	text_clean(shown, sizeof(shown), secret_setting(name, value) ? "(hidden)" : value);
	if (rc == -ENAMETOOLONG)
		snprintf(why, why_size, "setting %s: longer than %zu bytes%s", name,
		         setting->size - 1, outcome);
	else
		snprintf(why, why_size, "setting %s=%s: expected %s%s", name, shown,
		         expected(setting), outcome);
	return -EINVAL;
}

void settings_default(struct settings *settings)
{
	memset(settings, 0, sizeof(*settings));
	for (size_t i = 0; i < settings_count; i++)
		if (set_field(settings, &settings_table[i], settings_table[i].fallback))
			abort(); /* a fallback that its own type refuses: the unit test sees it */
}

/* The opposite of set_text(): what looks like an escape gets one. */
static void write_text(char *text, size_t size, const char *field)
{
	size_t used = 0;

	for (; *field && used + 4 < size; field++) {
		text[used++] = *field;
		if (*field == '%' && hex_digit(field[1]) >= 0 && hex_digit(field[2]) >= 0) {
			text[used++] = '2';
			text[used++] = '5';
		}
	}
	text[used] = '\0';
}

const char *settings_text(const struct settings *settings, const struct setting *setting,
                          char *text, size_t size)
{
	const void *field = (const char *)settings + setting->offset;
	const char *choices = setting->choices;

	switch (setting->type) {
	case SETTING_TEXT:
	case SETTING_SSH_KEY: write_text(text, size, field); break;
	case SETTING_URL: snprintf(text, size, "%s", (const char *)field); break;
	case SETTING_SECONDS: snprintf(text, size, "%us", *(const uint32_t *)field); break;
	case SETTING_BYTES:
		if (choices && *(const uint64_t *)field == BYTES_AUTO)
			snprintf(text, size, "%s", choices);
		else
			text_bytes(text, size, *(const uint64_t *)field);
		break;
	case SETTING_CHOICE:
		for (int i = *(const int *)field; i >= 0; i--)
			if (!text_next(&choices, "|", text, size))
				break;
		break;
	}
	return text;
}

const char *settings_shown(const struct settings *settings, const struct setting *setting,
                           char *text, size_t size)
{
	settings_text(settings, setting, text, size);
	if (secret_setting(setting->name, text))
		snprintf(text, size, "(hidden)");
	return text;
}
