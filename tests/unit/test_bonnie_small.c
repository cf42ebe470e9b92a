/* SPDX-License-Identifier: MIT */
/* test_bonnie_small.c - the small files of bonnie++ while they are there, and their names */

#include "tests/unit/check.h"

#include "bench/bonnie/bonnie_set.h"
#include "tests/unit/fake_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct fake_files files;
static struct bonnie_options options;
static struct bonnie_outcome outcome;
static char why[256];

static int set_up(void **state)
{
	(void)state;
	fake_files_make(&files);
	bonnie_default(&options);
	options.directory = files.root;
	options.seed = 42;
	options.file_count = 100;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

/* What the sets of small files look like when they are there. */
static struct {
	unsigned entries, in_first, links, symlinks;
	uint64_t bytes;
} seen;

static void look_at_set(const char *directory, unsigned depth)
{
	const struct dirent *entry;
	DIR *list = opendir(directory);

	while ((entry = readdir(list))) {
		char path[1024];
		struct stat about;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", directory, entry->d_name);
		assert_int_equal(lstat(path, &about), 0);
		if (S_ISDIR(about.st_mode)) {
			look_at_set(path, depth + 1);
			continue;
		}
		seen.entries++;
		seen.in_first += depth > 1 && strstr(directory, "/00000") != NULL;
		seen.symlinks += S_ISLNK(about.st_mode);
		seen.links += about.st_nlink > 1;
		seen.bytes += S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
	}
	closedir(list);
}

static void look_at_files(enum bonnie_phase phase, bool ended)
{
	if (phase != BONNIE_CREATE_SEQUENTIAL || !ended)
		return;
	memset(&seen, 0, sizeof(seen));
	look_at_set(files.root, 0);
}

static void run_files(void)
{
	assert_int_equal(bonnie_run(&options, look_at_files, &outcome, why, sizeof(why)), 0);
	assert_int_equal(seen.entries, 100);
	assert_int_equal(rmdir(files.root), 0); /* nothing is left in it */
	assert_int_equal(mkdir(files.root, 0700), 0);
}

static void files_have_their_size(void **state)
{
	(void)state;
	options.file_bytes_min = options.file_bytes_max = 1000;
	options.file_chunk_bytes = 256;
	options.fsync_each = true;
	run_files();
	assert_int_equal(seen.bytes, 100 * 1000);
	options.file_bytes_min = 500;
	run_files();
	assert_in_range(seen.bytes, 100 * 700, 100 * 800); /* 750 on average; 3 sigma is 43 */
}

static void files_are_spread_over_directories(void **state)
{
	(void)state;
	options.directories = 4;
	options.fsync_each = true;
	run_files();
	assert_int_equal(seen.in_first, 25);
}

static void links_lead_to_one_file(void **state)
{
	(void)state;
	options.file_bytes_max = options.file_bytes_min = 10;
	options.kind = BONNIE_LINKS;
	run_files();
	assert_int_equal(seen.links, 100);
	options.kind = BONNIE_SYMLINKS;
	options.directories = 3; /* each leads out of its directory, and to the file */
	run_files();
	assert_int_equal(seen.symlinks, 99);
	assert_int_equal(seen.bytes, 10);
}

static void names_are_sorted_or_not(void **state)
{
	char name[BONNIE_NAME_BYTES], last[BONNIE_NAME_BYTES] = "";
	uint64_t random = 1;
	unsigned unsorted = 0;
	size_t shortest = 99, longest = 0;

	(void)state;
	for (uint32_t i = 0; i < 3000; i++) {
		size_t length;

		bonnie_name(name, i * 1000, false, &random);
		check_row(i, strcmp(last, name) < 0);
		check_row(i, strtoull((char[11]){ name[0], name[1], name[2], name[3], name[4],
		                                  name[5], name[6], name[7], name[8], name[9] },
		                      NULL, 16) == i * 1000);
		length = strlen(name);
		shortest = length < shortest ? length : shortest;
		longest = length > longest ? length : longest;
		memcpy(last, name, sizeof(last));
	}
	assert_int_equal(shortest, 10);
	assert_int_equal(longest, 22);
	for (uint32_t i = 0; i < 3000; i++) {
		bonnie_name(name, i, true, &random);
		check_row(i, strtoull(name + strlen(name) - 10, NULL, 16) == i);
		unsorted += strcmp(last, name) > 0;
		memcpy(last, name, sizeof(last));
	}
	assert_in_range(unsorted, 1000, 2000);
}

static void a_directory_of_others_is_left_alone(void **state)
{
	char path[sizeof(files.root) + 64];

	(void)state;
	snprintf(path, sizeof(path), "%s/Bonnie.%d", files.root, getpid());
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(bonnie_run(&options, NULL, &outcome, why, sizeof(why)), -EEXIST);
	assert_int_equal(rmdir(path), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(files_have_their_size),
		TEST(files_are_spread_over_directories),
		TEST(links_lead_to_one_file),
		TEST(a_directory_of_others_is_left_alone),
		cmocka_unit_test(names_are_sorted_or_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
