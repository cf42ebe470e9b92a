/* SPDX-License-Identifier: MIT */
/* sysbench_words.h - the command line of sysbench, as both generations have it */

#ifndef ASSAY_SYSTEM_SYSBENCH_WORDS_H
#define ASSAY_SYSTEM_SYSBENCH_WORDS_H

#include "bench/system/sysbench.h"

enum sysbench_action {
	SYSBENCH_RUN,
	SYSBENCH_PREPARE, /* nothing to do for these tests */
	SYSBENCH_CLEANUP,
	SYSBENCH_HELP,
};

struct sysbench_words {
	enum sysbench_action action;
	struct sysbench_options options; /* unless @action is SYSBENCH_HELP */
};

enum sysbench_value {
	SYSBENCH_COUNT,   /* 10000 */
	SYSBENCH_SIZE,    /* 1024, 1K, 1M, 1G: powers of 1024 */
	SYSBENCH_SECONDS, /* 10: kept in ns */
	SYSBENCH_CHOICE,  /* one of sysbench_option.choices */
};

/* One row of the table of options. */
struct sysbench_option {
	const char *name;     /* "threads" */
	const char *old_name; /* "num-threads", which 0.4 has; or NULL */
	int kind;             /* the test that it belongs to, or -1: all */
	enum sysbench_value value;
	size_t offset;        /* of its uint64_t in struct sysbench_options */
	uint64_t least, most; /* as the user writes them */
	const char *choices;  /* "write|read|none": in the order of the numbers from 0 */
	const char *help;     /* one line */
};

extern const struct sysbench_option sysbench_options[];
extern const size_t sysbench_option_count;

/*
 * Understand the words after "sysbench": `--test=cpu [OPTION...] run`, which means 0.4, or
 * `cpu [OPTION...] run`, which means 1.0. Options of either may be given to both.
 *
 * Returns 0; or -EINVAL with one line in @why that names the word and what was expected.
 */
MUST_CHECK int sysbench_words_parse(struct sysbench_words *words, char *const *argv, char *why,
                                    size_t why_size);

/* What an option may be set to, for people: "1 to 8192", "write|read|none". */
const char *sysbench_option_range(const struct sysbench_option *option, char *text, size_t size);

/* Set an option from text. Returns 0, or -EINVAL with @options unchanged. */
MUST_CHECK int sysbench_option_set(const struct sysbench_option *option, const char *value,
                                   struct sysbench_options *options);

#endif
