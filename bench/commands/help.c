/* SPDX-License-Identifier: MIT */
/* help.c - assay help: made from the tables of commands, settings and statuses */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"

#include <stdio.h>
#include <string.h>

const struct flag_help flag_helps[] = {
	{ "--json", "list, inventory, config, run, report, status: print JSON, for programs" },
	{ "--plans", "list: the plans, not the tests" },
	{ "--help", "every command: what it does and takes, and nothing else" },
	{ "--man", "help: the manual page, for man(1)" },
	{ "--follow, -f", "log: go on, with the lines that come, until you stop it" },
	{ "--effective", "config: every setting as it counts, in the image as found at boot" },
	{ "--out=DIRECTORY",
	  "keep journal.ndjson and report.json there; config: the FILE to write" },
	{ "--cmdline=FILE", "read assay.NAME=VALUE words from there, as from /proc/cmdline" },
	{ "--settings=FILE", "read NAME=VALUE lines from there; they count instead of --cmdline" },
};

const size_t flag_help_count = countof(flag_helps);

const struct flag_help example_helps[] = {
	{ "assay run --plan=smoke", "does this machine work at all" },
	{ "assay run --only='disk.*'", "only the disks; nothing is written to them" },
	{ "assay run --write=SERIAL@HOST", "also test writing, to that disk of this machine" },
	{ "assay inventory --json", "what is in it" },
	{ "assay report DIRECTORY", "the results once more" },
	{ "ssh root@ADDRESS assay status", "how far a machine is; --json for programs" },
	{ "ssh root@ADDRESS assay log -f", "its lines, as they come" },
	{ "ssh -t root@ADDRESS assay attach", "its dashboard; q leaves it, the run goes on" },
};

const size_t example_help_count = countof(example_helps);

const char *setting_form(const struct setting *setting)
{
	switch (setting->type) {
	case SETTING_CHOICE: return setting->choices;
	case SETTING_SECONDS: return "TIME";
	case SETTING_BYTES: return "SIZE";
	case SETTING_URL: return "URL";
	case SETTING_SSH_KEY: return "KEY";
	case SETTING_TEXT: break;
	}
	return "TEXT";
}

static void print_options(void)
{
	printf("\nOptions:\n");
	for (size_t i = 0; i < flag_help_count; i++)
		printf("  %-16s %s\n", flag_helps[i].form, flag_helps[i].help);
	printf("\nSettings; in the image, words of the kernel command line: assay.NAME=VALUE\n");
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *setting = &settings_table[i];

		printf("  --%s=%s\n        %s", setting->name, setting_form(setting),
		       setting->help);
		if (setting->fallback[0])
			printf(" (default: %s)", setting->fallback);
		printf("\n");
	}
}

static void print_command(const struct command *command)
{
	printf("assay %s%s%s - %s\n", command->name, command->words[0] ? " " : "", command->words,
	       command->summary);
}

static void print_statuses(void)
{
	printf("\nExit status:");
	for (int status = EXIT_OK; status <= EXIT_STATUS_LAST; status++)
		printf(" %d %s%s", status, exit_status_word(status),
		       status < EXIT_STATUS_LAST ? "," : "\n");
}

void help_print(const struct command *command)
{
	if (command) {
		print_command(command);
		print_options();
		print_statuses();
		return;
	}
	printf("assay %s - find, measure and report the hardware of this machine\n\n",
	       ASSAY_VERSION);
	for (size_t i = 0; i < example_help_count; i++)
		printf("  %-35s %s\n", example_helps[i].form, example_helps[i].help);
	putchar('\n');
	for (size_t i = 0; i < command_count; i++)
		print_command(&commands[i]);
	printf("assay --version\n");
	print_statuses();
}

int command_help(const struct options *options)
{
	char *classic_help[] = { (char[]){ "--help" }, NULL };
	const struct command *command = NULL;

	for (size_t i = 0; i < command_count && options->word_count; i++)
		if (strcmp(commands[i].name, options->words[0]) == 0)
			command = &commands[i];
	if (options->word_count && !command) {
		fprintf(stderr, "assay: help %s: no such command\n", options->words[0]);
		return EXIT_USAGE;
	}
	if (command && command->classic)
		return command->classic(classic_help);
	if (options->man)
		man_print();
	else
		help_print(command);
	return EXIT_OK;
}
