/* SPDX-License-Identifier: MIT */
/* test_sysbench_words.c - the command line of sysbench, in both spellings */

#include "tests/unit/check.h"

#include "bench/lib/text.h"
#include "bench/system/sysbench_words.h"

#include <string.h>

#define WORDS_MAX 8

static struct sysbench_words words;
static char why[256];

static int parse(const char *line)
{
	static char texts[WORDS_MAX][64];
	char *argv[WORDS_MAX + 1] = { 0 };

	for (size_t i = 0; i < WORDS_MAX; i++)
		if (text_next(&line, " ", texts[i], sizeof(texts[i])))
			argv[i] = texts[i];
	memset(&words, 0, sizeof(words));
	why[0] = '\0';
	return sysbench_words_parse(&words, argv, why, sizeof(why));
}

static void both_spellings_are_understood(void **state)
{
	static const struct {
		const char *line;
		enum sysbench_action action;
		enum sysbench_kind kind;
		enum sysbench_generation generation;
	} rows[] = {
		{ "cpu run", SYSBENCH_RUN, SYSBENCH_CPU, SYSBENCH_10 },
		{ "--test=cpu run", SYSBENCH_RUN, SYSBENCH_CPU, SYSBENCH_04 },
		{ "run --test=memory", SYSBENCH_RUN, SYSBENCH_MEMORY, SYSBENCH_04 },
		{ "--threads=2 threads --time=1 run", SYSBENCH_RUN, SYSBENCH_THREADS, SYSBENCH_10 },
		{ "mutex prepare", SYSBENCH_PREPARE, SYSBENCH_MUTEX, SYSBENCH_10 },
		{ "--test=mutex cleanup", SYSBENCH_CLEANUP, SYSBENCH_MUTEX, SYSBENCH_04 },
		{ "memory help", SYSBENCH_HELP, SYSBENCH_CPU, SYSBENCH_10 },
		{ "help", SYSBENCH_HELP, SYSBENCH_CPU, SYSBENCH_10 },
		{ "--help", SYSBENCH_HELP, SYSBENCH_CPU, SYSBENCH_10 },
		{ "cpu run --help", SYSBENCH_HELP, SYSBENCH_CPU, SYSBENCH_10 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, parse(rows[i].line) == 0);
		check_row(i, words.action == rows[i].action);
		if (words.action == SYSBENCH_HELP)
			continue;
		check_row(i, words.options.kind == rows[i].kind);
		check_row(i, words.options.generation == rows[i].generation);
	}
}

static void defaults_are_the_originals(void **state)
{
	(void)state;
	assert_int_equal(parse("--test=cpu run"), 0);
	assert_int_equal(words.options.events, 10000);
	assert_int_equal(words.options.time_ns, 0);
	assert_int_equal(parse("cpu run"), 0);
	assert_int_equal(words.options.events, 0);
	assert_int_equal(words.options.time_ns, SECONDS(10));
	assert_int_equal(words.options.threads, 1);
	assert_int_equal(words.options.percentile, 95);
	assert_int_equal(words.options.max_prime, 10000);
	assert_int_equal(words.options.block_bytes, KIB(1));
	assert_int_equal(words.options.total_bytes, GIB(100));
	assert_int_equal(words.options.operation, SYSBENCH_WRITE);
	assert_int_equal(words.options.yields, 1000);
	assert_int_equal(words.options.locks, 8);
	assert_int_equal(words.options.mutexes, 4096);
	assert_int_equal(words.options.mutex_locks, 50000);
	assert_int_equal(words.options.mutex_loops, 10000);
}

#define FIELD(name) offsetof(struct sysbench_options, name)

static const struct {
	const char *line;
	size_t offset;
	uint64_t value;
} taken[] = {
	{ "cpu --threads=8 run", FIELD(threads), 8 },
	{ "cpu --num-threads=8 run", FIELD(threads), 8 },
	{ "--test=cpu --num-threads=8192 run", FIELD(threads), 8192 },
	{ "cpu --events=7 run", FIELD(events), 7 },
	{ "--test=cpu --max-requests=7 run", FIELD(events), 7 },
	{ "mutex --events=7 run", FIELD(events), 0 }, /* one for each thread */
	{ "cpu --time=3 run", FIELD(time_ns), SECONDS(3) },
	{ "--test=cpu --max-time=3 run", FIELD(time_ns), SECONDS(3) },
	{ "cpu --percentile=99 run", FIELD(percentile), 99 },
	{ "cpu --percentile=0 run", FIELD(percentile), 0 },
	{ "cpu --rand-seed=42 run", FIELD(seed), 42 },
	{ "--test=cpu --init-rng run", FIELD(init_rng), 1 },
	{ "--test=cpu --init-rng=off run", FIELD(init_rng), 0 },
	{ "--test=cpu --validate run", FIELD(validate), 1 },
	{ "cpu --validate=on run", FIELD(validate), 1 },
	{ "cpu --cpu-max-prime=20000 run", FIELD(max_prime), 20000 },
	{ "memory --memory-block-size=4096 run", FIELD(block_bytes), 4096 },
	{ "memory --memory-block-size=1K run", FIELD(block_bytes), 1024 },
	{ "memory --memory-block-size=2m run", FIELD(block_bytes), MIB(2) },
	{ "memory --memory-block-size=8 run", FIELD(block_bytes), 8 },
	{ "--test=memory --memory-block-size=12 run", FIELD(block_bytes), 12 },
	{ "memory --memory-total-size=3G run", FIELD(total_bytes), GIB(3) },
	{ "memory --memory-total-size=0 run", FIELD(total_bytes), 0 },
	{ "memory --memory-oper=read run", FIELD(operation), SYSBENCH_READ },
	{ "memory --memory-oper=none run", FIELD(operation), SYSBENCH_NONE },
	{ "memory --memory-scope=local run", FIELD(local), 1 },
	{ "memory --memory-access-mode=rnd run", FIELD(random), 1 },
	{ "threads --thread-yields=5 run", FIELD(yields), 5 },
	{ "threads --thread-locks=1 run", FIELD(locks), 1 },
	{ "mutex --mutex-num=2 run", FIELD(mutexes), 2 },
	{ "mutex --mutex-locks=3 run", FIELD(mutex_locks), 3 },
	{ "mutex --mutex-loops=0 run", FIELD(mutex_loops), 0 },
};

