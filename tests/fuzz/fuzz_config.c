/* SPDX-License-Identifier: MIT */
/* fuzz_config.c - any file of settings, from any place: no fault, and no place says more than
 * it may */

#include "bench/config/config.h"
#include "bench/lib/lines.h"
#include "bench/lib/secret.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_complaint(void *context, const char *line)
{
	(void)context;
	if (line[0] == '\0' || strchr(line, '\n'))
		abort();
}

/* Every line has a name that can be printed, and the reading comes to an end. */
static void check_lines(const char *text)
{
	struct lines line = { .rest = text };
	int rc;

	while ((rc = lines_next(&line)) != 0) {
		for (const char *c = line.name; *c; c++)
			if (*c < ' ' || *c > '~')
				abort();
		if (rc > 0 && (line.name[0] == '\0' || strchr(line.value, '\n')))
			abort();
	}
}

static void check_rules(const struct settings *settings, const struct origins *origins,
                        enum config_source source, bool may_allow_writing)
{
	for (size_t i = 0; i < settings_count; i++) {
		const char *name = settings_table[i].name;
		char text[4096];

		if (origins->of[i][0] == '\0')
			continue;
		if (!may_allow_writing && strncmp(name, "write", 5) == 0)
			abort();
		settings_text(settings, &settings_table[i], text, sizeof(text));
		if (source == CONFIG_FROM_CMDLINE && secret_setting(name, text))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct origins origins;
	struct settings settings;

	for (int source = CONFIG_FROM_FW_CFG; source <= CONFIG_FROM_OPTION; source++) {
		bool may_allow_writing = source >= CONFIG_FROM_FILE;
		struct config config = { .complaint = { check_complaint, NULL } };
		char url[256];

		config_add(&config, (enum config_source)source, may_allow_writing, "it",
		           (const char *)data, size);
		if (config.count > 0)
			check_lines(config.texts[0].text);
		config_merge(&config, &settings, &origins);
		check_rules(&settings, &origins, (enum config_source)source, may_allow_writing);
		if (config_expand(url, sizeof(url), settings.config, NULL) > 0 &&
		    !strstr(url, "default"))
			abort();
		config_close(&config);
	}
	return 0;
}
