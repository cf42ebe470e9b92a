/* SPDX-License-Identifier: MIT */
/* test_bonnie.c - the work of bonnie++'s phases of the large file; that nothing stays behind */

#include "tests/unit/check.h"

#include "bench/bonnie/bonnie_part.h"
#include "tests/unit/fake_files.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define CHUNKS 128 /* in a file of 1 MiB */

static struct fake_files files;
static struct bonnie_options options;
static struct bonnie_outcome outcome;
static char why[256];
static unsigned char content[MIB(1)];
static enum bonnie_phase look_after; /* this phase, at what the large file holds */

static int set_up(void **state)
{
	(void)state;
	fake_files_make(&files);
	bonnie_default(&options);
	options.directory = files.root;
	options.seed = 42;
	options.seek_wait_ns = 0;
	options.size_mib = 1;
	options.byte_bytes = KIB(64);
	options.file_count = 0;
	bonnie_stop = 0;
	memset(content, 0xee, sizeof(content));
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

static unsigned entries_of(const char *path)
{
	const struct dirent *entry;
	DIR *list = opendir(path);
	unsigned count = 0;

	assert_non_null(list);
	while ((entry = readdir(list)))
		count += entry->d_name[0] != '.';
	closedir(list);
	return count;
}

/* The large file has no name, but it is open in this process. */
static void read_content(void)
{
	for (int fd = 3; fd < 64; fd++) {
		char link[64], path[256] = "";

		snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
		if (readlink(link, path, sizeof(path) - 1) > 0 && strstr(path, "/Bonnie.") &&
		    strstr(path, "(deleted)")) {
			assert_int_equal(pread(fd, content, sizeof(content), 0), sizeof(content));
			return;
		}
	}
	assert_true(false); /* no such file is open */
}

static void look(enum bonnie_phase phase, bool ended)
{
	if (phase == look_after && ended)
		read_content();
}

static void run_until(enum bonnie_phase phase)
{
	look_after = phase;
	assert_int_equal(bonnie_run(&options, look, &outcome, why, sizeof(why)), 0);
	assert_string_equal(why, "");
	assert_int_equal(entries_of(files.root), 0);
}

/* Byte @at of what is written first: chunk number i begins with i + 1 ones. */
static unsigned char written(size_t at)
{
	return at % BONNIE_CHUNK_BYTES <= at / BONNIE_CHUNK_BYTES;
}

static void blocks_are_nearly_all_zero(void **state)
{
	(void)state;
	run_until(BONNIE_WRITE);
	for (size_t at = 0; at < sizeof(content); at++)
		check_row(at, content[at] == written(at));
}

static void rewriting_changes_a_byte_of_each_chunk(void **state)
{
	(void)state;
	run_until(BONNIE_REWRITE);
	for (size_t at = 0; at < sizeof(content); at++)
		check_row(at, content[at] == written(at) + (at % BONNIE_CHUNK_BYTES ==
		                                            at / BONNIE_CHUNK_BYTES));
}

static void one_seek_in_ten_changes_a_byte(void **state)
{
	uint64_t random = 42, sum = 0, expected = CHUNKS * (CHUNKS + 1) / 2 + CHUNKS;

	(void)state;
	options.seekers = 1; /* of two, one may undo what the other has done */
	options.fsync_each = true;
	options.seeks = 1000;
	run_until(BONNIE_SEEK);
	for (unsigned i = 0; i < options.seeks; i++)
		expected += bonnie_ticket(&random) % 10 == 0;
	for (size_t at = 0; at < sizeof(content); at++)
		sum += content[at];
	assert_int_equal(sum, expected);
}

static void random_data_is_random(void **state)
{
	unsigned counts[256] = { 0 };

	(void)state;
	options.random_data = true;
	run_until(BONNIE_WRITE);
	for (size_t at = 0; at < sizeof(content); at++)
		counts[content[at]]++;
	for (size_t i = 0; i < countof(counts); i++) /* 4096 each; 6 sigma is 384 */
		check_row(i, counts[i] > 3700 && counts[i] < 4500);
	for (size_t i = 1; i < CHUNKS; i++)
		check_row(i, memcmp(content, content + i * BONNIE_CHUNK_BYTES, 512) != 0);
}

static void work_of_each_phase(void **state)
{
	static const uint64_t expected[BONNIE_PHASES] = { 64,  1024, 1024, 64,  1024, 8192,
		                                          300, 300,  300,  300, 300,  300 };

	(void)state;
	options.file_count = 300;
	run_until(BONNIE_PHASES);
	for (size_t i = 0; i < BONNIE_PHASES; i++) {
		const struct bonnie_figure *figure = &outcome.figures[i];

		check_row(i, figure->work == expected[i]);
		check_row(i, figure->elapsed_ns > 0);
		check_row(i, figure->longest_ns > 0 && figure->longest_ns <= figure->elapsed_ns);
		check_row(i, figure->p99_ns <= figure->longest_ns * 1.01);
	}
}

static void phases_that_are_not_wanted_have_no_figure(void **state)
{
	(void)state;
	options.byte_bytes = 0;
	options.seeks = 0;
	run_until(BONNIE_PHASES);
	assert_int_equal(outcome.figures[BONNIE_PUTC].elapsed_ns, 0);
	assert_int_equal(outcome.figures[BONNIE_GETC].elapsed_ns, 0);
	assert_int_equal(outcome.figures[BONNIE_SEEK].elapsed_ns, 0);
	assert_int_equal(outcome.figures[BONNIE_CREATE_SEQUENTIAL].elapsed_ns, 0);
	assert_int_equal(outcome.figures[BONNIE_READ].work, 1024);
}

static void one_ticket_in_ten_is_an_update(void **state)
{
	uint64_t random = 7;
	unsigned updates = 0;

	(void)state;
	for (unsigned i = 0; i < 100000; i++) {
		uint32_t ticket = bonnie_ticket(&random);

		check_row(i, ticket < 0x80000000u);
		updates += ticket % BONNIE_TICKET_UPDATE == 0;
	}
	assert_in_range(updates, 9600, 10400); /* 4 sigma */
}

static void stop_in(enum bonnie_phase phase, bool ended)
{
	if (phase == look_after && !ended)
		bonnie_stop = 1;
}

static void a_stop_removes_everything(void **state)
{
	(void)state;
	options.file_count = 100;
	options.directories = 2;
	for (int phase = 0; phase < BONNIE_PHASES; phase++) {
		bonnie_stop = 0;
		look_after = (enum bonnie_phase)phase;
		check_row(phase,
		          bonnie_run(&options, stop_in, &outcome, why, sizeof(why)) == -EINTR);
		check_row(phase, entries_of(files.root) == 0);
		check_row(phase, outcome.figures[phase].elapsed_ns == 0);
	}
}

static void check_failure(int rc, const char *what)
{
	assert_int_equal(bonnie_run(&options, NULL, &outcome, why, sizeof(why)), rc);
	if (!strstr(why, what))
		assert_string_equal(why, what);
	if (strcmp(options.directory, files.root) == 0)
		assert_int_equal(entries_of(files.root), 0);
}

static void failures_are_named(void **state)
{
	struct rlimit limit, before;

	(void)state;
	options.size_mib = UINT64_C(1) << 40;
	check_failure(-ENOSPC, "need 1099511627776 MiB");
	options.size_mib = 1;
	options.directory = "/nonexistent";
	check_failure(-ENOENT, "/nonexistent: ");
	options.directory = files.root;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &before);
	limit = (struct rlimit){ .rlim_cur = KIB(100), .rlim_max = before.rlim_max };
	setrlimit(RLIMIT_FSIZE, &limit);
	check_failure(-ENOSPC, "put_block: "); /* the chunk that fits in part */
	options.size_mib = 0;
	options.file_count = 10;
	options.file_bytes_min = options.file_bytes_max = KIB(200);
	check_failure(-ENOSPC, "seq_create: ");
	setrlimit(RLIMIT_FSIZE, &before);
}

static void default_size_is_twice_the_memory(void **state)
{
	static const struct {
		uint64_t ram_mib, size_mib;
	} rows[] = {
		{ 0, 300 },       { 64, 300 },      { 500, 1000 + 24 }, { 512, 1024 },
		{ 767, 1534 },    { 768, 1536 },    { 769, 2048 },      { 1000, 2048 },
		{ 24105, 48210 }, { 16000, 32000 }, { 15990, 31980 },   { 200, 400 },
		{ 300, 1024 },    { 256, 512 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, bonnie_default_mib(rows[i].ram_mib) == rows[i].size_mib);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(blocks_are_nearly_all_zero),
		TEST(rewriting_changes_a_byte_of_each_chunk),
		TEST(one_seek_in_ten_changes_a_byte),
		TEST(random_data_is_random),
		TEST(work_of_each_phase),
		TEST(phases_that_are_not_wanted_have_no_figure),
		TEST(a_stop_removes_everything),
		TEST(failures_are_named),
		cmocka_unit_test(one_ticket_in_ten_is_an_update),
		cmocka_unit_test(default_size_is_twice_the_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
