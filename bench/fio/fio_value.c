/* SPDX-License-Identifier: MIT */
/* fio_value.c - numbers with letters, and lists of them, as fio's options have them */

#include "bench/fio/fio_words.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A letter or a word after a number, and what it multiplies the number by. */
struct suffix {
	const char *text;
	uint64_t factor;
};

#define POWERS(letter, n)                      \
	{ letter, 1ull << (10 * (n)) },        \
	{                                      \
		letter "b", 1ull << (10 * (n)) \
	}

/*
 * fio has them the other way round than one would think: K is 1024, KiB is 1000. It is
 * what its kb_base=1024, the default, is documented to do.
 */
static const struct suffix byte_suffixes[] = {
	{ "", 1 },
	{ "b", 1 },
	POWERS("k", 1),
	POWERS("m", 2),
	POWERS("g", 3),
	POWERS("t", 4),
	POWERS("p", 5),
	{ "kib", 1000 },
	{ "mib", 1000000 },
	{ "gib", 1000000000 },
	{ "tib", 1000000000000 },
	{ "pib", 1000000000000000 },
	{ NULL, 0 },
};

static const struct suffix time_suffixes[] = {
	{ "us", 1000 },       { "usec", 1000 },       { "ms", MS(1) },
	{ "msec", MS(1) },    { "s", SECONDS(1) },    { "sec", SECONDS(1) },
	{ "m", SECONDS(60) }, { "h", SECONDS(3600) }, { "d", SECONDS(86400) },
	{ NULL, 0 },
};

/* A number and a suffix. Returns 0, -EINVAL or -ERANGE. */
static int parse_number(const char *text, const struct suffix *suffixes, uint64_t *number)
{
	size_t digits = strspn(text, "0123456789");
	char plain[24];
	int rc;

	if (digits >= sizeof(plain))
		return -ERANGE;
	memcpy(plain, text, digits);
	plain[digits] = '\0';
	rc = text_parse_u64(plain, number);
	for (; rc == 0 && suffixes->text; suffixes++) {
		if (strcasecmp(text + digits, suffixes->text) != 0)
			continue;
		return __builtin_mul_overflow(*number, suffixes->factor, number) ? -ERANGE : 0;
	}
	return rc ? rc : -EINVAL;
}

int fio_parse_bytes(const char *text, uint64_t *bytes)
{
	return parse_number(text, byte_suffixes, bytes);
}

int fio_parse_time(const char *text, uint64_t unit_ns, uint64_t *ns)
{
	if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0')
		return parse_number(text, time_suffixes, ns);
	if (text_parse_u64(text, ns))
		return -EINVAL;
	return __builtin_mul_overflow(*ns, unit_ns, ns) ? -ERANGE : 0;
}

/*
 * The next of a list. Returns 1, 0 at the end, or -EINVAL for one that is empty or longer than
 * any number is.
 */
static int next_part(const char **list, char separator, char *part, size_t size)
{
	const char *end;
	size_t length;

	if (!*list)
		return 0;
	end = strchr(*list, separator);
	length = end ? (size_t)(end - *list) : strlen(*list);
	if (length == 0 || length >= size)
		return -EINVAL;
	memcpy(part, *list, length);
	part[length] = '\0';
	*list = end ? end + 1 : NULL;
	return 1;
}

/* The size of an I/O. Returns 0 or -EINVAL. */
static int parse_size(const char *text, uint32_t *bytes)
{
	uint64_t number;

	if (fio_parse_bytes(text, &number) || number == 0 || number > GIB(1))
		return -EINVAL;
	*bytes = (uint32_t)number;
	return 0;
}

static int parse_one_size(const char *text, struct fio_sizes *sizes)
{
	sizes->count = 1;
	sizes->sizes[0].percent = 100;
	return parse_size(text, &sizes->sizes[0].bytes);
}

/* "4k-16k": every multiple of the smaller one, equally often. */
static int parse_range(const char *text, struct fio_sizes *sizes)
{
	char word[24];
	uint32_t least = 0, most = 0;

	if (next_part(&text, '-', word, sizeof(word)) != 1 || parse_size(word, &least) ||
	    next_part(&text, '-', word, sizeof(word)) != 1 || parse_size(word, &most) || text ||
	    most < least || most % least != 0 || most / least > IO_SIZES_MAX)
		return -EINVAL;
	sizes->count = most / least;
	for (unsigned i = 0; i < sizes->count; i++) {
		sizes->sizes[i].bytes = least * (i + 1);
		sizes->sizes[i].percent =
		    100 * (i + 1) / sizes->count - 100 * i / sizes->count; /* 100 in all */
	}
	return 0;
}

