/* SPDX-License-Identifier: MIT */
/* test_bonnie_words.c - the command line of bonnie++ */

#include "tests/unit/check.h"

#include "bench/bonnie/bonnie_words.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <string.h>

#define WORDS_MAX 24
#define RAM_MIB 1000

static struct bonnie_words words;
static char why[256];

static int parse(const char *line)
{
	static char texts[WORDS_MAX][128];
	char *argv[WORDS_MAX + 2] = { (char[]){ "bonnie" } };

	for (size_t i = 0; i < WORDS_MAX; i++)
		if (text_next(&line, " ", texts[i], sizeof(texts[i])))
			argv[i + 1] = texts[i];
	memset(&words, 0xff, sizeof(words));
	why[0] = '\0';
	return bonnie_words_parse(&words, argv, RAM_MIB, 77, why, sizeof(why));
}

static void defaults_are_the_originals(void **state)
{
	const struct bonnie_options *options = &words.options;

	(void)state;
	assert_int_equal(parse(""), 0);
	assert_false(words.help);
	assert_string_equal(options->directory, ".");
	assert_int_equal(options->size_mib, 2048); /* 2000, and more than half a GiB over 1 */
	assert_int_equal(options->chunk_bytes, 8192);
	assert_int_equal(options->byte_bytes, 3 << 20);
	assert_int_equal(options->seeks, 8192);
	assert_int_equal(options->seekers, 5);
	assert_true(options->seek_wait_ns == 3000000000);
	assert_int_equal(options->file_count, 16384);
	assert_int_equal(options->file_bytes_max, 0);
	assert_int_equal(options->directories, 1);
	assert_int_equal(options->seed, 77);
	assert_false(options->fsync_each || options->direct || options->random_data ||
	             options->drop_caches || words.quiet || words.percentiles);
	assert_int_equal(words.layout, BONNIE_2_00);
	assert_int_equal(words.concurrency, 1);
	assert_int_equal(words.runs, 0);
	assert_null(words.user);
	assert_null(words.group);
}

static void size_and_what_follows_it(void **state)
{
	static const struct {
		const char *line;
		uint64_t size_mib;
		uint32_t chunk_bytes, seeks, seekers, byte_bytes;
	} rows[] = {
		{ "-s 2000", 2000, 8192, 8192, 5, 3 << 20 },
		{ "-s 2000M", 2000, 8192, 8192, 5, 3 << 20 },
		{ "-s4G", 4096, 8192, 8192, 5, 3 << 20 },
		{ "-s 4g:64k", 4096, 65536, 8192, 5, 3 << 20 },
		{ "-s 4g:1M:100", 4096, 1 << 20, 100, 5, 3 << 20 },
		{ "-s 4g:256::3", 4096, 256, 8192, 3, 3 << 20 },
		{ "-s :16384:0", 2048, 16384, 0, 5, 3 << 20 },
		{ "-s 0 -n 1", 0, 8192, 8192, 5, 0 },
		{ "-s 64 -r 32", 64, 8192, 8192, 5, 3 << 20 },
		{ "-r 0 -s 1", 1, 8192, 8192, 5, 1 << 20 },
		{ "-r 2G", 4096, 8192, 8192, 5, 3 << 20 },
		{ "-r 0", 300, 8192, 8192, 5, 3 << 20 },
		{ "-s 500 -c 4", 500, 8192, 8192, 5, 3 << 20 },
		{ "-f", 2048, 8192, 8192, 5, 0 },
		{ "-f0", 2048, 8192, 8192, 5, 0 },
		{ "-f20", 2048, 8192, 8192, 5, 20 << 20 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, parse(rows[i].line) == 0);
		check_row(i, words.options.size_mib == rows[i].size_mib);
		check_row(i, words.options.chunk_bytes == rows[i].chunk_bytes);
		check_row(i, words.options.seeks == rows[i].seeks);
		check_row(i, words.options.seekers == rows[i].seekers);
		check_row(i, words.options.byte_bytes == rows[i].byte_bytes);
	}
}

static void small_files(void **state)
{
	static const struct {
		const char *line;
		uint32_t count, most, least, directories, chunk;
		enum bonnie_kind kind;
	} rows[] = {
		{ "-n 0", 0, 0, 0, 1, 8192, BONNIE_FILES },
		{ "-n 2", 2048, 0, 0, 1, 8192, BONNIE_FILES },
		{ "-n 1:2000:100:2", 1024, 2000, 100, 2, 8192, BONNIE_FILES },
		{ "-n 1:4k:1k:1:512", 1024, 4096, 1024, 1, 512, BONNIE_FILES },
		{ "-n 1:::3", 1024, 0, 0, 3, 8192, BONNIE_FILES },
		{ "-n 1:-1", 1024, 0, 0, 1, 8192, BONNIE_LINKS },
		{ "-n 1:-1:0:2", 1024, 0, 0, 2, 8192, BONNIE_LINKS },
		{ "-n 1:-2::2", 1024, 0, 0, 2, 8192, BONNIE_SYMLINKS },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, parse(rows[i].line) == 0);
		check_row(i, words.options.file_count == rows[i].count);
		check_row(i, words.options.file_bytes_max == rows[i].most);
		check_row(i, words.options.file_bytes_min == rows[i].least);
		check_row(i, words.options.directories == rows[i].directories);
		check_row(i, words.options.file_chunk_bytes == rows[i].chunk);
		check_row(i, words.options.kind == rows[i].kind);
	}
}