static void options_are_taken(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(taken); i++) {
		uint64_t value;

		check_row(i, parse(taken[i].line) == 0);
		memcpy(&value, (char *)&words.options + taken[i].offset, sizeof(value));
		check_row(i, value == taken[i].value);
	}
}

static const struct {
	const char *line, *why;
} mistakes[] = {
	{ "", "expected a test and run, as in: cpu run" },
	{ "cpu", "cpu: expected run, prepare, cleanup or help after it" },
	{ "run", "run: no such test; expected cpu, memory, threads or mutex" },
	{ "fileio run", "fileio: no such test; expected cpu, memory, threads or mutex" },
	{ "cpu go", "go: no such command; expected run, prepare, cleanup or help" },
	{ "cpu run more", "more: one word too many; expected TEST run" },
	{ "--test=cpu cpu run", "run: one word too many; expected --test=TEST run" },
	{ "--test run", "--test: expected --test=TEST, once" },
	{ "--test=cpu --test=cpu run", "--test=cpu: expected --test=TEST, once" },
	{ "cpu --threads=0 run", "--threads=0: expected --threads=VALUE, 1 to 8192" },
	{ "cpu --threads=-1 run", "--threads=-1: expected --threads=VALUE, 1 to 8192" },
	{ "cpu --num-threads=2000000000 run",
	  "--num-threads=2000000000: expected --threads=VALUE, 1 to 8192" },
	{ "cpu --threads run", "--threads: expected --threads=VALUE, 1 to 8192" },
	{ "cpu --threads= run", "--threads=: expected --threads=VALUE, 1 to 8192" },
	{ "cpu --threads=2x run", "--threads=2x: expected --threads=VALUE, 1 to 8192" },
	{ "cpu --thread=2 run",
	  "--thread=2: no such option; expected one that sysbench help names" },
	{ "cpu -t run", "-t: no such option; expected one that sysbench help names" },
	{ "cpu --time=1h run", "--time=1h: expected --time=VALUE, 0 to 31622400 seconds" },
	{ "cpu --memory-oper=read run",
	  "--memory-oper=read: expected with the test memory, not with cpu" },
	{ "memory --memory-oper=copy run",
	  "--memory-oper=copy: expected --memory-oper=VALUE, write|read|none" },
	{ "memory --memory-oper run",
	  "--memory-oper: expected --memory-oper=VALUE, write|read|none" },
	{ "memory --memory-block-size=12 run",
	  "--memory-block-size=12: expected a power of two, 8 or more" },
	{ "memory --memory-block-size=4 run",
	  "--memory-block-size=4: expected a power of two, 8 or more" },
	{ "--test=memory --memory-block-size=1022 run",
	  "--memory-block-size=1022: expected a multiple of 4" },
	{ "memory --memory-block-size=1M --memory-total-size=1 run",
	  "--memory-total-size=1: expected at least one block for each thread" },
	{ "memory --threads=3 --memory-total-size=2K run",
	  "--memory-total-size=2048: expected at least one block for each thread" },
	{ "--test=memory --memory-total-size=0 run",
	  "--memory-total-size=0: expected at least one block for each thread" },
	{ "memory --memory-total-size=0 --time=0 run",
	  "without a limit it would never end; expected --time, or --memory-total-size" },
	{ "cpu --time=0 run", "without a limit it would never end; expected --time, or --events" },
	{ "--test=cpu --max-requests=0 run",
	  "without a limit it would never end; expected --time, or --events" },
	{ "--test=cpu --percentile=0 run", "--percentile=0: expected 1 to 100 with --test" },
	{ "cpu --percentile=101 run", "--percentile=101: expected --percentile=VALUE, 0 to 100" },
};

static void mistakes_are_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(mistakes); i++) {
		check_row(i, parse(mistakes[i].line) < 0);
		if (strcmp(why, mistakes[i].why) != 0)
			print_error("row %zu: %s\n", i, why);
		check_row(i, strcmp(why, mistakes[i].why) == 0);
	}
}

static void sizes_have_suffixes(void **state)
{
	static const char *const wrong[] = { "",
		                             "K",
		                             "1KK",
		                             "1KB",
		                             "1T",
		                             "-1",
		                             "1.5K",
		                             " 1",
		                             "1 K",
		                             "99999999999999999999",
		                             "18014398509481984K" };
	const struct sysbench_option *option = &sysbench_options[0];
	struct sysbench_options options = { .total_bytes = 5 };

	(void)state;
	while (strcmp(option->name, "memory-total-size") != 0)
		option++;
	for (size_t i = 0; i < countof(wrong); i++) {
		check_row(i, sysbench_option_set(option, wrong[i], &options) < 0);
		check_row(i, options.total_bytes == 5);
	}
	assert_int_equal(sysbench_option_set(option, "1048576G", &options), 0);
	assert_int_equal(options.total_bytes, GIB(1048576));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_spellings_are_understood),
		cmocka_unit_test(defaults_are_the_originals),
		cmocka_unit_test(options_are_taken),
		cmocka_unit_test(mistakes_are_named),
		cmocka_unit_test(sizes_have_suffixes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
