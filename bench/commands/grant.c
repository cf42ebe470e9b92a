/* SPDX-License-Identifier: MIT */
/* grant.c - the words --write= and --write.limit= of the commands that take those of an original */

#include "bench/machine/grant.h"

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/run/plan.h"

#include <stdio.h>
#include <string.h>

void commands_complain(void *context, const char *why)
{
	(void)context;
	fprintf(stderr, "assay: %s\n", why);
}

/* Set what @word says, if it is one of the two. Returns 1, 0 if it is not, or -EINVAL. */
static int take_word(struct settings *settings, const char *word)
{
	static const char *const names[] = { "write", "write.limit" };
	char why[256];

	for (size_t i = 0; i < countof(names); i++) {
		size_t length = strlen(names[i]);
		int rc;

		if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, names[i], length) != 0 ||
		    word[2 + length] != '=')
			continue;
		rc = settings_set(settings, names[i], word + length + 3, why, sizeof(why));
		if (rc)
			commands_complain(NULL, why);
		return rc ? rc : 1;
	}
	return 0;
}

int commands_grant(char **argv, struct machine *machine, struct settings *settings)
{
	char **kept = argv;

	settings_default(settings);
	for (; *argv; argv++) {
		int rc = take_word(settings, *argv);

		if (rc < 0)
			return EXIT_USAGE;
		if (rc == 0)
			*kept++ = *argv;
	}
	*kept = NULL;
	settings->write_limit_bytes = plan_write_limit(settings, NULL);
	memset(machine, 0, sizeof(*machine));
	cpu_probe(machine, "");
	memory_probe(machine, "");
	firmware_probe(machine, "");
	disk_probe(machine, "");
	return grant_apply(machine, "", settings->write, commands_complain, NULL) ? EXIT_REFUSED
	                                                                          : EXIT_OK;
}
