/* SPDX-License-Identifier: MIT */
/* sysbench_words.c - the command line of sysbench, as both generations have it */

#include "bench/system/sysbench_words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Where a complaint goes. */
struct complaint {
	char *text;
	size_t size;
};

static int complain(const struct complaint *why, const char *format, ...) PRINTF_LIKE(2, 3);

static int complain(const struct complaint *why, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why->text, why->size, format, args);
	va_end(args);
	return -EINVAL;
}

/* If @word is --NAME or --NAME=VALUE for this @name, return what follows the name. */
static const char *after_name(const char *word, const char *name)
{
	size_t length = strlen(name);

	if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, name, length) != 0)
		return NULL;
	word += 2 + length;
	return *word == '\0' || *word == '=' ? word : NULL;
}

static int find_kind(const char *name, const struct complaint *why)
{
	for (int kind = 0; kind < SYSBENCH_KINDS; kind++)
		if (strcmp(sysbench_name((enum sysbench_kind)kind), name) == 0)
			return kind;
	return complain(why, "%s: no such test; expected cpu, memory, threads or mutex", name);
}

static int find_action(const char *name, const struct complaint *why)
{
	static const char *const names[] = {
		[SYSBENCH_RUN] = "run",
		[SYSBENCH_PREPARE] = "prepare",
		[SYSBENCH_CLEANUP] = "cleanup",
		[SYSBENCH_HELP] = "help",
	};

	for (int action = 0; action < (int)countof(names); action++)
		if (strcmp(names[action], name) == 0)
			return action;
	return complain(why, "%s: no such command; expected run, prepare, cleanup or help", name);
}

/* The words that are no options, and the one option that is like them. */
struct plain_words {
	const char *test;     /* of --test=TEST; NULL = not given */
	const char *words[2]; /* NULL = not given */
	bool help;
};

static int sort_words(char *const *argv, struct plain_words *plain, const struct complaint *why)
{
	unsigned count = 0;

	memset(plain, 0, sizeof(*plain));
	for (; *argv; argv++) {
		const char *value = after_name(*argv, "test");

		if (value && (value[0] != '=' || plain->test))
			return complain(why, "%s: expected --test=TEST, once", *argv);
		if (value)
			plain->test = value + 1;
		else if (strcmp(*argv, "--help") == 0)
			plain->help = true;
		else if (strncmp(*argv, "-", 1) != 0 && count < countof(plain->words))
			plain->words[count++] = *argv;
		else if (strncmp(*argv, "-", 1) != 0)
			return complain(why, "%s: one word too many; expected TEST run", *argv);
	}
	if (plain->test && plain->words[1])
		return complain(why, "%s: one word too many; expected --test=TEST run",
		                plain->words[1]);
	return 0;
}

/* Which test, of which generation, and what to do with it. Returns 0 or -EINVAL. */
static int choose(const struct plain_words *plain, struct sysbench_words *words,
                  const struct complaint *why)
{
	const char *test = plain->test ? plain->test : plain->words[0];
	const char *action = plain->test ? plain->words[0] : plain->words[1];
	int kind, number;

	words->action = SYSBENCH_HELP;
	if (plain->help || !test || (!plain->test && strcmp(test, "help") == 0))
		return test || plain->help
		           ? 0
		           : complain(why, "expected a test and run, as in: cpu run");
	kind = find_kind(test, why);
	if (kind < 0)
		return kind;
	if (!action)
		return complain(why, "%s: expected run, prepare, cleanup or help after it", test);
	number = find_action(action, why);
	if (number < 0)
		return number;
	words->action = (enum sysbench_action)number;
	sysbench_default(&words->options, (enum sysbench_kind)kind,
	                 plain->test ? SYSBENCH_04 : SYSBENCH_10);
	return 0;
}

static int take_option(const char *word, struct sysbench_options *options,
                       const struct complaint *why)
{
	char range[64];

	for (size_t i = 0; i < sysbench_option_count; i++) {
		const struct sysbench_option *option = &sysbench_options[i];
		const char *value = after_name(word, option->name);

		if (!value && option->old_name)
			value = after_name(word, option->old_name);
		if (!value)
			continue;
		if (option->kind >= 0 && (enum sysbench_kind)option->kind != options->kind)
			return complain(why, "%s: expected with the test %s, not with %s", word,
			                sysbench_name((enum sysbench_kind)option->kind),
			                sysbench_name(options->kind));
		if (value[0] == '\0' && option->value == SYSBENCH_CHOICE)
			value = "=on"; /* a switch alone is one that is on */
		if (value[0] == '=' && sysbench_option_set(option, value + 1, options) == 0)
			return 0;
		return complain(why, "%s: expected --%s=VALUE, %s", word, option->name,
		                sysbench_option_range(option, range, sizeof(range)));
	}
	return complain(why, "%s: no such option; expected one that sysbench help names", word);
}

/* What each option may be, but not together. */
static int check_together(const struct sysbench_options *options, const struct complaint *why)
{
	bool old = options->generation == SYSBENCH_04;
	bool memory = options->kind == SYSBENCH_MEMORY;
	uint64_t block_bytes = options->block_bytes, total_bytes = options->total_bytes;

	if (old && options->percentile == 0)
		return complain(why, "--percentile=0: expected 1 to 100 with --test");
	if (memory && old && block_bytes % 4 != 0)
		return complain(why, "--memory-block-size=%" PRIu64 ": expected a multiple of 4",
		                block_bytes);
	if (memory && !old && (block_bytes < 8 || (block_bytes & (block_bytes - 1))))
		return complain(
		    why, "--memory-block-size=%" PRIu64 ": expected a power of two, 8 or more",
		    block_bytes);
	if (memory && (total_bytes || old) && total_bytes / options->threads < block_bytes)
		return complain(why,
		                "--memory-total-size=%" PRIu64
		                ": expected at least one block for each thread",
		                total_bytes);
	if (options->time_ns == 0 && options->kind != SYSBENCH_MUTEX &&
	    (memory ? total_bytes == 0 : options->events == 0))
		return complain(why, "without a limit it would never end; expected --time, or %s",
		                memory ? "--memory-total-size" : "--events");
	return 0;
}

int sysbench_words_parse(struct sysbench_words *words, char *const *argv, char *why,
                         size_t why_size)
{
	const struct complaint complaint = { why, why_size };
	struct plain_words plain;
	int rc;

	rc = sort_words(argv, &plain, &complaint);
	if (rc == 0)
		rc = choose(&plain, words, &complaint);
	if (rc || words->action == SYSBENCH_HELP)
		return rc;
	for (; *argv && rc == 0; argv++)
		if (argv[0][0] == '-' && !after_name(*argv, "test"))
			rc = take_option(*argv, &words->options, &complaint);
	if (words->options.kind == SYSBENCH_MUTEX)
		words->options.events = 0; /* it does one for each thread, whatever the limit */
	return rc ? rc : check_together(&words->options, &complaint);
}
