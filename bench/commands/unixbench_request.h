/* SPDX-License-Identifier: MIT */
/* unixbench_request.h - the command line of assay unixbench, understood */

#ifndef ASSAY_UNIXBENCH_REQUEST_H
#define ASSAY_UNIXBENCH_REQUEST_H

#include "bench/formats/unixbench.h"

#define UNIXBENCH_BLOCKS_MAX 16 /* of -c, each a run of its own */
#define UNIXBENCH_COPIES_MAX 4096

struct request {
	unsigned passes;    /* -i; 0 = the test's own number */
	unsigned seconds_s; /* --seconds: of what is timed in a pass; 0 = the test's own length */
	unsigned copies[UNIXBENCH_BLOCKS_MAX];
	unsigned block_count;
	bool tests[UNIXBENCH_TESTS]; /* by their place in the table */
	bool quiet, json;
	enum unixbench_layout layout;
};

/*
 * Returns EXIT_OK, OPTIONS_DONE after --help, or EXIT_USAGE with one line printed that
 * names the word and what was expected.
 */
int request_parse(struct request *request, char **argv);

/* What the user left open: all tests; one copy, and one for each of @threads CPUs. */
void request_complete(struct request *request, unsigned threads);

#endif
