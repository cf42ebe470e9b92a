/* SPDX-License-Identifier: MIT */
/* iometer_options.c - each option of assay iometer, and what may be its value */

#include "bench/iometer/iometer_words.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_MAX 64
#define BLOCK_MIN_BYTES 512
#define BLOCK_MAX_BYTES MIB(16)
#define TIME_MAX_S 86400

static int take_profile(struct iometer_request *request, const char *list)
{
	char pattern[WORD_MAX];

	request->profile_count = 0;
	while (text_next(&list, ",", pattern, sizeof(pattern))) {
		unsigned before = request->profile_count;

		for (size_t i = 0; i < iometer_profile_count; i++)
			if (text_matches(pattern, iometer_profiles[i].name) &&
			    request->profile_count < IOMETER_PROFILES_MAX)
				request->profiles[request->profile_count++] = &iometer_profiles[i];
		if (request->profile_count == before)
			return -EINVAL;
	}
	return request->profile_count ? 0 : -EINVAL;
}

int iometer_block_parse(const char *text, uint32_t *bytes)
{
	size_t length = strlen(text);
	char word[WORD_MAX];
	unsigned shift = 0;
	uint64_t value;

	if (length && strchr("kK", text[length - 1]))
		shift = 10;
	else if (length && strchr("mM", text[length - 1]))
		shift = 20;
	snprintf(word, sizeof(word), "%.*s", (int)(length - (shift != 0)), text);
	if (text_parse_u64(word, &value) || value > BLOCK_MAX_BYTES >> shift)
		return -EINVAL;
	value <<= shift;
	if (value < BLOCK_MIN_BYTES || value % BLOCK_MIN_BYTES)
		return -EINVAL;
	*bytes = (uint32_t)value;
	return 0;
}

static int take_block(struct iometer_request *request, const char *list)
{
	char word[WORD_MAX];

	request->block_count = 0;
	while (text_next(&list, ",", word, sizeof(word)))
		if (request->block_count == IOMETER_BLOCKS_MAX ||
		    iometer_block_parse(word, &request->blocks[request->block_count++]))
			return -EINVAL;
	return request->block_count ? 0 : -EINVAL;
}

/* "8" or "1-128", which doubles from the one to the other. */
static int take_depths(struct iometer_request *request, char *word)
{
	char *dash = strchr(word, '-');
	uint64_t first, last;

	if (dash)
		*dash = '\0';
	if (text_parse_u64(word, &first) || text_parse_u64(dash ? dash + 1 : word, &last) ||
	    first == 0 || last < first || last > IO_DEPTH_MAX)
		return -EINVAL;
	for (; first <= last; first *= 2) {
		unsigned count = request->depth_count;

		if (count == IOMETER_DEPTHS_MAX || (count && request->depths[count - 1] >= first))
			return -EINVAL;
		request->depths[request->depth_count++] = (unsigned)first;
	}
	return 0;
}

static int take_outstanding(struct iometer_request *request, const char *list)
{
	char word[WORD_MAX];

	request->depth_count = 0;
	while (text_next(&list, ",", word, sizeof(word)))
		if (take_depths(request, word))
			return -EINVAL;
	return request->depth_count ? 0 : -EINVAL;
}

static int take_region(struct iometer_request *request, const char *value)
{
	char word[WORD_MAX];
	size_t length = strlen(value);
	uint64_t percent;

	if (length < 2 || length >= sizeof(word) || value[length - 1] != '%')
		return -EINVAL;
	snprintf(word, sizeof(word), "%.*s", (int)length - 1, value);
	if (text_parse_u64(word, &percent) || percent < 1 || percent > 100)
		return -EINVAL;
	request->region_percent = (unsigned)percent;
	return 0;
}

/* "15ms", or a time as settings have it. */
static int parse_time(const char *value, uint64_t *ns)
{
	size_t length = strlen(value);
	char word[WORD_MAX];
	uint32_t seconds;
	uint64_t number;

	if (length >= sizeof(word))
		return -EINVAL;
	if (length > 2 && strcmp(value + length - 2, "ms") == 0) {
		snprintf(word, sizeof(word), "%.*s", (int)length - 2, value);
		if (text_parse_u64(word, &number) || number > TIME_MAX_S * 1000)
			return -EINVAL;
		*ns = MS(number);
		return 0;
	}
	if (text_parse_seconds(value, &seconds) || seconds > TIME_MAX_S)
		return -EINVAL;
	*ns = SECONDS(seconds);
	return 0;
}

static int take_limit(struct iometer_request *request, const char *value)
{
	int rc = parse_time(value, &request->limit_ns);

	return rc || request->limit_ns ? rc : -EINVAL;
}

static int take_ramp(struct iometer_request *request, const char *value)
{
	return parse_time(value, &request->ramp_ns);
}

static int take_time(struct iometer_request *request, const char *value)
{
	int rc = parse_time(value, &request->run_ns);

	return rc || request->run_ns ? rc : -EINVAL;
}

static int take_workers(struct iometer_request *request, const char *value)
{
	uint64_t workers;

	if (text_parse_u64(value, &workers) || workers < 1 || workers > IOMETER_WORKERS_MAX)
		return -EINVAL;
	request->workers = (unsigned)workers;
	return 0;
}

#define FIELD(name) offsetof(struct iometer_request, name)

const struct iometer_option iometer_options[] = {
	{ "profile", "PROFILE,...", "the loads, by name or pattern, as seq1* (default: rndread)",
	  take_profile, 0 },
	{ "block", "SIZE,...", "block sizes: 4k,64k,1m, up to 16m (default: those of the load)",
	  take_block, 0 },
	{ "outstanding", "N-M,...", "I/Os in flight, growing, up to 1024; 1-128 doubles (default)",
	  take_outstanding, 0 },
	{ "region", "1%-100%", "how much of the disk, from its start (default: 8%)", take_region,
	  0 },
	{ "limit", "TIME", "response time for the figures at a limit (default: 15ms)", take_limit,
	  0 },
	{ "ramp", "TIME", "before each measurement (default: 5s)", take_ramp, 0 },
	{ "time", "TIME", "of each measurement (default: 30s)", take_time, 0 },
	{ "workers", "N",
	  "threads for each disk, 1 to 64; each has N-M I/Os in flight (default: 1)", take_workers,
	  0 },
	{ "csv", "FILE", "write results.csv of Iometer 1.1.0 there", NULL, FIELD(csv) },
	{ "json", "", "print JSON, for programs", NULL, FIELD(json) },
	{ "together", "", "all disks at once; without it one after the other", NULL,
	  FIELD(together) },
	{ "help", "", "this text", NULL, FIELD(help) },
};

const size_t iometer_option_count = countof(iometer_options);

void iometer_request_default(struct iometer_request *request)
{
	*request = (struct iometer_request){ .profiles = { iometer_profile_find("rndread") },
		                             .profile_count = 1,
		                             .region_percent = IOMETER_REGION_PERCENT,
		                             .limit_ns = IOMETER_LIMIT_NS,
		                             .ramp_ns = SECONDS(5),
		                             .run_ns = SECONDS(30),
		                             .workers = 1 };
	for (unsigned depth = 1; depth <= IOMETER_DEPTH_MAX; depth *= 2)
		request->depths[request->depth_count++] = depth;
}
