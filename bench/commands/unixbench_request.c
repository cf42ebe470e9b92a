/* SPDX-License-Identifier: MIT */
/* unixbench_request.c - the command line of assay unixbench, understood */

#include "bench/commands/unixbench_request.h"

#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/lib/text.h"

#include <stdio.h>
#include <string.h>

static int usage(const char *word, const char *why)
{
	fprintf(stderr, "assay: unixbench %s: %s\n", word, why);
	return EXIT_USAGE;
}

static void print_help(void)
{
	printf("assay unixbench [-i N] [-c N]... [-q] [--seconds=N] [--layout=4.1] [--json] "
	       "[TEST...]\n\n"
	       "  -i N          N passes of the long tests, a third of the short ones "
	       "(default: 10 and 3)\n"
	       "  -c N          N copies at a time; again for another run "
	       "(default: 1, then one for each CPU)\n"
	       "  -q            no progress\n"
	       "  --seconds=N   passes of N seconds, shorter than the definition: for a look\n"
	       "  --layout=4.1  the report of the older version\n"
	       "  --json        the results, for programs\n\nTests:\n");
	for (size_t i = 0; i < UNIXBENCH_TESTS; i++)
		printf("  %-17s %s\n", unixbench_tests[i].id, unixbench_tests[i].title);
}

/* The number after an option, from 1 to @most. */
static int take_number(const char *option, const char *text, unsigned most, unsigned *number)
{
	uint64_t value;
	char why[64];

	snprintf(why, sizeof(why), "expected a number from 1 to %u", most);
	if (!text || text_parse_u64(text, &value) || value < 1 || value > most) {
		fprintf(stderr, "assay: unixbench %s%s%s: %s\n", option, text ? " " : "",
		        text ? text : "", why);
		return EXIT_USAGE;
	}
	*number = (unsigned)value;
	return EXIT_OK;
}

static int take_copies(struct request *request, const char *text)
{
	if (request->block_count == UNIXBENCH_BLOCKS_MAX)
		return usage("-c", "more than 16 of them");
	return take_number("-c", text, UNIXBENCH_COPIES_MAX,
	                   &request->copies[request->block_count++]);
}

static int take_test(struct request *request, const char *id)
{
	const struct unixbench_test *test = unixbench_find(id);

	if (!test)
		return usage(id, "no such test; see assay unixbench --help");
	request->tests[test - unixbench_tests] = true;
	return EXIT_OK;
}

static int take_word(struct request *request, const char *word)
{
	if (strncmp(word, "--seconds=", 10) == 0)
		return take_number("--seconds=", word + 10, 3600, &request->seconds_s);
	if (strcmp(word, "-q") == 0)
		request->quiet = true;
	else if (strcmp(word, "--json") == 0)
		request->json = true;
	else if (strcmp(word, "--layout=4.1") == 0)
		request->layout = LAYOUT_4_1;
	else if (strcmp(word, "--layout=6.0") == 0)
		request->layout = LAYOUT_6_0;
	else if (word[0] == '-')
		return usage(word, "no such option; see assay unixbench --help");
	else
		return take_test(request, word);
	return EXIT_OK;
}

int request_parse(struct request *request, char **argv)
{
	int status = EXIT_OK;

	memset(request, 0, sizeof(*request));
	for (; *argv && status == EXIT_OK; argv++) {
		if (strcmp(*argv, "--help") == 0 || strcmp(*argv, "-h") == 0) {
			print_help();
			return OPTIONS_DONE;
		}
		if (strcmp(*argv, "-i") == 0 || strcmp(*argv, "-c") == 0) {
			const char *text = argv[1];

			status = (*argv)[1] == 'i' ? take_number("-i", text, UNIXBENCH_PASSES_MAX,
			                                         &request->passes)
			                           : take_copies(request, text);
			argv += text != NULL;
			continue;
		}
		status = take_word(request, *argv);
	}
	return status;
}

void request_complete(struct request *request, unsigned threads)
{
	bool any = false;

	for (size_t i = 0; i < UNIXBENCH_TESTS; i++)
		any |= request->tests[i];
	for (size_t i = 0; i < UNIXBENCH_TESTS && !any; i++)
		request->tests[i] = true;
	if (request->block_count)
		return;
	request->copies[request->block_count++] = 1;
	if (threads > 1)
		request->copies[request->block_count++] = threads;
}
