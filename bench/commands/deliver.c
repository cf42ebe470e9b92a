/* SPDX-License-Identifier: MIT */
/* deliver.c - assay deliver: upload the results of a run that is over */

#include "bench/deliver.h"

#include "bench/commands/commands.h"
#include "bench/lib/status.h"

#include <stdio.h>

int command_deliver(const struct options *options)
{
	const char *directory = options_directory(options);

	if (!directory)
		return EXIT_USAGE;
	if (options->settings.upload[0] == '\0') {
		fprintf(stderr, "assay: deliver: expected --upload=URL\n");
		return EXIT_USAGE;
	}
	return deliver(&options->settings, directory);
}
