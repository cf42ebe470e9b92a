/* SPDX-License-Identifier: MIT */
/* fio_set.c - give a job its options: defaults, and values as a user writes them */

#include "bench/fio/fio_words.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const double default_percentiles[] = { 1,  5,  10, 20, 30,   40,   50,    60,   70,
	                                      80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99 };

void fio_request_default(struct fio_request *request)
{
	struct fio_job *job = &request->defaults;

	memset(request, 0, sizeof(*request));
	for (unsigned i = 0; i < FIO_SIZES; i++) {
		job->sizes[i].count = 1;
		job->sizes[i].sizes[0] = (struct io_size){ 4096, 100 };
	}
	job->numjobs = job->depth = job->loops = 1;
	job->engine = IO_PSYNC;
	job->read_percent = 50;
	job->random_percent = 100;
	job->repeatable = job->do_verify = job->invalidate = job->fadvise = job->fallocate = 1;
	job->clat_percentiles = job->disk_util = 1;
	job->bw_window_ms = job->iops_window_ms = 500;
	job->percentile_count = countof(default_percentiles);
	memcpy(job->percentiles, default_percentiles, sizeof(default_percentiles));
}

struct fio_job *fio_job_add(struct fio_request *request, const char *name)
{
	struct fio_job *job;

	if (request->job_count == FIO_JOBS_MAX)
		return NULL;
	job = &request->jobs[request->job_count++];
	*job = request->defaults;
	job->given_count = 0;
	text_copy(job->name, sizeof(job->name), name);
	return job;
}

/* The name of the job itself, where no other prefix of a log was given. */
static const char own_name[] = "$";

void fio_job_name_logs(struct fio_job *job)
{
	for (size_t i = 0; i < fio_option_count; i++) {
		char *field = (char *)job + fio_options[i].offset;

		if (fio_options[i].value == FIO_VALUE_PREFIX && strcmp(field, own_name) == 0)
			text_copy(field, fio_options[i].size, job->name);
	}
}

bool fio_option_is_switch(const struct fio_option *option)
{
	return option->value == FIO_VALUE_SWITCH || option->value == FIO_VALUE_PREFIX;
}

