/* SPDX-License-Identifier: MIT */
/* test_array.c - what md is told for each level, and that no array stays behind */

#include "tests/unit/check.h"

#include "bench/disk/array.h"
#include "bench/disk/door.h"
#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "tests/unit/fake_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NEW_ARRAY "/sys/module/md_mod/parameters/new_array"
#define MD "/sys/block/md100/md/"

/* What the kernel makes of md100 and of four members. */
static const char kernel[] = NEW_ARRAY " = 0\n"                           //
				       "/sys/block/md100/size = 245760\n" //
    MD "metadata_version = 0.90\n"                                        //
    MD "level = 0\n"                                                      //
    MD "raid_disks = 0\n"                                                 //
    MD "chunk_size = 0\n"                                                 //
    MD "layout = 0\n"                                                     //
    MD "component_size = 0\n"                                             //
    MD "new_dev = 0\n"                                                    //
    MD "resync_start = 0\n"                                               //
    MD "array_state = clear\n"                                            //
    MD "dev-sda/size = 0\n"                                               //
    MD "dev-sda/slot = none\n"                                            //
    MD "dev-sdb/size = 0\n"                                               //
    MD "dev-sdb/slot = none\n"                                            //
    MD "dev-sdc/size = 0\n"                                               //
    MD "dev-sdc/slot = none\n"                                            //
    MD "dev-sdd/size = 0\n"                                               //
    MD "dev-sdd/slot = none\n";

static struct machine machine;
static struct fake_files files;
static char why[160];

