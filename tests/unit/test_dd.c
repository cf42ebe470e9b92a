/* SPDX-License-Identifier: MIT */
/* test_dd.c - copies of files block by block, as operands ask for them */

#include "tests/unit/check.h"

#include "bench/dd/dd_open.h"
#include "tests/unit/fake_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct fake_files files;
static struct machine machine;
static char why[256];

/* Copy with @words; "@" in them is the directory. Returns what dd_open() or dd_run() did. */
static int copy(const char *words, struct dd_outcome *outcome)
{
	char full[512], *argv[16], *rest = full;
	struct dd_request request;
	struct dd_opened opened;
	size_t used = 0, count = 0;
	int rc;

	for (; *words && used + 1 < sizeof(full); words++) {
		if (*words == '@')
			used +=
			    (size_t)snprintf(full + used, sizeof(full) - used, "%s", files.root);
		else
			full[used++] = *words;
	}
	full[used] = '\0';
	while ((argv[count] = strsep(&rest, " ")))
		count += *argv[count] != '\0';
	memset(outcome, 0, sizeof(*outcome));
	rc = dd_words_parse(&request, argv, why, sizeof(why));
	if (rc == 0)
		rc = dd_open(&request, &machine, UINT64_MAX, &opened, why, sizeof(why));
	if (rc)
		return rc;
	rc = dd_run(&opened.copy, outcome);
	assert_int_equal(dd_close(&request, &opened), 0);
	return rc;
}

static void check_file(const char *name, const char *content)
{
	size_t size;
	char *got = fake_files_get(&files, name, &size);

	assert_non_null(got);
	assert_int_equal(size, strlen(content));
	assert_memory_equal(got, content, size);
	free(got);
}

static void copies(void **state)
{
	static const struct {
		const char *words;
		uint64_t in_full, in_partial, out_full, out_partial, bytes;
		const char *content;
	} rows[] = {
		{ "bs=4", 2, 1, 2, 1, 10, "0123456789" },
		{ "bs=4 count=2", 2, 0, 2, 0, 8, "01234567" },
		{ "bs=4 count=1 skip=1", 1, 0, 1, 0, 4, "4567" },
		{ "bs=4 count=6B", 1, 1, 1, 1, 6, "012345" },
		{ "bs=4 skip=9B", 0, 1, 0, 1, 1, "9" },
		{ "bs=4 count=0", 0, 0, 0, 0, 0, "" },
		{ "bs=4 conv=notrunc", 2, 1, 2, 1, 10, "0123456789zzzzzz" },
		{ "bs=4 count=1 seek=1 conv=notrunc", 1, 0, 1, 0, 4, "zzzz0123zzzzzzzz" },
		{ "bs=4 count=1 seek=1", 1, 0, 1, 0, 4, "zzzz0123" },
		/* dd 9.1 zeroes what is before a place that is given in bytes */
		{ "bs=4 count=1 seek=5B", 1, 0, 1, 0, 4, "zzzzz0123" },
		{ "ibs=3 obs=4", 3, 1, 2, 1, 10, "0123456789" },
		{ "ibs=4 obs=3", 2, 1, 3, 1, 10, "0123456789" },
		{ "ibs=5 obs=20", 2, 0, 0, 1, 10, "0123456789" },
		{ "", 0, 1, 0, 1, 10, "0123456789" },
		{ "bs=4 conv=fdatasync", 2, 1, 2, 1, 10, "0123456789" },
		{ "bs=4 conv=fsync oflag=dsync,nocache iflag=nocache", 2, 1, 2, 1, 10,
		  "0123456789" },
	};
	struct dd_outcome outcome;
	char words[128];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_files_put(&files, "/in", "0123456789", 10);
		fake_files_put(&files, "/out", "zzzzzzzzzzzzzzzz", 16);
		snprintf(words, sizeof(words), "if=@/in of=@/out %s", rows[i].words);
		check_row(i, copy(words, &outcome) == 0);
		check_row(i, outcome.input_full == rows[i].in_full);
		check_row(i, outcome.input_partial == rows[i].in_partial);
		check_row(i, outcome.output_full == rows[i].out_full);
		check_row(i, outcome.output_partial == rows[i].out_partial);
		check_row(i, outcome.bytes == rows[i].bytes);
		check_row(i, outcome.elapsed_ns > 0 && outcome.error == 0);
		check_file("/out", rows[i].content);
	}
}

/* What comes in parts is one block each, unless blocks are to be full. */
static void reads_that_give_less(void **state)
{
	(void)state;
	for (int fullblock = 0; fullblock < 2; fullblock++) {
		struct dd_copy job = { .input = { .block_bytes = 4 },
			               .output = { .block_bytes = 4 },
			               .fullblock = fullblock,
			               .count_blocks = 2 };
		struct dd_outcome outcome;
		int ends[2];

		assert_int_equal(pipe2(ends, O_DIRECT), 0); /* keeps writes apart */
		for (int i = 0; i < 4; i++)
			assert_int_equal(write(ends[1], "ab", 2), 2);
		close(ends[1]);
		job.input.fd = ends[0];
		job.output.fd = open("/dev/null", O_WRONLY);
		assert_int_equal(dd_run(&job, &outcome), 0);
		assert_int_equal(outcome.input_full, fullblock ? 2 : 0);
		assert_int_equal(outcome.input_partial, fullblock ? 0 : 2);
		assert_int_equal(outcome.bytes, fullblock ? 8 : 4);
		close(ends[0]);
		close(job.output.fd);
	}
}

