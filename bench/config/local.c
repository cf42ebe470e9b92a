/* SPDX-License-Identifier: MIT */
/* local.c - settings that are in the machine already: no network, no disk is asked for them */

#include "bench/config/config.h"
#include "bench/lib/lines.h"
#include "bench/lib/text.h"
#include "bench/machine/smbios.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OEM_PREFIX "assay:"

/* The words of the command line as lines; what they mean is the business of config_merge(). */
void config_add_cmdline(struct config *config, const char *cmdline)
{
	char lines[8192], word[4096];
	size_t used = 0;

	while (cmdline_next(&cmdline, word, sizeof(word))) {
		char *value = strchr(word, '=');
		int length;

		if (strncmp(word, "assay.", 6) != 0)
			continue;
		if (value)
			*value++ = '\0';
		length = snprintf(lines + used, sizeof(lines) - used,
		                  value ? "%s=\"%s\"\n" : "%s\n", word + 6, value);
		if ((size_t)length < sizeof(lines) - used)
			used += (size_t)length;
	}
	config_add(config, CONFIG_FROM_CMDLINE, true, "command line", lines, used);
}

/* Add the content of a file, if there is one. Its name is that for people, too. */
static void add_file(struct config *config, const char *root, enum config_source source,
                     bool may_allow_writing, const char *path)
{
	static char text[LINES_BYTES_MAX + 1];
	int length = text_read(root, path, text, sizeof(text));

	if (length > 0)
		config_add(config, source, may_allow_writing, path, text, (size_t)length);
	else if (length == -EFBIG)
		config_add(config, source, may_allow_writing, path, text, sizeof(text));
	else if (length < 0 && length != -ENOENT && length != -ENOTDIR)
		config_complain(config, "%s: %s", path, strerror(-length));
}

/* assay.NAME.cred holds the value of one setting. */
static void add_credential(struct config *config, const char *root, const char *path,
                           const char *name, int name_length)
{
	char value[2048], line[sizeof(value) + 80];
	int length = text_read(root, path, value, sizeof(value));

	if (length < 0 || strchr(value, '\n')) {
		config_complain(config, "%s: expected one line, the value of the setting %.*s",
		                path, name_length, name);
		return;
	}
	length = snprintf(line, sizeof(line), "%.*s=\"%s\"", name_length, name, value);
	config_add(config, CONFIG_FROM_CREDENTIAL, false, path, line, (size_t)length);
}

static void add_credentials(struct config *config, const char *root)
{
	struct listing files;

	listing_open(&files, root, CONFIG_CREDENTIALS);
	for (int i = 0; i < files.count; i++) {
		const char *name = listing_name(&files, i);
		int length = (int)strlen(name) - 11; /* of NAME in assay.NAME.cred */
		char path[160];

		if (length <= 0 || length > 60 || strncmp(name, "assay.", 6) != 0 ||
		    strcmp(name + 6 + length, ".cred") != 0)
			continue;
		snprintf(path, sizeof(path), CONFIG_CREDENTIALS "/%s", name);
		if (strcmp(name, "assay.conf.cred") == 0)
			add_file(config, root, CONFIG_FROM_CREDENTIAL, false, path);
		else
			add_credential(config, root, path, name + 6, length);
	}
	listing_close(&files);
}

/* OEM strings that are ours, as lines. */
struct oem {
	char lines[4096];
	size_t used;
};

static void take_oem_string(void *context, const char *string)
{
	struct oem *oem = context;
	size_t left = sizeof(oem->lines) - oem->used;
	int length;

	if (strncmp(string, OEM_PREFIX, strlen(OEM_PREFIX)) != 0)
		return;
	length = snprintf(oem->lines + oem->used, left, "%s\n", string + strlen(OEM_PREFIX));
	if ((size_t)length < left)
		oem->used += (size_t)length;
}

static void add_oem_strings(struct config *config, const char *root)
{
	static uint8_t table[SMBIOS_BYTES_MAX];
	struct oem oem = { .used = 0 };
	int bytes = sysfs_bytes(root, table, sizeof(table), SMBIOS_TABLE);

	if (bytes > 0)
		smbios_oem_strings(table, (size_t)bytes, take_oem_string, &oem);
	config_add(config, CONFIG_FROM_SMBIOS, false, "SMBIOS OEM strings", oem.lines, oem.used);
}

void config_add_local(struct config *config, const char *root)
{
	add_file(config, root, CONFIG_FROM_FILE, true, CONFIG_FILE);
	add_credentials(config, root);
	add_oem_strings(config, root);
	add_file(config, root, CONFIG_FROM_FW_CFG, false, CONFIG_FW_CFG);
}
