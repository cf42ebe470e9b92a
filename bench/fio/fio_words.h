/* SPDX-License-Identifier: MIT */
/* fio_words.h - job files and the command line of fio, understood */

#ifndef ASSAY_DISK_FIO_WORDS_H
#define ASSAY_DISK_FIO_WORDS_H

#include "bench/fio/fio.h"

enum fio_value {
	FIO_VALUE_SWITCH,       /* 0 or 1; its name alone is 1 */
	FIO_VALUE_NOT,          /* 0 or 1, kept as the other one */
	FIO_VALUE_COUNT,        /* 8 */
	FIO_VALUE_REST,         /* percent, kept as the rest to 100 */
	FIO_VALUE_BYTES,        /* 4k: powers of 1024; 4kib: powers of 1000, as fio has it */
	FIO_VALUE_LENGTH,       /* bytes, or 50% */
	FIO_VALUE_SECONDS,      /* 30, 30s, 5m, 1h, 500ms: kept in ns */
	FIO_VALUE_MICROSECONDS, /* the same, in us without a letter */
	FIO_VALUE_CHOICE,       /* one of fio_option.choices */
	FIO_VALUE_TEXT,
	FIO_VALUE_PREFIX,      /* of a log; its name alone is the name of the job */
	FIO_VALUE_SIZES,       /* bs=4k, bs=4k,8k */
	FIO_VALUE_RANGE,       /* bsrange=4k-16k */
	FIO_VALUE_SPLIT,       /* bssplit=4k/60:64k/40 */
	FIO_VALUE_RATE,        /* bytes a second, one or two */
	FIO_VALUE_RATE_IOS,    /* I/Os a second, one or two */
	FIO_VALUE_PERCENTILES, /* 50:99:99.9 */
};

/* One row of the table of options. */
struct fio_option {
	const char *name;       /* "bs" */
	const char *aliases[2]; /* "blocksize"; NULL = none */
	enum fio_value value;
	size_t offset, size;  /* of the field in struct fio_job */
	uint64_t least, most; /* as kept */
	const char *choices;  /* "0,none|1,sync|dsync": numbers from 0, synonyms by comma */
	const char *help;     /* one line */
};

extern const struct fio_option fio_options[];
extern const size_t fio_option_count;

/* Everything as fio has it when nothing is given. */
void fio_request_default(struct fio_request *request);

/* The option of that name, or NULL. */
const struct fio_option *fio_option_find(const char *name);

/* Does its name alone mean something? */
bool fio_option_is_switch(const struct fio_option *option);

/* What an option may be set to, for people. Returns @text. */
const char *fio_option_range(const struct fio_option *option, char *text, size_t size);

/*
 * Set an option of @job.
 *
 * @value  NULL = only the name was given
 * Returns 0; or -ENOENT (no such option), -EINVAL or -ENOSPC with one line in @why.
 */
MUST_CHECK int fio_option_set(struct fio_job *job, const char *name, const char *value, char *why,
                              size_t why_size);

/* "4k", "1mib", "512". Returns 0, -EINVAL or -ERANGE. */
MUST_CHECK int fio_parse_bytes(const char *text, uint64_t *bytes);

/* "30", "5m", "500ms"; in @unit_ns without a letter. Returns 0, -EINVAL or -ERANGE. */
MUST_CHECK int fio_parse_time(const char *text, uint64_t unit_ns, uint64_t *ns);

/* The parsers of lists: set the field of @job, or return -EINVAL and leave it. */
MUST_CHECK int fio_parse_sizes(struct fio_job *job, enum fio_value value, const char *text);
MUST_CHECK int fio_parse_percentiles(struct fio_job *job, const char *text);

/* One or two rates: of reads and writes. Returns 0, or -EINVAL with @rates unchanged. */
MUST_CHECK int fio_parse_rates(const char *text, bool bytes, uint64_t rates[IO_DIRECTIONS]);

/* Logs without a prefix of their own get the name of the job, once that is known. */
void fio_job_name_logs(struct fio_job *job);

/* A new job at the end of @request. Returns NULL when there is no room. */
struct fio_job *fio_job_add(struct fio_request *request, const char *name);

/*
 * Add the jobs of a job file.
 *
 * @name, @text  of the file
 * Returns 0, or negative errno with one line in @why: "NAME:LINE: what was expected".
 */
MUST_CHECK int fio_file_parse(struct fio_request *request, const char *name, const char *text,
                              char *why, size_t why_size);

/*
 * Understand the words after "fio", and the job files that they name.
 *
 * Returns 0, or negative errno with one line in @why.
 */
MUST_CHECK int fio_words_parse(struct fio_request *request, char *const *argv, char *why,
                               size_t why_size);

/* What each option may be, but not together. Returns 0, or -EINVAL with one line in @why. */
MUST_CHECK int fio_check(const struct fio_request *request, char *why, size_t why_size);

#endif
