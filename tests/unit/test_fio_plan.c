/* SPDX-License-Identifier: MIT */
/* test_fio_plan.c - what jobs of fio would do: regions, limits, groups, refusals */

#include "tests/unit/check.h"

#include "bench/fio/fio_words.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_fio.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct fake_files files;
static struct fake_fio fake;
static char why[512];

static int setup(void **state)
{
	(void)state;
	fake_files_make(&files);
	memset(&fake.run, 0, sizeof(fake.run));
	return chdir(files.root);
}

static int teardown(void **state)
{
	(void)state;
	fio_end(&fake.run);
	fake_files_remove(&files);
	return chdir("/");
}

/* Returns what fio_plan() returns. */
static int plan(const char *line)
{
	return fake_fio_plan(&fake, line, why, sizeof(why));
}

static void regions_of_clones(void **state)
{
	(void)state;
	assert_int_equal(plan("--name=a --filename=f --size=1m --offset=8k --offset_increment=1m "
	                      "--numjobs=3 --bs=4k"),
	                 0);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(fake.run.threads[i].number, i + 1);
		assert_int_equal(fake.run.threads[i].start_bytes, 8192 + i * MIB(1));
		assert_int_equal(fake.run.threads[i].region_bytes, MIB(1));
		assert_int_equal(fake.run.threads[i].budget_bytes, MIB(1));
		assert_int_equal(fake.run.threads[i].write_limit_bytes, 0);
	}
	/* the first one makes the file, long enough for all */
	assert_int_equal(fake.run.threads[0].lay_out_bytes, MIB(3) + 8192);
	assert_true(fake.run.threads[0].lay_out_filled);
	assert_int_equal(fake.run.threads[1].lay_out_bytes, 0);
}

static void shares_of_a_file(void **state)
{
	static const char content[100 * 4096];

	(void)state;
	fake_files_put(&files, "/f", content, sizeof(content));
	assert_int_equal(plan("--name=a --filename=f --size=20% --offset=50% --loops=3 "
	                      "--name=b --filename=f --offset=10% --io_size=50%"),
	                 0);
	assert_int_equal(fake.run.threads[0].start_bytes, 50 * 4096);
	assert_int_equal(fake.run.threads[0].region_bytes, 20 * 4096);
	assert_int_equal(fake.run.threads[0].budget_bytes, 60 * 4096);
	assert_int_equal(fake.run.threads[0].lay_out_bytes, 0);
	assert_int_equal(fake.run.threads[1].region_bytes, 90 * 4096); /* all that is left */
	assert_int_equal(fake.run.threads[1].budget_bytes, 45 * 4096);
}

static void groups_and_phases(void **state)
{
	static const unsigned groups[] = { 0, 0, 1, 2, 2 }, phases[] = { 0, 0, 1, 1, 1 };

	(void)state;
	assert_int_equal(plan("--ioengine=null --size=1m --name=a --numjobs=2 --name=b --stonewall "
	                      "--name=c --new_group --name=d"),
	                 0);
	assert_int_equal(fake.run.thread_count, 5);
	for (unsigned i = 0; i < fake.run.thread_count; i++) {
		check_row(i, fake.run.threads[i].group == groups[i]);
		check_row(i, fake.run.threads[i].phase == phases[i]);
	}
}

static void requests_that_are_refused(void **state)
{
	static const struct {
		const char *line;
		int rc;
		const char *why;
	} rows[] = {
		{ "--name=a --filename=none", -EINVAL,
		  "a: none: no such file yet; expected size=BYTES" },
		{ "--name=a --filename=none --size=50%", -EINVAL,
		  "a: none: no such file yet; expected size=BYTES" },
		{ "--name=a --filename=no/f --size=1m", -ENOENT,
		  "a: no: No such file or directory; expected a directory to write to" },
		{ "--name=a --filename=/dev/tty --size=1m", -EINVAL,
		  "a: /dev/tty: expected a plain file or a disk" },
		{ "--name=a --filename=f --size=4k --bs=8k", -EINVAL,
		  "a: size: expected room for a block of 8192 bytes at least" },
		{ "--name=a --filename=f --size=1m --offset=1k", -EINVAL,
		  "a: offset: expected a multiple of 4096" },
		{ "--name=a --filename=f --size=1000t", -ENOSPC, NULL },
		{ "--name=a --filename=f --size=600m --rw=write --loops=2", -EPERM,
		  "a: more than 1073741824 bytes to be written; expected a larger "
		  "--write.limit=BYTES" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, plan(rows[i].line) == rows[i].rc);
		if (rows[i].why && strcmp(why, rows[i].why) != 0)
			print_error("%s\n", why);
		check_row(i, !rows[i].why || strcmp(why, rows[i].why) == 0);
		fio_end(&fake.run);
	}
	memset(&fake.run, 0, sizeof(fake.run));
	assert_int_equal(access("f", F_OK), -1); /* nothing was made */
}

/* Without a limit of its own, a thread has its share of what is left. */
static void endless_writers_share_the_limit(void **state)
{
	(void)state;
	assert_int_equal(plan("--rw=write --size=16m --name=a --name=b --time_based --runtime=9 "
	                      "--numjobs=2"),
	                 0);
	assert_int_equal(fake.run.threads[0].write_limit_bytes, MIB(16));
	assert_int_equal(fake.run.threads[1].write_limit_bytes, (GIB(1) - MIB(16)) / 2);
	assert_int_equal(fio_writes_bytes(&fake.run.threads[2]), (GIB(1) - MIB(16)) / 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(regions_of_clones),
		TEST(shares_of_a_file),
		TEST(groups_and_phases),
		TEST(requests_that_are_refused),
		TEST(endless_writers_share_the_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
