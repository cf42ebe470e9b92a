/* SPDX-License-Identifier: MIT */
/* options.c - the command line, understood */

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

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

static int take_option(struct options *options, const char *word)
{
	char name[64], why[256];
	const char *value;
	size_t length;

	if (strcmp(word, "--json") == 0) {
		options->json = true;
		return EXIT_OK;
	}
	if (strcmp(word, "--plans") == 0) {
		options->plans = true;
		return EXIT_OK;
	}
	if (strcmp(word, "--man") == 0) {
		options->man = true;
		return EXIT_OK;
	}
	if ((value = value_of(word, "--out"))) {
		options->out = value;
		return value[0] ? EXIT_OK : usage(word, "expected --out=DIRECTORY");
	}
	if ((value = value_of(word, "--cmdline"))) {
		options->cmdline = value;
		return EXIT_OK;
	}
	length = strcspn(word, "=");
	if (word[length] != '=')
		return usage(word, "no such option, or it lacks =VALUE; see assay help");
	snprintf(name, sizeof(name), "%.*s", (int)(length - 2), word + 2);
	if (settings_set(&options->settings, name, word + length + 1, why, sizeof(why)))
		return usage(word, why);
	return EXIT_OK;
}

/* Kernel words first, so that options of the command line win over them. */
static int read_cmdline(struct options *options, char **argv)
{
	for (char **word = argv; *word && strcmp(*word, "--") != 0; word++) {
		const char *path = value_of(*word, "--cmdline");

		if (!path)
			continue;
		if (text_read("", path, options->cmdline_text, sizeof(options->cmdline_text)) < 0)
			return usage(*word, "cannot be read");
		settings_read_cmdline(&options->settings, options->cmdline_text, NULL, NULL);
	}
	return EXIT_OK;
}

int options_parse(struct options *options, const struct command *command, char **argv)
{
	bool only_words = false;
	int rc;

	memset(options, 0, sizeof(*options));
	settings_default(&options->settings);
	rc = read_cmdline(options, argv);
	for (; *argv && rc == EXIT_OK; argv++) {
		if (!only_words && strcmp(*argv, "--") == 0) {
			only_words = true;
		} else if (!only_words && strcmp(*argv, "--help") == 0) {
			help_print(command);
			return OPTIONS_DONE;
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
