/* SPDX-License-Identifier: MIT */
/* deliver.c - assay deliver: upload the results of a run that is over */

#include "bench/deliver.h"

#include "bench/commands/commands.h"
#include "bench/lib/status.h"

#include <stdio.h>

/* init asks for that when a run crashed: there may be a stick, an address, both or none. */
static int deliver_from_boot(const struct options *options, const char *directory)
{
	static struct machine machine; /* large */
	int medium;

	disk_probe(&machine, "");
	medium = deliver_to_medium(&machine, &options->settings, directory);
	return options->settings.upload[0] ? deliver(&options->settings, directory) : medium;
}

int command_deliver(const struct options *options)
{
	const char *directory = options_directory(options);

	if (!directory)
		return EXIT_USAGE;
	if (options->cmdline)
		return deliver_from_boot(options, directory);
	if (options->settings.upload[0] == '\0') {
		fprintf(stderr, "assay: deliver: expected --upload=URL\n");
		return EXIT_USAGE;
	}
	return deliver(&options->settings, directory);
}
