/* SPDX-License-Identifier: MIT */
/* main.c - the assay program: find the command, understand the options, go */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/streams.h"

#include <stdio.h>
#include <string.h>

const struct command commands[] = {
	{ "list", command_list, NULL, 0, "", "name every test (--plans: every plan)" },
	{ "inventory", command_inventory, NULL, 0, "", "say what is in this machine" },
	{ "config", command_config, NULL, 0, "", "say what is set, to what, and by whom" },
	{ "run", command_run, NULL, 0, "", "run a plan and report; this is what the image does" },
	{ "unixbench", NULL, command_unixbench, 0, "[-i N] [-c N]... [-q] [TEST...]",
	  "the UnixBench tests, with the words and the report of the original" },
	{ "sysbench", NULL, command_sysbench, 0, "TEST|--test=TEST [OPTION...] run",
	  "cpu, memory, threads or mutex, as sysbench 1.0 or 0.4 does and prints them" },
	{ "dd", NULL, command_dd, 0, "[--style=old|new] [--write=SERIAL@HOST] if=FILE of=FILE ...",
	  "copy blocks and time it, as dd does and prints it" },
	{ "diskinfo", NULL, command_diskinfo, 0, "[-citSvw] [-p|-s] [--pause=SECONDS] DISK...",
	  "seek times, transfer rates and overhead, as diskinfo of FreeBSD prints them" },
	{ "bonnie", NULL, command_bonnie, 0, "[-d DIRECTORY] [-s SIZE] [-n FILES] [OPTION...]",
	  "one large file and many small ones, as bonnie++ 1.96 or 2.00 does and prints them" },
	{ "fio", NULL, command_fio, 0, "FILE.fio...|--name=NAME [--OPTION=VALUE...]",
	  "jobs as fio describes them, with its texts and its JSON" },
	{ "iometer", NULL, command_iometer, 0, "[OPTION...] DISK|FILE...",
	  "loads of Iometer with 1 to 128 I/Os in flight: peak, and IOPS at 15 ms" },
	{ "status", command_status, NULL, 1, "[DIRECTORY]", "how far a run is, on one screen" },
	{ "log", command_log, NULL, 1, "[DIRECTORY]",
	  "what the consoles of the image have shown until now (-f: and go on)" },
	{ "attach", command_attach, NULL, 1, "[DIRECTORY]",
	  "the dashboard of a run in this terminal; q leaves it, the run goes on" },
	{ "network", command_network, NULL, 0, "",
	  "in the image: set the network up as --cmdline says, and keep the way out" },
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

/* Run the command line. Returns an enum exit_status. */
static int run(int argc, char **argv)
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

int main(int argc, char **argv)
{
	int status;

	streams_fill();
	status = run(argc, argv);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	fprintf(stderr, "assay: standard output did not take everything\n");
	return exit_status_worse(status, EXIT_INTERNAL);
}
