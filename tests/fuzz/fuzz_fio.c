/* SPDX-License-Identifier: MIT */
/* fuzz_fio.c - any job file and any words of fio: one line of complaint, or jobs that make sense */

#include "bench/fio/fio_words.h"
#include "bench/lib/text.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 8

static struct fio_request request;

static void check_complaint(const char *why)
{
	if (why[0] == '\0' || strchr(why, '\n'))
		abort();
}

static void check_sizes(const struct fio_job *job)
{
	for (unsigned i = 0; i < FIO_SIZES; i++) {
		const struct fio_sizes *sizes = &job->sizes[i];
		unsigned percent = 0;

		if (sizes->count < 1 || sizes->count > IO_SIZES_MAX)
			abort();
		for (unsigned n = 0; n < sizes->count; n++) {
			if (sizes->sizes[n].bytes == 0 || sizes->sizes[n].percent > 100)
				abort();
			percent += sizes->sizes[n].percent;
		}
		if (percent != 100)
			abort();
	}
}

/* Every text has an end, and numbers that arrays depend on are in their range. */
static void check_job(const struct fio_job *job)
{
	for (size_t i = 0; i < fio_option_count; i++) {
		const struct fio_option *option = &fio_options[i];
		const char *field = (const char *)job + option->offset;

		if ((option->value == FIO_VALUE_TEXT || option->value == FIO_VALUE_PREFIX) &&
		    !memchr(field, '\0', option->size))
			abort();
	}
	if (job->numjobs < 1 || job->numjobs > FIO_THREADS_MAX || job->depth < 1 ||
	    job->depth > IO_DEPTH_MAX || job->read_percent > 100 || job->rw > FIO_RANDRW ||
	    job->engine > IO_NULL || job->percentile_count < 1 ||
	    job->percentile_count > FIO_PERCENTILES_MAX || job->given_count > FIO_GIVEN_MAX ||
	    job->size.percent > 100)
		abort();
	check_sizes(job);
	for (unsigned n = 0; fio_note(job, n); n++)
		if (n > 8)
			abort();
}

static void check_jobs(void)
{
	if (request.job_count > FIO_JOBS_MAX)
		abort();
	for (unsigned i = 0; i < request.job_count; i++)
		check_job(&request.jobs[i]);
}

static void parse_file(const char *text)
{
	char why[640] = "";

	fio_request_default(&request);
	if (fio_file_parse(&request, "f", text, why, sizeof(why)) != 0)
		check_complaint(why);
	else if (fio_check(&request, why, sizeof(why)) != 0)
		check_complaint(why);
	check_jobs();
}

/* Words of a command line, but none that names a file of this machine. */
static void parse_words(const char *text)
{
	static char texts[WORDS_MAX][256];
	char *words[WORDS_MAX + 1] = { 0 }, why[640] = "";

	for (size_t i = 0; i < WORDS_MAX; i++) {
		if (!text_next(&text, "\n", texts[i] + 2, sizeof(texts[i]) - 2))
			break;
		memcpy(texts[i], "--", 2);
		words[i] = texts[i];
	}
	if (fio_words_parse(&request, words, why, sizeof(why)) != 0)
		check_complaint(why);
	check_jobs();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	parse_file(text);
	parse_words(text);
	free(text);
	return 0;
}