/* What is left of 100 percent goes to the sizes without one, in equal shares. */
static int share_rest(struct fio_sizes *sizes, unsigned open, unsigned given)
{
	unsigned seen = 0, rest = 100 - given;

	if (given > 100 || (open == 0 && given != 100))
		return -EINVAL;
	for (unsigned i = 0; i < sizes->count; i++) {
		if (sizes->sizes[i].percent != UINT32_MAX)
			continue;
		sizes->sizes[i].percent = rest * (seen + 1) / open - rest * seen / open;
		seen++;
	}
	return 0;
}

/* "4k/60:64k/40", "4k/50:8k:16k" */
static int parse_split(const char *text, struct fio_sizes *sizes)
{
	unsigned open = 0, given = 0;
	char part[48];
	int rc;

	sizes->count = 0;
	while ((rc = next_part(&text, ':', part, sizeof(part))) == 1) {
		struct io_size *size;
		char *share = strchr(part, '/');
		uint64_t percent = UINT32_MAX;

		if (sizes->count == IO_SIZES_MAX)
			return -EINVAL;
		size = &sizes->sizes[sizes->count++];
		if (share)
			*share++ = '\0';
		if (parse_size(part, &size->bytes) ||
		    (share && *share && (text_parse_u64(share, &percent) || percent > 100)))
			return -EINVAL;
		size->percent = (unsigned)percent;
		if (percent == UINT32_MAX)
			open++;
		else
			given += size->percent;
	}
	return rc ? rc : share_rest(sizes, open, given);
}

int fio_parse_sizes(struct fio_job *job, enum fio_value value, const char *text)
{
	static int (*const parsers[])(const char *text, struct fio_sizes *sizes) = {
		[FIO_VALUE_SIZES] = parse_one_size,
		[FIO_VALUE_RANGE] = parse_range,
		[FIO_VALUE_SPLIT] = parse_split,
	};
	struct fio_sizes sizes[FIO_SIZES];
	unsigned count = 0;
	char part[FIO_TEXT_BYTES];
	int rc;

	memset(sizes, 0, sizeof(sizes));
	while ((rc = next_part(&text, ',', part, sizeof(part))) == 1)
		if (count == FIO_SIZES || parsers[value](part, &sizes[count++]))
			return -EINVAL;
	if (rc)
		return rc;
	for (; count < FIO_SIZES; count++)
		sizes[count] = sizes[count - 1];
	memcpy(job->sizes, sizes, sizeof(sizes));
	return 0;
}

int fio_parse_rates(const char *text, bool bytes, uint64_t rates[IO_DIRECTIONS])
{
	uint64_t parsed[IO_DIRECTIONS];
	unsigned count = 0;
	char word[24];
	int rc;

	while ((rc = next_part(&text, ',', word, sizeof(word))) == 1)
		if (count == IO_DIRECTIONS || (bytes ? fio_parse_bytes(word, &parsed[count])
		                                     : text_parse_u64(word, &parsed[count])))
			return -EINVAL;
		else
			count++;
	if (rc)
		return rc;
	rates[IO_READ] = parsed[0];
	rates[IO_WRITE] = parsed[count - 1];
	return 0;
}

int fio_parse_percentiles(struct fio_job *job, const char *text)
{
	double percentiles[FIO_PERCENTILES_MAX];
	unsigned count = 0;
	char word[24];
	int rc;

	while ((rc = next_part(&text, ':', word, sizeof(word))) == 1) {
		char *end;
		double percent;

		if (count == FIO_PERCENTILES_MAX || word[strspn(word, "0123456789.")] != '\0')
			return -EINVAL;
		percent = strtod(word, &end);
		if (*end || percent <= 0 || percent > 100 ||
		    (count && percent <= percentiles[count - 1]))
			return -EINVAL;
		percentiles[count++] = percent;
	}
	if (rc)
		return rc;
	memcpy(job->percentiles, percentiles, sizeof(percentiles[0]) * count);
	job->percentile_count = count;
	return 0;
}

uint32_t fio_least_bytes(const struct fio_sizes *sizes)
{
	uint32_t least = UINT32_MAX;

	for (unsigned i = 0; i < sizes->count; i++)
		if (sizes->sizes[i].bytes < least)
			least = sizes->sizes[i].bytes;
	return least;
}

uint32_t fio_most_bytes(const struct fio_sizes *sizes)
{
	uint32_t most = 0;

	for (unsigned i = 0; i < sizes->count; i++)
		if (sizes->sizes[i].bytes > most)
			most = sizes->sizes[i].bytes;
	return most;
}
