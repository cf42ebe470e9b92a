/* SPDX-License-Identifier: MIT */
/* missing.c - firmware that a driver asked for and did not get */

#include "bench/run/missing.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASKED ": Direct firmware load for "
#define FAILED " failed with error "

#define TOLD_MAX 64
#define TOLD_BYTES 192

/* The pack that has this file, "core" or "extra", or "" if none has. */
static void find_pack(const char *packs, const char *file, char *pack, size_t size)
{
	char line[160], pattern[128], name[16];
	size_t length;

	pack[0] = '\0';
	for (; packs[0] != '\0'; packs += length + (packs[length] == '\n')) {
		length = strcspn(packs, "\n");
		snprintf(line, sizeof(line), "%.*s", (int)length, packs);
		if (sscanf(line, "%15s %127s", name, pattern) == 2 && name[0] != '#' &&
		    fnmatch(pattern, file, FNM_PATHNAME) == 0) {
			snprintf(pack, size, "%s", name);
			return;
		}
	}
}

/* Where to get it from: the packs are build/firmware.img and build/firmware-extra.img. */
static void say_where(const char *packs, const char *file, char *where, size_t size)
{
	char pack[16];

	find_pack(packs, file, pack, sizeof(pack));
	if (packs[0] == '\0')
		snprintf(where, size, "which was not found");
	else if (pack[0] == '\0')
		snprintf(where, size, "which is not in this image (no pack has it)");
	else if (strcmp(pack, "core") == 0)
		snprintf(where, size, "which is not in this image (firmware.img has it)");
	else
		snprintf(where, size, "which is not in this image (firmware-%s.img has it)", pack);
}

bool missing_firmware(const char *message, const char *packs, char *text, size_t size)
{
	const char *asked = strstr(message, ASKED);
	const char *name = asked ? asked + strlen(ASKED) : "";
	const char *failed = strstr(name, FAILED);
	char file[128], where[96];
	int error = failed ? atoi(failed + strlen(FAILED)) : 0;

	if (error >= 0)
		return false;
	snprintf(file, sizeof(file), "%.*s", (int)(failed - name), name);
	if (error == -ENOENT)
		say_where(packs, file, where, sizeof(where));
	else
		snprintf(where, sizeof(where), "which could not be read: %s", strerror(-error));
	snprintf(text, size, "%.*s asked for %s, %s", (int)(asked - message), message, file, where);
	return true;
}

bool missing_is_new(const char *text)
{
	static char told[TOLD_MAX][TOLD_BYTES];
	static unsigned told_count;

	for (unsigned i = 0; i < told_count; i++)
		if (strncmp(told[i], text, TOLD_BYTES - 1) == 0)
			return false;
	if (told_count < TOLD_MAX)
		snprintf(told[told_count++], TOLD_BYTES, "%s", text);
	return true;
}
