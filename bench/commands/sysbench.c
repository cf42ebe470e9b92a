/* SPDX-License-Identifier: MIT */
/* sysbench.c - assay sysbench: the command line and the texts of sysbench 0.4 and 1.0 */

#include "bench/formats/sysbench.h"
#include "bench/commands/commands.h"
#include "bench/lib/status.h"
#include "bench/system/sysbench_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_option(const struct sysbench_option *option)
{
	char range[64];

	printf("  --%s=%s\n        ", option->name,
	       sysbench_option_range(option, range, sizeof(range)));
	if (option->kind >= 0)
		printf("%s: ", sysbench_name((enum sysbench_kind)option->kind));
	printf("%s%s%s\n", option->help, option->old_name ? "; also --" : "",
	       option->old_name ? option->old_name : "");
}

static int print_help(void)
{
	printf("assay sysbench TEST [OPTION...] run           as sysbench 1.0: for a time\n"
	       "assay sysbench --test=TEST [OPTION...] run    as sysbench 0.4: a fixed work\n\n"
	       "TEST: cpu, memory, threads, mutex. Numbers of 0.4 and of 1.0 cannot be compared.\n"
	       "prepare and cleanup are understood; there is nothing to do.\n\nOptions:\n");
	for (size_t i = 0; i < sysbench_option_count; i++)
		print_option(&sysbench_options[i]);
	return EXIT_OK;
}

/* A block that does not fit would end in the OOM killer. */
static int check_memory(const struct sysbench_options *options)
{
	uint64_t bytes = options->block_bytes * (options->local ? options->threads : 1);
	static struct machine machine; /* large */

	memory_probe(&machine, "");
	if (options->kind != SYSBENCH_MEMORY || bytes <= machine.memory.available_bytes)
		return EXIT_OK;
	fprintf(stderr,
	        "assay: sysbench: --memory-block-size=%" PRIu64 ": %" PRIu64
	        " MiB of blocks; there are %" PRIu64 " MiB of memory available\n",
	        options->block_bytes, bytes >> 20, machine.memory.available_bytes >> 20);
	return EXIT_USAGE;
}

static void print_started(const struct sysbench_options *options)
{
	sysbench_print_started(stdout, options);
	fflush(stdout);
}

static int run(const struct sysbench_options *options)
{
	struct sysbench_outcome outcome;
	int rc = check_memory(options);

	if (rc)
		return rc;
	sysbench_print_begin(stdout, options);
	fflush(stdout);
	rc = sysbench_run(options, sysbench_test(options->kind), print_started, &outcome);
	if (rc) {
		fprintf(stderr, "assay: sysbench: %s with %" PRIu64 " threads: %s\n",
		        sysbench_name(options->kind), options->threads, strerror(-rc));
		return EXIT_INTERNAL;
	}
	sysbench_print_end(stdout, options, &outcome);
	fflush(stdout);
	if (outcome.wrong[0] == '\0')
		return EXIT_OK;
	fprintf(stderr, "assay: sysbench: wrong answer: %s\n", outcome.wrong);
	return EXIT_TEST_FAILED;
}

int command_sysbench(char **argv)
{
	struct sysbench_words words;
	char why[256];

	if (sysbench_words_parse(&words, argv, why, sizeof(why))) {
		fprintf(stderr, "assay: sysbench: %s\n", why);
		return EXIT_USAGE;
	}
	if (words.action == SYSBENCH_HELP)
		return print_help();
	if (words.action == SYSBENCH_RUN)
		return run(&words.options);
	sysbench_print_identity(stdout, words.options.generation);
	printf("The test %s has nothing to prepare and nothing to clean up.\n",
	       sysbench_name(words.options.kind));
	return EXIT_OK;
}