/* "0,none|1,sync|dsync" for people: "0, none, 1, sync, dsync". */
static void write_choices(const char *choices, char *text, size_t size)
{
	char choice[32];
	size_t used = 0;

	text[0] = '\0';
	while (text_next(&choices, "|,", choice, sizeof(choice)) && used < size)
		used +=
		    (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", choice);
}

const char *fio_option_range(const struct fio_option *option, char *text, size_t size)
{
	static const char *const forms[] = {
		[FIO_VALUE_BYTES] = "bytes as 4096 or 4k",
		[FIO_VALUE_LENGTH] = "bytes as 64m, or a share as 50%",
		[FIO_VALUE_SECONDS] = "seconds, or a time as 500ms or 5m, a year at most",
		[FIO_VALUE_MICROSECONDS] = "microseconds, or a time as 500ms, a year at most",
		[FIO_VALUE_TEXT] = "a text",
		[FIO_VALUE_PREFIX] = "the beginning of a file name",
		[FIO_VALUE_SIZES] = "up to three sizes as 4k,8k, 1 GiB at most",
		[FIO_VALUE_RANGE] = "sizes as 4k-16k, the second up to 32 times the first",
		[FIO_VALUE_SPLIT] = "up to 32 sizes as 4k/60:64k/40, 100 percent in all",
		[FIO_VALUE_RATE] = "bytes a second as 10m, or two as 10m,5m",
		[FIO_VALUE_RATE_IOS] = "I/Os a second as 500, or two as 500,200",
		[FIO_VALUE_PERCENTILES] = "up to 20 percentiles that grow, as 50:99:99.9",
	};

	if (option->value < countof(forms) && forms[option->value])
		return forms[option->value];
	if (option->choices)
		write_choices(option->choices, text, size);
	else if (option->least == option->most)
		snprintf(text, size, "%" PRIu64, option->least);
	else if (option->least + 1 == option->most)
		snprintf(text, size, "%" PRIu64 " or %" PRIu64, option->least, option->most);
	else if (option->most == UINT64_MAX)
		snprintf(text, size, "%" PRIu64 " or more", option->least);
	else
		snprintf(text, size, "%" PRIu64 " to %" PRIu64, option->least, option->most);
	return text;
}

/* The number of @text among choices; those with a comma between them are the same. */
static int parse_choice(const char *choices, const char *text, uint64_t *number)
{
	char same[64], choice[32];

	for (*number = 0; text_next(&choices, "|", same, sizeof(same)); ++*number) {
		const char *list = same;

		while (text_next(&list, ",", choice, sizeof(choice)))
			if (strcmp(choice, text) == 0)
				return 0;
	}
	return -EINVAL;
}

static int parse_length(const char *text, struct fio_length *length)
{
	size_t last = strlen(text) - 1; /* never of an empty text */
	char percent[8];

	memset(length, 0, sizeof(*length));
	if (text[last] != '%')
		return fio_parse_bytes(text, &length->bytes);
	if (last >= sizeof(percent))
		return -EINVAL;
	memcpy(percent, text, last);
	percent[last] = '\0';
	return text_parse_u64(percent, &length->percent) || length->percent < 1 ||
	               length->percent > 100
	           ? -EINVAL
	           : 0;
}

static int set_length(struct fio_job *job, const struct fio_option *option, const char *text)
{
	struct fio_length length;

	if (parse_length(text, &length) || length.bytes > option->most ||
	    (length.percent == 0 && length.bytes < option->least))
		return -EINVAL;
	memcpy((char *)job + option->offset, &length, sizeof(length));
	return 0;
}

static int set_number(struct fio_job *job, const struct fio_option *option, const char *text)
{
	uint64_t number;
	int rc;

	switch (option->value) {
	case FIO_VALUE_BYTES: rc = fio_parse_bytes(text, &number); break;
	case FIO_VALUE_SECONDS: rc = fio_parse_time(text, SECONDS(1), &number); break;
	case FIO_VALUE_MICROSECONDS: rc = fio_parse_time(text, 1000, &number); break;
	case FIO_VALUE_CHOICE: rc = parse_choice(option->choices, text, &number); break;
	default: rc = text_parse_u64(text, &number); break;
	}
	if (rc || number < option->least || number > option->most)
		return -EINVAL;
	if (option->value == FIO_VALUE_NOT)
		number = !number;
	if (option->value == FIO_VALUE_REST)
		number = 100 - number;
	memcpy((char *)job + option->offset, &number, sizeof(number));
	return 0;
}

/* Returns 0 or -EINVAL. */
static int set_value(struct fio_job *job, const struct fio_option *option, const char *value)
{
	char *field = (char *)job + option->offset;

	if (value[0] == '\0' || (strchr(value, '$') && value != own_name))
		return -EINVAL;
	switch (option->value) {
	case FIO_VALUE_TEXT:
	case FIO_VALUE_PREFIX:
		return strlen(value) < option->size ? text_copy(field, option->size, value)
		                                    : -EINVAL;
	case FIO_VALUE_LENGTH: return set_length(job, option, value);
	case FIO_VALUE_SIZES:
	case FIO_VALUE_RANGE:
	case FIO_VALUE_SPLIT: return fio_parse_sizes(job, option->value, value);
	case FIO_VALUE_RATE: return fio_parse_rates(value, true, job->rate_bytes_per_s);
	case FIO_VALUE_RATE_IOS: return fio_parse_rates(value, false, job->rate_ios_per_s);
	case FIO_VALUE_PERCENTILES: return fio_parse_percentiles(job, value);
	default: return set_number(job, option, value);
	}
}

bool fio_job_has(const struct fio_job *job, const char *name)
{
	for (unsigned i = 0; i < job->given_count; i++)
		if (strcmp(job->given[i].name, name) == 0)
			return true;
	return false;
}

/* The last one of a name counts. Returns 0, or -ENOSPC. */
static int note_given(struct fio_job *job, const char *name, const char *value)
{
	unsigned i = 0;

	while (i < job->given_count && strcmp(job->given[i].name, name) != 0)
		i++;
	if (i == FIO_GIVEN_MAX)
		return -ENOSPC;
	if (i == job->given_count)
		job->given_count++;
	text_copy(job->given[i].name, sizeof(job->given[i].name), name);
	return text_copy(job->given[i].value, sizeof(job->given[i].value), value);
}

int fio_option_set(struct fio_job *job, const char *name, const char *value, char *why,
                   size_t why_size)
{
	const struct fio_option *option = fio_option_find(name);
	const char *written = value ? value : "1";
	char range[160];

	if (!option) {
		snprintf(why, why_size,
		         "%s: not supported; expected an option that assay fio --help names", name);
		return -ENOENT;
	}
	if (!value && option->value == FIO_VALUE_PREFIX)
		written = own_name;
	if ((!value && !fio_option_is_switch(option)) || set_value(job, option, written)) {
		snprintf(why, why_size, "%s%s%s: expected %s", name, value ? "=" : "",
		         value ? value : "",
		         value && strchr(value, '$')
		             ? "a value without $: variables are not supported"
		             : fio_option_range(option, range, sizeof(range)));
		return -EINVAL;
	}
	if (note_given(job, name, written) == 0)
		return 0;
	snprintf(why, why_size, "%s: expected at most %d options for one job", name, FIO_GIVEN_MAX);
	return -ENOSPC;
}
