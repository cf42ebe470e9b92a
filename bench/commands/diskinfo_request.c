/* SPDX-License-Identifier: MIT */
/* diskinfo_request.c - the options of assay diskinfo, understood */

#include "bench/commands/diskinfo_request.h"

#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <stdio.h>
#include <string.h>

static const struct letter {
	char letter;
	size_t offset;
	const char *help;
} letters[] = {
	{ 'c', offsetof(struct diskinfo_request, overhead), "the overhead of a command" },
	{ 't', offsetof(struct diskinfo_request, seeks), "seek times and transfer rates" },
	{ 'i', offsetof(struct diskinfo_request, iops), "random reads with 128 in flight" },
	{ 'S', offsetof(struct diskinfo_request, writes),
	  "random writes, each flushed: DESTROYS the data" },
	{ 'w', offsetof(struct diskinfo_request, may_write), "writing is meant: -S needs it" },
	{ 'v', offsetof(struct diskinfo_request, verbose), "one line for each fact" },
	{ 'p', offsetof(struct diskinfo_request, address), "only where the disk is attached" },
	{ 's', offsetof(struct diskinfo_request, serial), "only its serial number" },
};

void diskinfo_request_help(void)
{
	printf(
	    "assay diskinfo [-citSvw] [-p|-s] [--pause=SECONDS] [--write=SERIAL@HOST] DISK...\n\n");
	for (size_t i = 0; i < countof(letters); i++)
		printf("  -%c       %s\n", letters[i].letter, letters[i].help);
	printf(
	    "  --pause  before each test; 1 is the default, and what the original does\n\n"
	    "DISK may be a file. On a solid-state disk the seek times are those of single reads.\n"
	    "A disk is written only if --write= names it by its serial or WWN and this machine\n"
	    "by its serial or UUID.\n");
}

static int usage(const char *word, const char *what)
{
	fprintf(stderr, "assay: diskinfo: %s: expected %s\n", word, what);
	return EXIT_USAGE;
}

static int take_letters(struct diskinfo_request *request, const char *word)
{
	for (const char *c = word + 1; *c; c++) {
		size_t i = 0;

		while (i < countof(letters) && letters[i].letter != *c)
			i++;
		if (i == countof(letters))
			return usage(word, "some of -citSvw, -p or -s");
		*(bool *)((char *)request + letters[i].offset) = true;
	}
	return EXIT_OK;
}

static int take_word(struct diskinfo_request *request, const char *word)
{
	if (strcmp(word, "--help") == 0) {
		request->help = true;
		return EXIT_OK;
	}
	if (strncmp(word, "--pause=", 8) == 0)
		return text_parse_seconds(word + 8, &request->pause_s)
		           ? usage(word, "--pause=SECONDS")
		           : EXIT_OK;
	if (strncmp(word, "--", 2) == 0)
		return usage(word, "--pause=, --write=, --write.limit= or --help");
	return take_letters(request, word);
}

int diskinfo_request_parse(struct diskinfo_request *request, char **argv)
{
	char **first = argv, **kept = argv;
	int rc = EXIT_OK;

	*request = (struct diskinfo_request){ .pause_s = 1 };
	for (; *argv && rc == EXIT_OK; argv++) {
		if (argv[0][0] == '-')
			rc = take_word(request, *argv);
		else
			*kept++ = *argv;
	}
	*kept = NULL;
	if (rc || request->help)
		return rc;
	if (request->writes && !request->may_write)
		return usage("-S", "-w too: it destroys what is on the disk");
	if (request->address && request->serial)
		return usage("-p -s", "one of the two");
	return *first ? EXIT_OK : usage("diskinfo", "a DISK");
}