static void all_else(void **state)
{
	(void)state;
	assert_int_equal(
	    parse("-bDq -x 3 -d /mnt -m host -u nobody:games -g 7 -z 42 -c 2 --layout=1.96"), 0);
	assert_true(words.options.fsync_each && words.options.direct && words.quiet);
	assert_int_equal(words.runs, 3);
	assert_string_equal(words.options.directory, "/mnt");
	assert_string_equal(words.name, "host");
	assert_string_equal(words.user, "nobody:games");
	assert_string_equal(words.group, "7");
	assert_int_equal(words.options.seed, 42);
	assert_int_equal(words.concurrency, 2);
	assert_int_equal(words.layout, BONNIE_1_96);
	assert_int_equal(parse("--drop-caches --random-data --percentiles --layout 2.00"), 0);
	assert_true(words.options.drop_caches && words.options.random_data && words.percentiles);
	assert_int_equal(words.layout, BONNIE_2_00);
	assert_int_equal(parse("-h"), 0);
	assert_true(words.help);
	assert_int_equal(parse("--help"), 0);
	assert_true(words.help);
}

static void mistakes_are_named(void **state)
{
	static const struct {
		const char *line, *why; /* how it begins */
	} rows[] = {
		{ "-s 1999", "-s 1999: expected 2000 MiB or more" },
		{ "-s 999 -c 2", "-s 999: expected 2000 MiB or more" },
		{ "-s 10 -r 6", "-s 10: expected 12 MiB or more" },
		{ "-s 1x", "-s 1x: expected a size" },
		{ "-s 4k", "-s 4k: expected a size" },
		{ "-s -1", "-s -1: expected a size" },
		{ "-s 99999999999G", "-s 99999999999G: expected a size" },
		{ "-s 18446744073709551616", "-s 18446744073709551616: expected a size" },
		{ "-s 111111111111111111111111111111111111111111:1", "-s 1111" },
		{ "-s 4G:3000", "-s 4G:3000: expected a chunk that is a power of two" },
		{ "-s 4G:128", "-s 128: expected a chunk from 256 to 1048576 bytes" },
		{ "-s 4G:2M", "-s 2M: expected a chunk" },
		{ "-s 4G::8:0", "-s 0: expected seekers from 1 to 256" },
		{ "-s 4G::8:1:1", "-s ...:1: expected 4 numbers at most" },
		{ "-n 1:100:200", "-n 1:100:200: expected a smallest size" },
		{ "-n 1:-1:5", "-n 1:-1:5: expected a smallest size" },
		{ "-n 1:-3", "-n -3: expected the largest size" },
		{ "-n 1:0:0:1025", "-n 1:0:0:1025: expected no more directories than files" },
		{ "-n 16385", "-n 16385: expected a number of 1024 files from 0 to 16384" },
		{ "-r x", "-r x: expected a size" },
		{ "-x 0", "-x 0: expected a number from 1 to 1000" },
		{ "-c 0", "-c 0: expected a number" },
		{ "-z 0", "-z 0: expected a number from 1" },
		{ "-fx", "-f x: expected a size" },
		{ "-m a,b", "-m a,b: expected a name" },
		{ "--layout=1.97", "--layout=1.97: expected 1.96 or 2.00" },
		{ "--layout", "--layout: expected a value" },
		{ "-s", "-s: expected a value" },
		{ "-p 3", "-p: " },
		{ "-y", "-y: " },
		{ "-Z file", "-Z: " },
		{ "-k", "-k: no such option" },
		{ "-qk", "-k: no such option" },
		{ "--nothing", "--nothing: no such option" },
		{ "word", "word: expected an option before it" },
		{ "-s 0 -n 0", "-s 0 -n 0: expected something to do" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, parse(rows[i].line) == -EINVAL);
		check_row(i, strncmp(why, rows[i].why, strlen(rows[i].why)) == 0);
		check_row(i, strchr(why, '\n') == NULL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_the_originals),
		cmocka_unit_test(size_and_what_follows_it),
		cmocka_unit_test(small_files),
		cmocka_unit_test(all_else),
		cmocka_unit_test(mistakes_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