static int setup(void **state)
{
	(void)state;
	why[0] = '\0';
	fake_files_make(&files);
	fake_tree_put(&files, kernel);
	memset(&machine, 0, sizeof(machine));
	for (unsigned i = 0; i < 4; i++) {
		struct disk *disk = &machine.disks[machine.disk_count++];

		snprintf(disk->name, sizeof(disk->name), "sd%c", 'a' + i);
		disk->major = 8;
		disk->minor = 16 * i;
		disk->bytes = MIB(64);
	}
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

static struct array array_of(unsigned level, unsigned count)
{
	struct array array = { .level = level, .disk_count = count, .chunk_kib = 256 };

	array.component_kib = 60 * 1024;
	for (unsigned i = 0; i < count && i < countof(array.disks); i++)
		array.disks[i] = &machine.disks[i % 4];
	return array;
}

/* The process that puts things back may write to it at this moment: then it holds neither. */
static bool holds(const char *path, const char *value)
{
	char content[64];

	return text_read(files.root, path, content, sizeof(content)) >= 0 &&
	       strcmp(content, value) == 0;
}

/* Layout 258 is two near copies, 2 parity to the left; a mirror has neither layout nor chunk. */
static void each_level_has_its_shape(void **state)
{
	static const struct {
		unsigned level, count;
		const char *name, *chunk, *layout, *resync, *last;
	} rows[] = {
		{ 0, 4, "raid0", "262144", "0", "0", "8:48" },
		{ 1, 2, "raid1", "0", "0", "none", "8:16" },
		{ 10, 4, "raid10", "262144", "258", "none", "8:48" },
		{ 5, 3, "raid5", "262144", "2", "none", "8:32" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct array array = array_of(rows[i].level, rows[i].count);
		char count[4];

		snprintf(count, sizeof(count), "%u", rows[i].count);
		fake_tree_put(&files, kernel);
		check_row(i, array_assemble(&array, files.root, why, sizeof(why)) == 0);
		check_row(i, strcmp(array.name, "md100") == 0 && holds(NEW_ARRAY, "md100"));
		check_row(i, holds(MD "metadata_version", "none"));
		check_row(i, holds(MD "level", rows[i].name));
		check_row(i, holds(MD "raid_disks", count));
		check_row(i, holds(MD "chunk_size", rows[i].chunk));
		check_row(i, holds(MD "layout", rows[i].layout));
		check_row(i, holds(MD "component_size", "61440"));
		check_row(i, holds(MD "new_dev", rows[i].last));
		check_row(i, holds(MD "dev-sda/size", "61440"));
		check_row(i, holds(MD "dev-sda/slot", "0"));
		check_row(i, holds(MD "dev-sdb/slot", "1"));
		check_row(i, holds(MD "dev-sdd/slot", rows[i].count > 3 ? "3" : "none"));
		check_row(i, holds(MD "resync_start", rows[i].resync));
		check_row(i, holds(MD "array_state", "active"));
		check_row(i, array_bytes(&array) == 245760 * 512);
		array_end(&array);
		check_row(i, holds(MD "array_state", "clear"));
	}
}

static void what_is_no_array_is_refused(void **state)
{
	static const struct {
		unsigned level, count;
		uint64_t component_kib;
		const char *why;
	} rows[] = {
		{ 0, 1, 60, "RAID 0 needs 2 to 16 disks that may be written, not 1" },
		{ 5, 2, 60, "RAID 5 needs 3 to 16 disks that may be written, not 2" },
		{ 0, 17, 60, "RAID 0 needs 2 to 16 disks that may be written, not 17" },
		{ 10, 3, 60, "RAID 10 needs an even number of disks, not 3" },
		{ 1, 2, 65537, "sda is too small to be a member: 67108864 bytes" },
		{ 1, 2, 0, "sda is too small to be a member: 67108864 bytes" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct array array = array_of(rows[i].level, rows[i].count);

		array.component_kib = rows[i].component_kib;
		check_row(i, array_check(&array, why, sizeof(why)) == -EINVAL);
		check_row(i, strcmp(why, rows[i].why) == 0);
	}
}

/* The door is shut: the kernel is not even asked for an array. */
static void members_that_may_not_be_written_are_not(void **state)
{
	struct array array = array_of(0, 2);

	(void)state;
	assert_int_equal(array_make(&array, files.root, why, sizeof(why)), -EPERM);
	assert_true(holds(NEW_ARRAY, "0"));
	assert_true(holds(MD "array_state", "clear"));
	assert_non_null(strstr(why, "sda"));
}

static void a_member_that_md_does_not_take_ends_it(void **state)
{
	struct array array = array_of(10, 4);
	char path[PATH_MAX];

	(void)state;
	snprintf(path, sizeof(path), "%s" MD "dev-sdc/size", files.root);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(array_assemble(&array, files.root, why, sizeof(why)), -ENOENT);
	assert_string_equal(why, "RAID 10: sdc cannot be a member: No such file or directory");
	assert_true(holds(MD "array_state", "clear"));
	assert_true(array.keeper <= 0);
}

static void a_kernel_without_md_is_said(void **state)
{
	struct array array = array_of(0, 2);
	char path[PATH_MAX];

	(void)state;
	snprintf(path, sizeof(path), "%s" NEW_ARRAY, files.root);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(array_assemble(&array, files.root, why, sizeof(why)), -ENOENT);
	assert_string_equal(why, "this kernel makes no md arrays: No such file or directory");
}

static void a_crash_stops_the_array(void **state)
{
	struct array array = array_of(5, 3);
	pid_t pid = fork();
	int i, status;

	(void)state;
	if (pid == 0) {
		if (array_assemble(&array, files.root, why, sizeof(why)) == 0 &&
		    holds(MD "array_state", "active"))
			kill(getpid(), SIGKILL);
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, SIGKILL);
	for (i = 0; i < 500 && !holds(MD "array_state", "clear"); i++)
		clock_sleep_ns(MS(10));
	assert_true(holds(MD "array_state", "clear"));
}

/* Only an array whose members all may be written is opened; a disk is none. */
static void an_array_of_other_disks_is_not_written(void **state)
{
	(void)state;
	assert_int_equal(array_open_for_write(&machine, "md100", files.root, 0, why, sizeof(why)),
	                 -EPERM);
	assert_string_equal(why, "md100 may not be written: it is no array");

	fake_tree_put(&files, "/sys/block/md100/slaves/sda > ../../sda\n"
	                      "/sys/block/md100/slaves/sdb > ../../sdb\n");
	machine.disks[0].may_write = true;
	assert_int_equal(array_open_for_write(&machine, "md100", files.root, 0, why, sizeof(why)),
	                 -EPERM);
	assert_string_equal(why, "md100 may not be written: its member sdb may not");

	machine.disks[1].may_write = true;
	fake_tree_put(&files, "/dev/md100 = precious\n");
	assert_int_equal(array_open_for_write(&machine, "md100", files.root, 0, why, sizeof(why)),
	                 -EPERM);
	assert_non_null(strstr(why, "/dev/md100 is not the array of that name"));
	assert_int_equal(
	    array_open_for_write(&machine, "not/there", files.root, 0, why, sizeof(why)), -EPERM);
	fake_tree_put(&files, "/sys/block/md100/slaves/sda1 > ../../sda1\n");
	assert_int_equal(array_open_for_write(&machine, "md100", files.root, 0, why, sizeof(why)),
	                 -EPERM);
	assert_string_equal(why, "md100 may not be written: its member sda1 may not");
}

static void zeroes_go_where_they_are_meant_to(void **state)
{
	unsigned char bytes[12000];
	char path[PATH_MAX];
	int fd;

	(void)state;
	memset(bytes, 0xa5, sizeof(bytes));
	fake_files_put(&files, "/disk", bytes, sizeof(bytes));
	snprintf(path, sizeof(path), "%s/disk", files.root);
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(door_wipe(fd, 1000, 9000), 0);
	assert_int_equal(pread(fd, bytes, sizeof(bytes), 0), sizeof(bytes));
	for (size_t i = 0; i < sizeof(bytes); i++)
		check_row(i, bytes[i] == (i >= 1000 && i < 10000 ? 0 : 0xa5));
	close(fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_int_equal(door_wipe(fd, 0, 1), -EBADF);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(each_level_has_its_shape, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_no_array_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(members_that_may_not_be_written_are_not, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(a_member_that_md_does_not_take_ends_it, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(a_kernel_without_md_is_said, setup, teardown),
		cmocka_unit_test_setup_teardown(a_crash_stops_the_array, setup, teardown),
		cmocka_unit_test_setup_teardown(an_array_of_other_disks_is_not_written, setup,
		                                teardown),
		cmocka_unit_test_setup_teardown(zeroes_go_where_they_are_meant_to, setup, teardown),
	};

	alarm(60);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
