/* SPDX-License-Identifier: MIT */
/* main.c - the assay program: find the command, understand the options, go */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"

#include <stdio.h>
#include <string.h>

const struct command commands[] = {
	{ "list", command_list, NULL, 0, "", "name every test (--plans: every plan)" },
	{ "inventory", command_inventory, NULL, 0, "", "say what is in this machine" },
	{ "run", command_run, NULL, 0, "", "run a plan and report; this is what the image does" },
	{ "report", command_report, NULL, 1, "DIRECTORY", "show the results of a run again" },
	{ "deliver", command_deliver, NULL, 1, "DIRECTORY", "upload the results of a run" },
	{ "help", command_help, NULL, 1, "[COMMAND]", "explain a command" },
};

const size_t command_count = countof(commands);

static const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < command_count; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

int main(int argc, char **argv)
{
	static struct options options; /* large */
	const struct command *command;
	int rc;

	if (argc < 2) {
		help_print(NULL);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("assay %s\n", ASSAY_VERSION);
		return EXIT_OK;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		help_print(NULL);
		return EXIT_OK;
	}
	command = command_find(argv[1]);
	if (!command) {
		fprintf(stderr, "assay: %s: no such command; see assay help\n", argv[1]);
		return EXIT_USAGE;
	}
	if (command->classic)
		return command->classic(argv + 2);
	rc = options_parse(&options, command, argv + 2);
	if (rc == OPTIONS_DONE)
		return EXIT_OK;
	return rc ? rc : command->run(&options);
}
