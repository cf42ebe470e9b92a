/* SPDX-License-Identifier: MIT */
/* bonnie_words.c - the command line of bonnie++, understood */

#include "bench/bonnie/bonnie_words.h"

#include "bench/bonnie/bonnie_number.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define NUM_MAX 16384 /* of -n: their names are in memory */
#define SIZE_MAX_MIB (UINT64_C(1) << 40)

/* What is being understood. */
struct reading {
	struct bonnie_words *words;
	uint64_t ram_mib;
	bool size_given;
	uint64_t byte_mib;
	struct bonnie_complaint why;
};

static int take_size(struct reading *reading, const char *text)
{
	static const struct bonnie_range ranges[] = {
		{ "a size", 0, SIZE_MAX_MIB, MIB(1) },
		{ "a chunk", 256, BONNIE_CHUNK_BYTES_MAX, 1 },
		{ "seeks", 0, 100000000, 0 },
		{ "seekers", 1, BONNIE_SEEKERS_MAX, 0 },
	};
	struct bonnie_options *options = &reading->words->options;
	uint64_t chunk = options->chunk_bytes, seeks = options->seeks, seekers = options->seekers;
	uint64_t *const numbers[] = { &options->size_mib, &chunk, &seeks, &seekers };

	if (bonnie_take_list(&reading->why, 's', text, ranges, numbers, countof(ranges)))
		return -EINVAL;
	if (chunk & (chunk - 1))
		return bonnie_expected(&reading->why,
		                       "-s %s: expected a chunk that is a power of two", text);
	reading->size_given = text[0] != ':' && text[0] != '\0';
	options->chunk_bytes = (uint32_t)chunk;
	options->seeks = (uint32_t)seeks;
	options->seekers = (uint32_t)seekers;
	return 0;
}

/* A number of files whose size is -1 or -2 means links: cut that out of "16:-1:0:2". */
static enum bonnie_kind take_kind(char *text)
{
	char *at = strchr(text, ':');
	char digit;

	if (!at || at[1] != '-' || (at[2] != '1' && at[2] != '2') || (at[3] && at[3] != ':'))
		return BONNIE_FILES;
	digit = at[2];
	memmove(at + 1, at + 3, strlen(at + 3) + 1);
	return digit == '1' ? BONNIE_LINKS : BONNIE_SYMLINKS;
}

static int take_files(const struct reading *reading, const char *word)
{
	static const struct bonnie_range ranges[] = {
		{ "a number of 1024 files", 0, NUM_MAX, 0 },   { "the largest size", 0, GIB(1), 1 },
		{ "the smallest size", 0, GIB(1), 1 },         { "directories", 1, 99999, 0 },
		{ "a chunk", 256, BONNIE_CHUNK_BYTES_MAX, 1 },
	};
	struct bonnie_options *options = &reading->words->options;
	uint64_t num = 0, most = 0, least = 0, directories = 1, chunk = options->file_chunk_bytes;
	uint64_t *const numbers[] = { &num, &most, &least, &directories, &chunk };
	char text[128];

	if (text_copy(text, sizeof(text), word))
		return bonnie_expected(&reading->why,
		                       "-n %s: expected num:max:min:directories:chunk", word);
	options->kind = take_kind(text);
	if (bonnie_take_list(&reading->why, 'n', text, ranges, numbers, countof(ranges)))
		return -EINVAL;
	if (least > most || (least && options->kind != BONNIE_FILES))
		return bonnie_expected(&reading->why,
		                       "-n %s: expected a smallest size up to the largest", word);
	if (num && directories > num * BONNIE_FILES_UNIT)
		return bonnie_expected(&reading->why,
		                       "-n %s: expected no more directories than files", word);
	options->file_count = (uint32_t)num * BONNIE_FILES_UNIT;
	options->file_bytes_max = (uint32_t)most;
	options->file_bytes_min = (uint32_t)least;
	options->directories = (uint32_t)directories;
	options->file_chunk_bytes = (uint32_t)chunk;
	return 0;
}

static int take_name(const struct reading *reading, const char *name)
{
	struct bonnie_words *words = reading->words;

	text_clean(words->name, sizeof(words->name), name);
	if (strcmp(words->name, name) || name[0] == '\0' || strchr(name, ','))
		return bonnie_expected(&reading->why,
		                       "-m %s: expected a name of 1 to %zu letters, no comma", name,
		                       sizeof(words->name) - 1);
	return 0;
}

/* One of the options that are a single number. */
static int take_single(struct reading *reading, char option, const char *text)
{
	static const struct {
		char option;
		struct bonnie_range range;
	} rows[] = {
		{ 'r', { "a size", 0, SIZE_MAX_MIB, MIB(1) } },
		{ 'f', { "a size", 0, 1024, MIB(1) } },
		{ 'c', { "a number", 1, 1000, 0 } },
		{ 'x', { "a number", 1, BONNIE_RUNS_MAX, 0 } },
		{ 'z', { "a number", 1, INT32_MAX, 0 } },
	};
	struct bonnie_words *words = reading->words;
	uint64_t number;
	size_t i = 0;

	while (i < countof(rows) - 1 && rows[i].option != option)
		i++;
	if (bonnie_take_number(&reading->why, option, text, &rows[i].range, &number))
		return -EINVAL;
	switch (option) {
	case 'r': reading->ram_mib = number; break;
	case 'f': reading->byte_mib = number; break;
	case 'c': words->concurrency = (unsigned)number; break;
	case 'x': words->runs = (unsigned)number; break;
	case 'z': words->options.seed = number; break;
	}
	return 0;
}

