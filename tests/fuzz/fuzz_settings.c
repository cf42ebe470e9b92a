/* SPDX-License-Identifier: MIT */
/* fuzz_settings.c - any kernel command line: no fault, and what was read can be written again */

#include "bench/lib/settings.h"
#include "bench/lib/text.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void complain(void *context, const char *why)
{
	unsigned *complaints = context;

	if (why[0] == '\0' || strchr(why, '\n'))
		abort();
	++*complaints;
}

/* Writes every setting as text, and reads it into another set: it is the same text. */
static void check_round_trip(const struct settings *settings)
{
	struct settings again;
	char text[4096], text_again[4096], why[256];

	settings_default(&again);
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *setting = &settings_table[i];

		settings_text(settings, setting, text, sizeof(text));
		if (settings_set(&again, setting->name, text, why, sizeof(why)) != 0)
			abort();
		settings_text(&again, setting, text_again, sizeof(text_again));
		if (strcmp(text, text_again) != 0)
			abort();
	}
}

static void check_parsers(const char *text)
{
	const char *list = text;
	uint32_t seconds;
	uint64_t value;
	char item[7];

	if (text_parse_u64(text, &value) == 0 && strspn(text, "0123456789") != strlen(text))
		abort();
	if (text_parse_seconds(text, &seconds) == 0 && (text[0] < '0' || text[0] > '9'))
		abort();
	while (text_next(&list, ", ", item, sizeof(item)))
		if (strlen(item) >= sizeof(item))
			abort();
	text_matches(text, "memory.copy");
	text_clean(item, sizeof(item), text);
	for (const char *c = item; *c; c++)
		if (*c < ' ' || *c > '~')
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct settings settings;
	unsigned complaints = 0;
	char *line = malloc(size + 1);

	if (!line)
		return 0;
	memcpy(line, data, size);
	line[size] = '\0';

	settings_default(&settings);
	settings_read_cmdline(&settings, line, complain, &complaints);
	check_round_trip(&settings);
	check_parsers(line);
	free(line);
	return 0;
}
