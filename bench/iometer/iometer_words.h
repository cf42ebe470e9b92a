/* SPDX-License-Identifier: MIT */
/* iometer_words.h - the command line of assay iometer */

#ifndef ASSAY_DISK_IOMETER_WORDS_H
#define ASSAY_DISK_IOMETER_WORDS_H

#include "bench/iometer/iometer.h"

#define IOMETER_PROFILES_MAX 16
#define IOMETER_TARGETS_MAX 128
#define IOMETER_WORKERS_MAX 64

struct iometer_request {
	const struct iometer_profile *profiles[IOMETER_PROFILES_MAX];
	unsigned profile_count;
	uint32_t blocks[IOMETER_BLOCKS_MAX]; /* bytes */
	unsigned block_count;                /* 0 = those of each profile */
	unsigned depths[IOMETER_DEPTHS_MAX]; /* outstanding I/Os, growing */
	unsigned depth_count;
	unsigned region_percent;
	uint64_t limit_ns, ramp_ns, run_ns;
	unsigned workers;
	const char *csv; /* a file; NULL = none */
	bool json, together, help;
	const char *targets[IOMETER_TARGETS_MAX];
	unsigned target_count;
};

/* One row of the table of options. */
struct iometer_option {
	const char *name; /* "block" */
	const char *form; /* "SIZE,...": what its value looks like; "" = it has none */
	const char *help; /* one line */
	/* Returns 0, or -EINVAL: the value is not of that form. NULL: it is kept as it is. */
	int (*take)(struct iometer_request *request, const char *value);
	size_t offset; /* without take: of its text, or of its bool if it has no value */
};

extern const struct iometer_option iometer_options[];
extern const size_t iometer_option_count;

/*
 * A size of a block: "4k", "1M", "512", powers of 1024; whole 512 bytes, up to 16 MiB.
 * Returns 0 or -EINVAL.
 */
MUST_CHECK int iometer_block_parse(const char *text, uint32_t *bytes);

/* What is asked for without an option. */
void iometer_request_default(struct iometer_request *request);

/*
 * Understand the words after "iometer". What they point to must stay.
 *
 * Returns 0; or -EINVAL with one line in @why that names the word and what was expected.
 */
MUST_CHECK int iometer_words_parse(struct iometer_request *request, char *const *argv, char *why,
                                   size_t why_size);

/* The sweeps of @profile that @request asks for: their block sizes, or one 0 for a mix. */
unsigned iometer_request_blocks(const struct iometer_request *request,
                                const struct iometer_profile *profile,
                                uint32_t blocks[IOMETER_BLOCKS_MAX]);

/* How many of the depths, from the first one, @profile has. */
unsigned iometer_request_depths(const struct iometer_request *request,
                                const struct iometer_profile *profile);

#endif