/* The last block of a file is no whole sector: it goes through the page cache. */
static void direct_writes_end_with_a_part(void **state)
{
	static char content[10000];
	struct dd_outcome outcome;
	size_t size;
	char *got;

	(void)state;
	memset(content, 'a', sizeof(content));
	content[9999] = 'b';
	fake_files_put(&files, "/in", content, sizeof(content));
	if (copy("if=@/in of=@/out bs=4096 iflag=direct oflag=direct", &outcome) == -EINVAL)
		_skip(__FILE__, __LINE__); /* no direct I/O in this file system */
	assert_int_equal(outcome.error, 0);
	assert_int_equal(outcome.output_full, 2);
	assert_int_equal(outcome.output_partial, 1);
	got = fake_files_get(&files, "/out", &size);
	assert_int_equal(size, sizeof(content));
	assert_memory_equal(got, content, size);
	free(got);
}

static void no_two_sectors_of_our_own_content_are_alike(void **state)
{
	static _Alignas(4096) char content[4096];
	struct dd_copy job = { .input = { DD_NO_INPUT, .block_bytes = sizeof(content) },
		               .output = { .block_bytes = sizeof(content) },
		               .count_blocks = 3,
		               .content = content };
	struct dd_outcome outcome;
	char path[PATH_MAX], *got;
	size_t size;

	(void)state;
	snprintf(path, sizeof(path), "%s/out", files.root);
	job.output.fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_int_equal(dd_run(&job, &outcome), 0);
	close(job.output.fd);
	got = fake_files_get(&files, "/out", &size);
	assert_int_equal(size, 3 * sizeof(content));
	for (size_t i = 0; i < size; i += 512)
		for (size_t j = 0; j < i; j += 512)
			check_row(i, memcmp(got + i, got + j, 512) != 0);
	free(got);
}

static void failures_are_told_with_their_place(void **state)
{
	struct dd_outcome outcome;

	(void)state;
	fake_files_put(&files, "/in", "0123456789", 10);
	assert_int_equal(copy("if=@/in of=/dev/full bs=4", &outcome), -ENOSPC);
	assert_int_equal(outcome.input_full, 1);
	assert_int_equal(outcome.output_full + outcome.output_partial, 0);
	dd_explain(&outcome, "in", "/dev/full", why, sizeof(why));
	assert_string_equal(why, "write at byte 0 of /dev/full: No space left on device");

	outcome = (struct dd_outcome){ .error = -EIO, .place = DD_AT_READ, .offset_bytes = 4096 };
	dd_explain(&outcome, "in", "out", why, sizeof(why));
	assert_string_equal(why, "read at byte 4096 of in: Input/output error");
}

/* Whatever is wrong is found before the output is touched. */
static void bad_requests_change_nothing(void **state)
{
	static const struct {
		const char *words;
		int rc;
		const char *why;
	} rows[] = {
		{ "if=@/none of=@/out", -ENOENT, "/none: open: No such file" },
		{ "if=@ of=@/out", -EISDIR, ": expected a plain file or a disk" },
		{ "if=@/in of=@/out skip=11B", -EINVAL, "skip: expected at most its 10 bytes" },
		{ "if=@/in of=@/out conv=excl", -EEXIST, "conv=excl expects a new file" },
		{ "if=@/in of=@/new conv=nocreat", -ENOENT, "conv=nocreat: No such file" },
		{ "of=@/out iflag=direct", -EINVAL, "standard input: expected if= with direct" },
		{ "if=@/in of=@/out seek=1152921504606846976K", -EINVAL, "seek=" },
		{ "if=@/in of=@/none/out", -ENOENT, "/none/out: open: No such file" },
	};
	struct dd_outcome outcome;

	(void)state;
	fake_files_put(&files, "/in", "0123456789", 10);
	fake_files_put(&files, "/out", "zzzz", 4);
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, copy(rows[i].words, &outcome) == rows[i].rc);
		if (!strstr(why, rows[i].why))
			print_error("%s\n", why);
		check_row(i, strstr(why, rows[i].why));
		check_file("/out", "zzzz");
	}
}

static bool stop_at_two(void *context, uint64_t now_ns, const struct dd_outcome *so_far)
{
	++*(int *)context;
	return now_ns < so_far->start_ns || so_far->input_full == 2;
}

static void each_block_is_told_and_may_be_the_last(void **state)
{
	int calls = 0;
	struct dd_copy job = { .input = { .block_bytes = 4 },
		               .output = { .block_bytes = 4 },
		               .count_blocks = DD_NO_LIMIT,
		               .each = stop_at_two,
		               .context = &calls };
	struct dd_outcome outcome;

	(void)state;
	job.input.fd = open("/dev/zero", O_RDONLY);
	job.output.fd = open("/dev/null", O_WRONLY);
	assert_int_equal(dd_run(&job, &outcome), 0);
	assert_int_equal(calls, 2);
	assert_int_equal(outcome.bytes, 8);
	close(job.input.fd);
	close(job.output.fd);
}

static int make_files(void **state)
{
	(void)state;
	fake_files_make(&files);
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies),
		cmocka_unit_test(reads_that_give_less),
		cmocka_unit_test(direct_writes_end_with_a_part),
		cmocka_unit_test(no_two_sectors_of_our_own_content_are_alike),
		cmocka_unit_test(failures_are_told_with_their_place),
		cmocka_unit_test(bad_requests_change_nothing),
		cmocka_unit_test(each_block_is_told_and_may_be_the_last),
	};

	return cmocka_run_group_tests(tests, make_files, remove_files);
}
