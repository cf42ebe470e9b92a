/* SPDX-License-Identifier: MIT */
/* dd_words.c - the operands of dd, understood */

#include "bench/dd/dd_words.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word in the list of an operand, and the bool of struct dd_request that it sets. */
static const struct flag {
	const char *operand, *name;
	size_t offset;
} flags[] = {
	{ "conv", "fdatasync", offsetof(struct dd_request, fdatasync) },
	{ "conv", "fsync", offsetof(struct dd_request, fsync) },
	{ "conv", "notrunc", offsetof(struct dd_request, notrunc) },
	{ "conv", "nocreat", offsetof(struct dd_request, nocreat) },
	{ "conv", "excl", offsetof(struct dd_request, excl) },
	{ "iflag", "direct", offsetof(struct dd_request, input.direct) },
	{ "iflag", "dsync", offsetof(struct dd_request, input.dsync) },
	{ "iflag", "sync", offsetof(struct dd_request, input.sync) },
	{ "iflag", "fullblock", offsetof(struct dd_request, fullblock) },
	{ "iflag", "nocache", offsetof(struct dd_request, input.nocache) },
	{ "oflag", "direct", offsetof(struct dd_request, output.direct) },
	{ "oflag", "dsync", offsetof(struct dd_request, output.dsync) },
	{ "oflag", "sync", offsetof(struct dd_request, output.sync) },
	{ "oflag", "nocache", offsetof(struct dd_request, output.nocache) },
};

static const char *const statuses[] = {
	[DD_STATUS_NOXFER] = "noxfer", [DD_STATUS_NONE] = "none", [DD_STATUS_PROGRESS] = "progress"
};

/* What is being understood. */
struct words {
	struct dd_request *request;
	size_t both_bytes; /* of bs=; 0 = not given */
	const char *word, *value;
	char *why;
	size_t why_size;
};

static int expected(const struct words *words, const char *what)
{
	snprintf(words->why, words->why_size, "%s: expected %s", words->word, what);
	return -EINVAL;
}

/* A power of 1000 or 1024, or 0 if @suffix is none. */
static uint64_t suffix_factor(const char *suffix)
{
	static const char letters[] = "KMGTPE";
	bool small_k = suffix[0] == 'k';
	const char *letter = strchr(letters, small_k ? 'K' : suffix[0]);
	uint64_t base = strcmp(suffix + 1, "B") == 0 ? 1000 : 1024, factor = 1;

	if (!letter || (suffix[1] && strcmp(suffix + 1, "B") && strcmp(suffix + 1, "iB")))
		return 0;
	for (const char *each = letters; each <= letter; each++)
		factor *= base;
	return factor;
}

static uint64_t unit_factor(const char *unit)
{
	static const struct {
		const char *unit;
		uint64_t factor;
	} units[] = { { "", 1 }, { "B", 1 }, { "c", 1 }, { "w", 2 }, { "b", 512 } };

	for (size_t i = 0; i < countof(units); i++)
		if (strcmp(units[i].unit, unit) == 0)
			return units[i].factor;
	return suffix_factor(unit);
}

/* One factor of a product: digits and a unit. Returns 0, -EINVAL or -ERANGE. */
static int parse_factor(const char *text, uint64_t *product)
{
	size_t digits = strspn(text, "0123456789");
	uint64_t number, factor = unit_factor(text + digits);
	char copy[24] = "";
	int rc;

	if (digits == 0 || factor == 0)
		return -EINVAL;
	if (digits >= sizeof(copy))
		return -ERANGE;
	memcpy(copy, text, digits);
	rc = text_parse_u64(copy, &number);
	if (rc)
		return rc;
	if (__builtin_mul_overflow(number, factor, &number) ||
	    __builtin_mul_overflow(*product, number, product))
		return -ERANGE;
	return 0;
}

/* Returns 0, -EINVAL or -ERANGE. */
static int parse_number(const char *text, uint64_t *number)
{
	char factor[32];
	int rc = *text && *text != 'x' && text[strlen(text) - 1] != 'x' ? 0 : -EINVAL;

	*number = 1;
	while (rc == 0 && *text) {
		size_t length = strcspn(text, "x");

		if (length >= sizeof(factor))
			return -EINVAL;
		memcpy(factor, text, length);
		factor[length] = '\0';
		rc = parse_factor(factor, number);
		text += length + (text[length] == 'x');
	}
	return rc;
}

static int take_block(const struct words *words, size_t *bytes)
{
	uint64_t number;

	if (parse_number(words->value, &number) || number < 1 || number > DD_BLOCK_BYTES_MAX)
		return expected(words, "bytes, from 1 to 1G, as in 4096, 64K or 1M");
	*bytes = number;
	return 0;
}

/* Bytes go into the blocks when all block sizes are known. */
static int take_amount(const struct words *words, struct dd_amount *amount)
{
	size_t length = strlen(words->value);
	uint64_t number;

	if (parse_number(words->value, &number) || number > INT64_MAX)
		return expected(words, "a number of blocks, or with B at its end of bytes, as in "
		                       "1024, 1K or 1GiB");
	*amount = (struct dd_amount){ .blocks = number };
	if (words->value[length - 1] == 'B')
		*amount = (struct dd_amount){ .bytes = number };
	return 0;
}

