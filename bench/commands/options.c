/* SPDX-License-Identifier: MIT */
/* options.c - the command line, understood */

#include "bench/commands/commands.h"
#include "bench/config/config.h"
#include "bench/lib/secret.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int usage(const char *word, const char *why)
{
	fprintf(stderr, "assay: %s: %s\n", word, why);
	return EXIT_USAGE;
}

/* If @word is --NAME=VALUE for this @name, return the value. */
static const char *value_of(const char *word, const char *name)
{
	size_t length = strlen(name);

	return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

/* Take a word --NAME=VALUE for a setting. */
static int take_setting(struct options *options, const char *word)
{
	size_t length = strcspn(word, "=");
	char name[64], why[256];
	int row;

	if (word[length] != '=')
		return usage(word, "no such option, or it lacks =VALUE; see assay help");
	snprintf(name, sizeof(name), "%.*s", (int)(length - 2), word + 2);
	row = settings_row(name);
	if (secret_setting(name, word + length + 1)) {
		snprintf(why, sizeof(why), "--%s", name);
		return usage(why, "credentials do not belong on the command line; a file of "
		                  "--settings= may have user and password");
	}
	if (settings_set(&options->settings, name, word + length + 1, why, sizeof(why)))
		return usage(word, why);
	text_copy(options->origins.of[row], sizeof(options->origins.of[row]), "option");
	return EXIT_OK;
}

/* Take the words of the kernel command line. */
static void take_cmdline(const struct options *options, struct settings *settings,
                         struct origins *origins, void (*complain)(void *context, const char *why))
{
	struct config config = { .complaint = { complain, NULL } };

	config_add_cmdline(&config, options->cmdline_text);
	config_merge(&config, settings, origins);
	config_close(&config);
}

static int take_option(struct options *options, const char *word)
{
	const char *value;

	if (strcmp(word, "--json") == 0) {
		options->json = true;
		return EXIT_OK;
	}
	if (strcmp(word, "--plans") == 0) {
		options->plans = true;
		return EXIT_OK;
	}
	if (strcmp(word, "--effective") == 0) {
		options->effective = true;
		return EXIT_OK;
	}
	if (strcmp(word, "--man") == 0) {
		options->man = true;
		return EXIT_OK;
	}
	if (strcmp(word, "--follow") == 0) {
		options->follow = true;
		return EXIT_OK;
	}
	if ((value = value_of(word, "--out"))) {
		options->out = value;
		return value[0] ? EXIT_OK : usage(word, "expected --out=DIRECTORY");
	}
	if (value_of(word, "--cmdline") || value_of(word, "--settings"))
		return EXIT_OK; /* taken before all others */
	return take_setting(options, word);
}

/* What is read from files first, so that options of the command line win over it. */
static int read_files(struct options *options, char **argv)
{
	const struct config_listener listener = { commands_complain, NULL };
	int rc = -ENOENT;

	for (char **word = argv; *word && strcmp(*word, "--") != 0; word++) {
		if (value_of(*word, "--cmdline"))
			options->cmdline = value_of(*word, "--cmdline");
		if (value_of(*word, "--settings"))
			options->from = value_of(*word, "--settings");
	}
	if (options->cmdline && text_read("", options->cmdline, options->cmdline_text,
	                                  sizeof(options->cmdline_text)) < 0)
		return usage(options->cmdline, "cannot be read, as --cmdline= asks for");
	if (options->from)
		rc = config_read(options->from, &options->settings, &options->origins,
		                 options->cmdline ? NULL : &listener);
	/* at boot, something is better than nothing */
	if (options->from && rc && !options->cmdline)
		return usage(options->from, "cannot be read as a file of settings");
	if (rc)
		options->from = NULL;
	if (rc && options->cmdline)
		take_cmdline(options, &options->settings, &options->origins, NULL);
	return EXIT_OK;
}

void options_complain(const struct options *options,
                      void (*complain)(void *context, const char *why))
{
	const struct config_listener listener = { complain, NULL };
	struct settings again;
	struct origins origins;

	settings_default(&again);
	if (options->from && config_read(options->from, &again, &origins, &listener))
		complain(NULL, "the file of settings cannot be read any more");
	if (!options->from)
		take_cmdline(options, &again, &origins, complain);
}

int options_parse(struct options *options, const struct command *command, char **argv)
{
	bool only_words = false;
	int rc;

	memset(options, 0, sizeof(*options));
	settings_default(&options->settings);
	rc = read_files(options, argv);
	for (; *argv && rc == EXIT_OK; argv++) {
		if (!only_words && strcmp(*argv, "--") == 0) {
			only_words = true;
		} else if (!only_words && strcmp(*argv, "--help") == 0) {
			help_print(command);
			return OPTIONS_DONE;
		} else if (!only_words && strcmp(*argv, "-f") == 0) {
			options->follow = true;
		} else if (!only_words && strncmp(*argv, "--", 2) == 0) {
			rc = take_option(options, *argv);
		} else if (options->word_count == command->words_max) {
			rc = usage(*argv, "one word too many; see assay help");
		} else {
			options->words[options->word_count++] = *argv;
		}
	}
	return rc;
}

const char *options_directory(const struct options *options)
{
	const char *directory = options->word_count ? options->words[0] : options->out;

	if (!directory)
		fprintf(stderr,
		        "assay: expected the DIRECTORY of a run, with its journal.ndjson\n");
	return directory;
}
