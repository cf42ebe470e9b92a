/* SPDX-License-Identifier: MIT */
/* test_store.c - a directory for test files, gone afterwards; file systems as they were asked for
 */

#include "tests/unit/check.h"

#include "bench/disk/make_fs.h"
#include "bench/disk/store.h"
#include "bench/lib/clock.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_run.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

static struct fake_files files;
static struct fake_run fake;
static struct store store;

static int setup(void **state)
{
	(void)state;
	fake_files_make(&files);
	fake_run_make(&fake, NULL);
	fake.job.directory = files.root;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

/* How many names @directory has. */
static int names_in(const char *directory)
{
	DIR *dir = opendir(directory);
	int count = -2; /* . and .. */

	if (!dir)
		return -1;
	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

/* Files, a folder with one, and a link that must not be followed. */
static void fill(void)
{
	char path[PATH_MAX];
	int fd;

	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/sub", store.directory);
		if (i == 1)
			assert_int_equal(mkdir(path, 0700), 0);
		snprintf(path, sizeof(path), "%s/%sfile%d", store.directory, i ? "sub/" : "", i);
		if (i == 0)
			snprintf(path, sizeof(path), "%s/file", store.directory);
		fd = open(path, O_WRONLY | O_CREAT, 0600);
		assert_true(fd >= 0);
		close(fd);
	}
	snprintf(path, sizeof(path), "%s/link", store.directory);
	assert_int_equal(symlink(files.root, path), 0);
}

static void a_named_directory_is_left_as_it_was(void **state)
{
	struct statfs about;

	(void)state;
	fake_files_put(&files, "/keep", "x", 1);
	assert_int_equal(store_open(&fake.run, "ext4", &store), 0);
	assert_false(store.made);
	assert_memory_equal(store.directory, files.root, strlen(files.root));
	assert_int_equal(names_in(store.directory), 0);
	assert_int_equal(names_in(files.root), 2);
	assert_int_equal(statfs(files.root, &about), 0);
	if (about.f_type == 0x01021994)
		assert_string_equal(store.file_system, "tmpfs");
	assert_string_equal(fake_run_param(&fake, "file_system"), store.file_system);
	assert_true(store.free_bytes > 0);
	assert_true(store.free_bytes <= (uint64_t)about.f_blocks * (uint64_t)about.f_bsize);
	fill();
	store_close(&store);
	assert_int_equal(names_in(files.root), 1);
}

static void a_directory_is_removed_after_a_crash(void **state)
{
	pid_t pid = fork();
	int i, status;

	(void)state;
	if (pid == 0) {
		if (store_open(&fake.run, "ext4", &store) == 0) {
			fill();
			kill(getpid(), SIGKILL);
		}
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, SIGKILL);
	for (i = 0; i < 500 && names_in(files.root) > 0; i++)
		clock_sleep_ns(MS(10));
	assert_int_equal(names_in(files.root), 0);
}

static void what_cannot_be_had_is_said(void **state)
{
	(void)state;
	fake.job.directory = "/dev/shm/not/there";
	assert_int_not_equal(store_open(&fake.run, "ext4", &store), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_string_equal(fake.result.reason,
	                    "directory /dev/shm/not/there: No such file or directory");
	fake.job.directory = "";
	assert_int_not_equal(store_open(&fake.run, "ext4", &store), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_non_null(strstr(fake.result.reason, "needs a directory"));
}

static void a_disk_that_may_not_be_written_is_not(void **state)
{
	(void)state;
	fake_files_put(&files, "/disk", "precious", 8);
	fake_run_disk(&fake, "sdx", MIB(64));
	fake.job.write_limit_bytes = MIB(64);
	assert_int_not_equal(store_open(&fake.run, "ext4", &store), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_string_equal(fake.result.reason, "sdx may not be written");
}

/* Neither the disk nor what may be written to it has room for one with a journal. */
static void a_disk_without_room_for_a_file_system_is_skipped(void **state)
{
	struct disk *disk = &fake.machine.disks[0];

	(void)state;
	fake_run_disk(&fake, "sdx", MIB(4));
	disk->may_write = true;
	fake.job.write_limit_bytes = GIB(1);
	assert_int_not_equal(store_open(&fake.run, "ext4", &store), 0);
	assert_int_equal(fake.result.status, STATUS_SKIPPED);
	assert_string_equal(fake.result.reason,
	                    "sdx: a file system needs 8388608 bytes, not 4194304");
	disk->bytes = GIB(1);
	fake.job.write_limit_bytes = 1000000;
	assert_int_not_equal(store_open(&fake.run, "ext4", &store), 0);
	assert_string_equal(fake.result.reason,
	                    "sdx: a file system needs 8388608 bytes, not 1000000");
}

static uint32_t little_endian(const unsigned char *bytes, size_t size)
{
	uint32_t value = 0;

	for (size_t i = size; i-- > 0;)
		value = value << 8 | bytes[i];
	return value;
}

/* The kinds differ by feature bits of the superblock: a journal 0x4, extents 0x40. */
static void file_systems_are_of_the_kind_asked_for(void **state)
{
	static const struct {
		const char *kind;
		uint32_t journal, extents;
	} rows[] = { { "ext2", 0, 0 }, { "ext3", 0x4, 0 }, { "ext4", 0x4, 0x40 } };
	unsigned char super[1024];
	char path[PATH_MAX];
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "%s/disk", files.root);
	for (size_t i = 0; i < countof(rows); i++) {
		fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		assert_true(fd >= 0);
		assert_int_equal(ftruncate(fd, (off_t)MIB(64)), 0);
		if (make_fs(&fake.run, fd, rows[i].kind, MIB(32)) &&
		    fake.result.status == STATUS_SKIPPED) {
			close(fd);
			_skip(__FILE__, __LINE__); /* there is no mke2fs here */
		}
		assert_int_equal(pread(fd, super, sizeof(super), 1024), sizeof(super));
		close(fd);
		check_row(i, little_endian(super + 0x38, 2) == 0xef53);
		check_row(i, (little_endian(super + 0x5c, 4) & 0x4) == rows[i].journal);
		check_row(i, (little_endian(super + 0x60, 4) & 0x40) == rows[i].extents);
		check_row(i, (uint64_t)little_endian(super + 4, 4)
		                     << (10 + little_endian(super + 0x18, 4)) ==
		                 MIB(32));
	}
}

/* 16 x 1024, as bonnie++ makes, and some for the file system itself. */
static void there_is_room_for_many_small_files(void **state)
{
	unsigned char super[1024];
	char path[PATH_MAX];
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "%s/disk", files.root);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert_int_equal(ftruncate(fd, (off_t)MIB(512)), 0);
	if (make_fs(&fake.run, fd, "ext4", MIB(512)) == 0) {
		assert_int_equal(pread(fd, super, sizeof(super), 1024), sizeof(super));
		assert_true(little_endian(super + 0x10, 4) > 16 * 1024 + 64);
	}
	close(fd);
	if (fake.result.status == STATUS_SKIPPED)
		_skip(__FILE__, __LINE__);
}

static void what_mke2fs_says_is_the_reason(void **state)
{
	char path[PATH_MAX];
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "%s/disk", files.root);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert_int_not_equal(make_fs(&fake.run, fd, "ext4", 0), 0);
	close(fd);
	if (fake.result.status == STATUS_SKIPPED)
		_skip(__FILE__, __LINE__);
	assert_int_equal(fake.result.status, STATUS_FAILED);
	assert_memory_equal(fake.result.reason, "mke2fs for ext4, status 1: ", 27);
	assert_true(strlen(fake.result.reason) > 27);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_named_directory_is_left_as_it_was, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(a_directory_is_removed_after_a_crash, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_had_is_said, setup, teardown),
		cmocka_unit_test_setup_teardown(a_disk_that_may_not_be_written_is_not, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(a_disk_without_room_for_a_file_system_is_skipped,
		                                setup, teardown),
		cmocka_unit_test_setup_teardown(there_is_room_for_many_small_files, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(file_systems_are_of_the_kind_asked_for, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(what_mke2fs_says_is_the_reason, setup, teardown),
	};

	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