char *dd_words_flags(const char *name, char *text, size_t size)
{
	int used = 0;

	for (size_t i = 0; i < countof(flags) && used < (int)size; i++)
		if (strcmp(flags[i].operand, name) == 0)
			used += snprintf(text + used, size - (size_t)used, "%s%s", used ? ", " : "",
			                 flags[i].name);
	return text;
}

static const struct flag *find_flag(const char *operand, const char *name)
{
	for (size_t i = 0; i < countof(flags); i++)
		if (strcmp(flags[i].operand, operand) == 0 && strcmp(flags[i].name, name) == 0)
			return &flags[i];
	return NULL;
}

/* The list of conv=, iflag= or oflag=. */
static int take_flags(const struct words *words, const char *operand)
{
	const char *rest = words->value;
	bool known = *rest != '\0';
	char name[32], text[96];

	while (known && text_next(&rest, ",", name, sizeof(name))) {
		const struct flag *flag = find_flag(operand, name);

		known = flag != NULL;
		if (flag)
			*(bool *)((char *)words->request + flag->offset) = true;
	}
	return known ? 0 : expected(words, dd_words_flags(operand, text, sizeof(text)));
}

static int take_status(const struct words *words)
{
	for (size_t i = DD_STATUS_NOXFER; i < countof(statuses); i++)
		if (strcmp(statuses[i], words->value) == 0) {
			words->request->status = (enum dd_status)i;
			return 0;
		}
	return expected(words, "status=none, noxfer or progress");
}

static int take_path(const struct words *words, const char **path)
{
	*path = words->value;
	return words->value[0] ? 0 : expected(words, "the name of a file or disk");
}

static int take_operand(struct words *words, const char *name)
{
	struct dd_request *request = words->request;

	if (strcmp(name, "if") == 0)
		return take_path(words, &request->input.path);
	if (strcmp(name, "of") == 0)
		return take_path(words, &request->output.path);
	if (strcmp(name, "bs") == 0)
		return take_block(words, &words->both_bytes);
	if (strcmp(name, "ibs") == 0)
		return take_block(words, &request->input.block_bytes);
	if (strcmp(name, "obs") == 0)
		return take_block(words, &request->output.block_bytes);
	if (strcmp(name, "count") == 0)
		return take_amount(words, &request->count);
	if (strcmp(name, "skip") == 0)
		return take_amount(words, &request->input.skip);
	if (strcmp(name, "seek") == 0)
		return take_amount(words, &request->output.skip);
	if (strcmp(name, "status") == 0)
		return take_status(words);
	if (strcmp(name, "conv") == 0 || strcmp(name, "iflag") == 0 || strcmp(name, "oflag") == 0)
		return take_flags(words, name);
	return expected(words, "if= of= bs= ibs= obs= count= skip= seek= conv= iflag= oflag= or "
	                       "status=");
}

/* What each operand may be, but not together. */
static int check_together(const struct words *words)
{
	const struct dd_request *request = words->request;
	const char *wrong = NULL;

	if (request->excl && request->nocreat)
		wrong = "conv=excl,nocreat: expected one of the two: must the file be new, or not?";
	else if (request->input.direct && request->input.nocache)
		wrong = "iflag=direct,nocache: expected one of the two: direct passes the cache by";
	else if (request->output.direct && request->output.nocache)
		wrong = "oflag=direct,nocache: expected one of the two: direct passes the cache by";
	else if (!request->output.path && (request->excl || request->nocreat))
		wrong = "conv: excl and nocreat: expected with of=FILE";
	if (!wrong)
		return 0;
	snprintf(words->why, words->why_size, "%s", wrong);
	return -EINVAL;
}

int dd_words_parse(struct dd_request *request, char *const *argv, char *why, size_t why_size)
{
	struct words words = { .request = request, .why = why, .why_size = why_size };
	char name[8];
	int rc = 0;

	memset(request, 0, sizeof(*request));
	request->count.blocks = DD_NO_LIMIT;
	request->input.block_bytes = request->output.block_bytes = DD_BLOCK_BYTES;
	for (; *argv && rc == 0; argv++) {
		size_t length = strcspn(*argv, "=");

		words.word = *argv;
		words.value = *argv + length + ((*argv)[length] == '=');
		snprintf(name, sizeof(name), "%.*s", (int)length, *argv);
		rc = take_operand(&words, (*argv)[length] == '=' ? name : "");
	}
	request->reblock = words.both_bytes == 0;
	if (words.both_bytes)
		request->input.block_bytes = request->output.block_bytes = words.both_bytes;
	return rc ? rc : check_together(&words);
}

uint64_t dd_amount_bytes(const struct dd_amount *amount, size_t block_bytes)
{
	uint64_t bytes;

	if (__builtin_mul_overflow(amount->blocks, (uint64_t)block_bytes, &bytes) ||
	    __builtin_add_overflow(bytes, amount->bytes, &bytes))
		return UINT64_MAX;
	return bytes;
}
