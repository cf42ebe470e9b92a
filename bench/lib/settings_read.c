/* SPDX-License-Identifier: MIT */
/* settings_read.c - settings as words of a kernel command line, and as lines of a file */

#include "bench/lib/settings.h"

#include "bench/lib/lines.h"
#include "bench/lib/text.h"

#include <stdio.h>
#include <string.h>

int cmdline_next(const char **cmdline, char *word, size_t size)
{
	const char *c = *cmdline;
	bool quoted = false;
	size_t used = 0;

	c += strspn(c, " \t\n");
	if (*c == '\0')
		return 0;
	for (; *c && (quoted || !strchr(" \t\n", *c)); c++) {
		if (*c == '"')
			quoted = !quoted;
		else if (used + 1 < size)
			word[used++] = *c;
	}
	if (size > 0)
		word[used] = '\0';
	*cmdline = c;
	return 1;
}

void settings_read_cmdline(struct settings *settings, const char *cmdline,
                           void (*complain)(void *context, const char *why), void *context)
{
	char word[sizeof(settings->ssh_key) + 64], shown[64], why[256];
	char *equals;

	while (cmdline_next(&cmdline, word, sizeof(word))) {
		if (strncmp(word, "assay.", 6) != 0)
			continue;
		equals = strchr(word, '=');
		if (!equals) {
			text_clean(shown, sizeof(shown), word);
			snprintf(why, sizeof(why), "%s: expected %s=VALUE", shown, shown);
		} else {
			*equals = '\0';
			if (settings_set(settings, word + 6, equals + 1, why, sizeof(why)) == 0)
				continue;
		}
		if (complain)
			complain(context, why);
	}
}

void settings_read_lines(struct settings *settings, const char *text)
{
	struct lines line = { .rest = text };
	char why[256];
	int rc;

	while ((rc = lines_next(&line)) != 0)
		if (rc > 0 && settings_set(settings, line.name, line.value, why, sizeof(why)))
			continue; /* assay says so */
}
