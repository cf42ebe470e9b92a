/* SPDX-License-Identifier: MIT */
/* sysbench_option.c - the table of sysbench's options, and their values */

#include "bench/lib/text.h"
#include "bench/system/sysbench_words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FIELD(name) offsetof(struct sysbench_options, name)
#define YEAR_S (366u * 86400)
#define ALL (-1)

const struct sysbench_option sysbench_options[] = {
	{ "threads", "num-threads", ALL, SYSBENCH_COUNT, FIELD(threads), 1, SYSBENCH_THREADS_MAX,
	  NULL, "how many threads" },
	{ "events", "max-requests", ALL, SYSBENCH_COUNT, FIELD(events), 0, 1000000000000, NULL,
	  "end after so many events of all threads; 0 = no limit" },
	{ "time", "max-time", ALL, SYSBENCH_SECONDS, FIELD(time_ns), 0, YEAR_S, NULL,
	  "end after so many seconds; 0 = no limit" },
	{ "percentile", NULL, ALL, SYSBENCH_COUNT, FIELD(percentile), 0, 100, NULL,
	  "percentile of the latency to show; 0 = none" },
	{ "rand-seed", "seed-rng", ALL, SYSBENCH_COUNT, FIELD(seed), 0, INT32_MAX, NULL,
	  "seed of the random numbers; 0 = from the clock" },
	{ "init-rng", NULL, ALL, SYSBENCH_CHOICE, FIELD(init_rng), 0, 1, "off|on",
	  "0.4: take the seed from the clock" },
	{ "validate", NULL, ALL, SYSBENCH_CHOICE, FIELD(validate), 0, 1, "off|on",
	  "say that answers are checked, which they always are" },
	{ "cpu-max-prime", NULL, SYSBENCH_CPU, SYSBENCH_COUNT, FIELD(max_prime), 3, 10000000, NULL,
	  "look for primes below this" },
	{ "memory-block-size", NULL, SYSBENCH_MEMORY, SYSBENCH_SIZE, FIELD(block_bytes), 4,
	  GIB(1024), NULL, "bytes that an event writes or reads" },
	{ "memory-total-size", NULL, SYSBENCH_MEMORY, SYSBENCH_SIZE, FIELD(total_bytes), 0,
	  GIB(1024 * 1024), NULL, "end after so many bytes; 0 = no limit" },
	{ "memory-oper", NULL, SYSBENCH_MEMORY, SYSBENCH_CHOICE, FIELD(operation), 0, 2,
	  "write|read|none", "what to do with memory" },
	{ "memory-scope", NULL, SYSBENCH_MEMORY, SYSBENCH_CHOICE, FIELD(local), 0, 1,
	  "global|local", "one block for all threads, or one for each" },
	{ "memory-access-mode", NULL, SYSBENCH_MEMORY, SYSBENCH_CHOICE, FIELD(random), 0, 1,
	  "seq|rnd", "the order of the words of a block" },
	{ "thread-yields", NULL, SYSBENCH_THREADS, SYSBENCH_COUNT, FIELD(yields), 1, 1000000, NULL,
	  "how often an event takes its lock and yields" },
	{ "thread-locks", NULL, SYSBENCH_THREADS, SYSBENCH_COUNT, FIELD(locks), 1, 65536, NULL,
	  "how many locks there are" },
	{ "mutex-num", NULL, SYSBENCH_MUTEX, SYSBENCH_COUNT, FIELD(mutexes), 1, 1000000, NULL,
	  "how many locks there are" },
	{ "mutex-locks", NULL, SYSBENCH_MUTEX, SYSBENCH_COUNT, FIELD(mutex_locks), 1, 1000000000,
	  NULL, "how often a thread takes one" },
	{ "mutex-loops", NULL, SYSBENCH_MUTEX, SYSBENCH_COUNT, FIELD(mutex_loops), 0, 1000000000,
	  NULL, "turns of the loop before each; 0.4 has none" },
};

const size_t sysbench_option_count = countof(sysbench_options);

/* "1024", "1K", "1M", "1G". Returns 0, -EINVAL or -ERANGE. */
static int parse_size(const char *text, uint64_t *bytes)
{
	static const char letters[] = "KMG";
	size_t digits = strspn(text, "0123456789");
	const char *letter = text[digits] ? strchr(letters, text[digits] & ~0x20) : NULL;
	unsigned shift = letter ? 10 * (unsigned)(letter - letters + 1) : 0;
	char number[24];
	int rc;

	if (text[digits] && (!letter || text[digits + 1]))
		return -EINVAL;
	if (digits >= sizeof(number))
		return -ERANGE;
	memcpy(number, text, digits);
	number[digits] = '\0';
	rc = text_parse_u64(number, bytes);
	if (rc == 0 && *bytes > UINT64_MAX >> shift)
		return -ERANGE;
	*bytes <<= rc ? 0 : shift;
	return rc;
}

/* The number of @text among "off|on". Returns 0 or -EINVAL. */
static int parse_choice(const char *choices, const char *text, uint64_t *number)
{
	char choice[16];

	for (*number = 0; text_next(&choices, "|", choice, sizeof(choice)); ++*number)
		if (strcmp(choice, text) == 0)
			return 0;
	return -EINVAL;
}

const char *sysbench_option_range(const struct sysbench_option *option, char *text, size_t size)
{
	static const char *const units[] = {
		[SYSBENCH_SIZE] = " bytes, or with K, M or G", [SYSBENCH_SECONDS] = " seconds"
	};
	const char *unit = "";

	if (option->value == SYSBENCH_CHOICE)
		return option->choices;
	if (units[option->value])
		unit = units[option->value];
	snprintf(text, size, "%" PRIu64 " to %" PRIu64 "%s", option->least, option->most, unit);
	return text;
}

int sysbench_option_set(const struct sysbench_option *option, const char *value,
                        struct sysbench_options *options)
{
	uint64_t number = 0;
	int rc;

	if (option->value == SYSBENCH_CHOICE)
		rc = parse_choice(option->choices, value, &number);
	else if (option->value == SYSBENCH_SIZE)
		rc = parse_size(value, &number);
	else
		rc = text_parse_u64(value, &number);
	if (rc || number < option->least || number > option->most)
		return -EINVAL;
	if (option->value == SYSBENCH_SECONDS)
		number = SECONDS(number);
	memcpy((char *)options + option->offset, &number, sizeof(number));
	return 0;
}
