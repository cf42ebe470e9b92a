/* SPDX-License-Identifier: MIT */
/* test_medium.c - results in a folder of a file system: whole or not at all, beside older ones */

#include "tests/unit/check.h"

#include "bench/deliver/medium.h"
#include "bench/lib/clock.h"
#include "bench/lib/mounts.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPORT "{\"run\":{\"id\":\"0b8a4a3e\",\"machine\":\"SN 1/x\"}}"
#define PLACE "/results/SN-1-x/0b8a4a3e"

static struct fake_files run, stick;
static struct parcel parcel;
static int from;

static int begin(void **state)
{
	(void)state;
	fake_files_make(&run);
	fake_files_make(&stick);
	fake_files_put(&run, "/report.json", REPORT, strlen(REPORT));
	fake_files_put(&run, "/journal.ndjson", "line\n", 5);
	assert_int_equal(parcel_open(&parcel, run.root), 0);
	from = open(run.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(from >= 0);
	return 0;
}

static int end(void **state)
{
	(void)state;
	close(from);
	fake_files_remove(&run);
	fake_files_remove(&stick);
	return 0;
}

static void check_file(const char *folder, const char *path, const char *text)
{
	struct fake_files at;
	char *found;
	size_t size;

	snprintf(at.root, sizeof(at.root), "%s", folder);
	found = fake_files_get(&at, path, &size);
	if (text)
		assert_string_equal(found, text);
	else
		assert_null(found);
	free(found);
}

static void files_land_below_machine_and_run(void **state)
{
	(void)state;
	fake_machine_put(&stick, "older", "/results/SN-1-x/another/report.json");
	for (int i = 0; i < 2; i++) { /* once more changes nothing */
		assert_int_equal(medium_put(stick.root, from, &parcel), 5 + strlen(REPORT));
		check_file(stick.root, PLACE "/report.json", REPORT);
		check_file(stick.root, PLACE "/journal.ndjson", "line\n");
		check_file(stick.root, PLACE "/report.json.part", NULL);
		check_file(stick.root, "/results/SN-1-x/another/report.json", "older");
	}
}

static void a_file_in_the_way_is_named(void **state)
{
	(void)state;
	fake_files_put(&stick, "/results", "", 0);
	assert_int_equal(medium_put(stick.root, from, &parcel), -ENOTDIR);
}

static void a_run_without_a_journal_is_not_half_there(void **state)
{
	(void)state;
	assert_int_equal(unlinkat(from, "journal.ndjson", 0), 0);
	assert_int_equal(medium_put(stick.root, from, &parcel), -ENOENT);
	check_file(stick.root, PLACE "/report.json", NULL);
}

/* On a file system of 64 KiB, where only a child sees it. */
static int fill(void *context, const char *folder)
{
	char path[PATH_MAX];
	int rc;

	(void)context;
	snprintf(path, sizeof(path), "%s/results", folder);
	if (mkdir(path, 0755) < 0)
		return -errno;
	snprintf(path, sizeof(path), "%s/results/older", folder);
	close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
	rc = medium_put(folder, from, &parcel);
	if (access(path, F_OK) < 0)
		return -ENOTEMPTY;
	snprintf(path, sizeof(path), "%s" PLACE, folder);
	return access(path, F_OK) < 0 ? rc : -EEXIST; /* nothing is left of what did not fit */
}

static int put(void *context, const char *folder)
{
	(void)context;
	return medium_put(folder, from, &parcel);
}

static int hang(void *context, const char *folder)
{
	(void)context;
	(void)folder;
	return pause();
}

static int crash(void *context, const char *folder)
{
	(void)context;
	(void)folder;
	_exit(1);
}

static int visit(int (*look)(void *context, const char *folder), bool writable, uint64_t within_ns)
{
	const struct mounts_visit in_memory = { .device = "none",
		                                .type = "tmpfs",
		                                .options = "size=64k",
		                                .writable = writable,
		                                .within_ns = within_ns,
		                                .look = look };

	return mounts_visit(&in_memory);
}

static void says_what_went_wrong(void **state)
{
	static char much[KIB(100)];
	int rc = visit(put, true, SECONDS(60));

	(void)state;
	if (rc == -EPERM)
		_skip(__FILE__, __LINE__);
	assert_int_equal(rc, 5 + strlen(REPORT));
	assert_int_equal(visit(put, false, SECONDS(60)), -EROFS);
	memset(much, 'x', sizeof(much));
	fake_files_put(&run, "/journal.ndjson", much, sizeof(much));
	assert_int_equal(visit(fill, true, SECONDS(60)), -ENOSPC);
	assert_int_equal(visit(hang, true, MS(50)), -ETIMEDOUT);
	assert_int_equal(visit(crash, true, SECONDS(60)), -EIO);
	assert_string_equal(medium_why(-ENOSPC), "it is full");
	assert_string_equal(medium_why(-EROFS), "it is read-only");
	assert_string_equal(medium_why(-EIO), strerror(EIO));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(files_land_below_machine_and_run),
		TEST(a_file_in_the_way_is_named),
		TEST(a_run_without_a_journal_is_not_half_there),
		TEST(says_what_went_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
