/* SPDX-License-Identifier: MIT */
/* test_dd_words.c - the operands of dd: what they mean, and what is none */

#include "tests/unit/check.h"

#include "bench/dd/dd_words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static char why[256];

static int parse(struct dd_request *request, const char *words)
{
	static char copy[512];
	char *argv[16], *rest = copy;
	int count = 0;

	snprintf(copy, sizeof(copy), "%s", words);
	while ((argv[count] = strsep(&rest, " ")))
		if (*argv[count])
			count++;
	return dd_words_parse(request, argv, why, sizeof(why));
}

static void numbers(void **state)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} rows[] = {
		{ "1", 1 },          { "512", 512 },          { "3c", 3 },
		{ "3w", 6 },         { "2b", 1024 },          { "64K", 65536 },
		{ "64k", 65536 },    { "64KiB", 65536 },      { "1kB", 1000 },
		{ "1KB", 1000 },     { "1M", 1048576 },       { "1MB", 1000000 },
		{ "1MiB", 1048576 }, { "1G", 1 << 30 },       { "2x512", 1024 },
		{ "2x3x1K", 6144 },  { "1048576B", 1048576 },
	};
	struct dd_request request;
	char words[64];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		snprintf(words, sizeof(words), "bs=%s", rows[i].text);
		check_row(i, parse(&request, words) == 0);
		check_row(i, request.input.block_bytes == rows[i].bytes);
		check_row(i, request.output.block_bytes == rows[i].bytes && !request.reblock);
	}
}

static void amounts(void **state)
{
	struct dd_request request;

	(void)state;
	assert_int_equal(parse(&request, "bs=1000 count=100KiB skip=3 seek=10B"), 0);
	assert_int_equal(request.count.blocks, 0);
	assert_int_equal(request.count.bytes, 102400);
	assert_int_equal(dd_amount_bytes(&request.input.skip, 1000), 3000);
	assert_int_equal(dd_amount_bytes(&request.output.skip, 1000), 10);
	assert_int_equal(parse(&request, "count=1K"), 0);
	assert_int_equal(request.count.blocks, 1024);
	assert_int_equal(parse(&request, ""), 0);
	assert_true(request.count.blocks == DD_NO_LIMIT && request.reblock);
	assert_int_equal(request.input.block_bytes, 512);
	assert_true(dd_amount_bytes(&request.count, 512) == UINT64_MAX);
}

static void flags_and_status(void **state)
{
	struct dd_request request;

	(void)state;
	assert_int_equal(parse(&request, "if=a of=b ibs=1 obs=2 conv=fdatasync,notrunc,nocreat "
	                                 "iflag=fullblock,direct oflag=dsync status=noxfer"),
	                 0);
	assert_string_equal(request.input.path, "a");
	assert_string_equal(request.output.path, "b");
	assert_true(request.fdatasync && request.notrunc && request.nocreat && !request.fsync);
	assert_true(request.fullblock && request.input.direct && request.output.dsync);
	assert_false(request.output.direct || request.input.dsync || request.excl);
	assert_int_equal(request.status, DD_STATUS_NOXFER);
	assert_true(request.input.block_bytes == 1 && request.output.block_bytes == 2);
}

static void bad_words_are_named(void **state)
{
	static const struct {
		const char *words, *why;
	} rows[] = {
		{ "bs=0", "bs=0: expected bytes, from 1 to 1G" },
		{ "bs=2G", "bs=2G: expected bytes" },
		{ "bs=", "bs=: expected bytes" },
		{ "ibs=1Q", "ibs=1Q: expected bytes" },
		{ "obs=1x", "obs=1x: expected bytes" },
		{ "obs=x1", "obs=x1: expected bytes" },
		{ "bs=-1", "bs=-1: expected bytes" },
		{ "bs=1KBB", "bs=1KBB: expected bytes" },
		{ "count=a", "count=a: expected a number of blocks" },
		{ "count=99999999999999999999", "count=99999999999999999999: expected" },
		{ "skip=8589934592G", "skip=8589934592G: expected" },
		{ "conv=swab", "conv=swab: expected fdatasync, fsync, notrunc, nocreat, excl" },
		{ "conv=fsync,noerror", "conv=fsync,noerror: expected fdatasync" },
		{ "conv=", "conv=: expected fdatasync" },
		{ "oflag=fullblock", "oflag=fullblock: expected direct, dsync, sync, nocache" },
		{ "iflag=append",
		  "iflag=append: expected direct, dsync, sync, fullblock, nocache" },
		{ "status=all", "status=all: expected status=none, noxfer or progress" },
		{ "cbs=80", "cbs=80: expected if= of= bs= ibs= obs= count=" },
		{ "bs", "bs: expected if= of=" },
		{ "if=", "if=: expected the name of a file or disk" },
		{ "of=a conv=excl,nocreat", "conv=excl,nocreat: expected one of the two" },
		{ "oflag=direct,nocache", "oflag=direct,nocache: expected one of the two" },
		{ "conv=excl", "conv: excl and nocreat: expected with of=FILE" },
	};
	struct dd_request request;

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, parse(&request, rows[i].words) == -EINVAL);
		if (strncmp(why, rows[i].why, strlen(rows[i].why)) != 0)
			print_error("%s\n", why);
		check_row(i, strncmp(why, rows[i].why, strlen(rows[i].why)) == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(amounts),
		cmocka_unit_test(flags_and_status),
		cmocka_unit_test(bad_words_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
