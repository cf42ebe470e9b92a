/* SPDX-License-Identifier: MIT */
/* bonnie_words.h - the command line of bonnie++, understood */

#ifndef ASSAY_DISK_BONNIE_WORDS_H
#define ASSAY_DISK_BONNIE_WORDS_H

#include "bench/bonnie/bonnie.h"

#define BONNIE_RUNS_MAX 1000

/* 2.00 writes CSV of version 1.98. */
enum bonnie_layout { BONNIE_1_96, BONNIE_2_00 };

struct bonnie_words {
	bool help; /* the rest is not set */
	struct bonnie_options options;
	enum bonnie_layout layout;
	char name[64];            /* of the machine */
	unsigned concurrency;     /* of -c: a label, and of the size that is expected */
	unsigned runs;            /* of -x; 0 = one, with its text */
	bool quiet, percentiles;  /* -q; --percentiles */
	const char *user, *group; /* of -u and -g: "nobody", "65534:65534"; NULL = not given */
};

/*
 * Understand @argv, NULL-terminated, from the name of the command on.
 *
 * @ram_mib  memory of this machine, MiB: the large file has to be twice as large, unless -r
 *           says otherwise
 * @seed     of -z, if it is not given; not 0
 *
 * Returns 0; or -EINVAL with one line in @why that names the word and what was expected.
 */
MUST_CHECK int bonnie_words_parse(struct bonnie_words *words, char *const *argv, uint64_t ram_mib,
                                  uint64_t seed, char *why, size_t why_size);

#endif