enum { LAYOUT = 256, DROP_CACHES, RANDOM_DATA, PERCENTILES };

static int take_layout(const struct reading *reading, const char *text)
{
	if (strcmp(text, "1.96") == 0)
		reading->words->layout = BONNIE_1_96;
	else if (strcmp(text, "2.00") == 0)
		reading->words->layout = BONNIE_2_00;
	else
		return bonnie_expected(&reading->why, "--layout=%s: expected 1.96 or 2.00", text);
	return 0;
}

static int take_option(struct reading *reading, int option, const char *text)
{
	struct bonnie_words *words = reading->words;

	switch (option) {
	case 'd': words->options.directory = text; return 0;
	case 's': return take_size(reading, text);
	case 'n': return take_files(reading, text);
	case 'm': return take_name(reading, text);
	case 'u': words->user = text; return 0;
	case 'g': words->group = text; return 0;
	case 'f': return take_single(reading, 'f', text ? text : "0");
	case 'b': words->options.fsync_each = true; return 0;
	case 'D': words->options.direct = true; return 0;
	case 'q': words->quiet = true; return 0;
	case LAYOUT: return take_layout(reading, text);
	case DROP_CACHES: words->options.drop_caches = true; return 0;
	case RANDOM_DATA: words->options.random_data = true; return 0;
	case PERCENTILES: words->percentiles = true; return 0;
	default: return take_single(reading, (char)option, text);
	}
}

/* What each option may be, but not together. */
static int check_together(struct reading *reading)
{
	struct bonnie_words *words = reading->words;
	struct bonnie_options *options = &words->options;
	uint64_t least_mib = 2 * reading->ram_mib;

	if (!reading->size_given)
		options->size_mib = bonnie_default_mib(reading->ram_mib);
	else if (options->size_mib && options->size_mib * words->concurrency < least_mib)
		return bonnie_expected(&reading->why,
		                       "-s %" PRIu64 ": expected %" PRIu64
		                       " MiB or more, twice the memory; "
		                       "a smaller file says how fast memory is (-r 0: do it)",
		                       options->size_mib, least_mib);
	if (reading->byte_mib > options->size_mib)
		reading->byte_mib = options->size_mib;
	options->byte_bytes = (uint32_t)MIB(reading->byte_mib);
	if (options->size_mib == 0 && options->file_count == 0)
		return bonnie_expected(&reading->why, "-s 0 -n 0: expected something to do");
	return 0;
}

static const char short_options[] = ":d:s:n:m:r:u:g:x:z:c:f::bDqhp:yZ:";

static const struct option long_options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "layout", required_argument, NULL, LAYOUT },
	{ "drop-caches", no_argument, NULL, DROP_CACHES },
	{ "random-data", no_argument, NULL, RANDOM_DATA },
	{ "percentiles", no_argument, NULL, PERCENTILES },
	{ 0 },
};

/* Options that the original has and that are not done here. */
static int refuse(const struct reading *reading, int option)
{
	if (option == 'Z')
		return bonnie_expected(&reading->why,
		                       "-Z: no random numbers from a file; expected -z SEED");
	return bonnie_expected(&reading->why, "-%c: no runs in step with other processes", option);
}

/* getopt names a short option, or a long one without its value, by what it stands for. */
static int complain(const struct reading *reading, const char *word, const char *what)
{
	char letter[] = { '-', (char)optopt, '\0' }, name[32] = "--";

	if (optopt > 0 && optopt < LAYOUT)
		word = letter;
	for (size_t i = 0; long_options[i].name; i++)
		if (optopt >= LAYOUT && long_options[i].val == optopt) {
			text_copy(name + 2, sizeof(name) - 2, long_options[i].name);
			word = name;
		}
	return bonnie_expected(&reading->why, "%s: %s", word, what);
}

static int take_words(struct reading *reading, int argc, char *const *argv)
{
	int option, rc = 0;

	optind = 0; /* from the start, also the second time */
	while (rc == 0 &&
	       (option = getopt_long(argc, argv, short_options, long_options, NULL)) >= 0) {
		if (option == 'h')
			reading->words->help = true;
		else if (option == 'p' || option == 'y' || option == 'Z')
			rc = refuse(reading, option);
		else if (option == ':')
			rc = complain(reading, "", "expected a value after it");
		else if (option == '?')
			rc = complain(reading, argv[optind - 1],
			              "no such option; see assay bonnie --help");
		else
			rc = take_option(reading, option, optarg);
	}
	if (rc == 0 && optind < argc)
		rc = bonnie_expected(&reading->why, "%s: expected an option before it",
		                     argv[optind]);
	return rc;
}

int bonnie_words_parse(struct bonnie_words *words, char *const *argv, uint64_t ram_mib,
                       uint64_t seed, char *why, size_t why_size)
{
	struct reading reading = { .words = words,
		                   .ram_mib = ram_mib,
		                   .byte_mib = BONNIE_BYTE_BYTES >> 20,
		                   .why = { why, why_size } };
	char host[sizeof(words->name)] = "";
	int argc = 0, rc;

	memset(words, 0, sizeof(*words));
	bonnie_default(&words->options);
	words->options.directory = ".";
	words->options.seed = seed;
	words->layout = BONNIE_2_00;
	words->concurrency = 1;
	gethostname(host, sizeof(host) - 1);
	text_clean(words->name, sizeof(words->name), host);
	while (argv[argc])
		argc++;
	rc = take_words(&reading, argc, argv);
	return rc || words->help ? rc : check_together(&reading);
}
