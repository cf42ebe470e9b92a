/* SPDX-License-Identifier: MIT */
/* test_door.c - the one way to write to a disk: everything that keeps it shut */

#include "tests/unit/check.h"

#include "bench/disk/door.h"
#include "bench/machine/grant.h"
#include "tests/unit/fake_disks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct machine machine;
static struct fake_files files;

/* One empty disk sda, allowed by its serial. */
static const struct disk *allow(void)
{
	fake_disks_make(&files);
	fake_disks_add(&files, "sda", "SN-A", 0);
	machine_probe(&machine, files.root);
	assert_int_equal(grant_apply(&machine, files.root, "SN-A@" FAKE_DISKS_SERIAL, NULL, NULL),
	                 0);
	assert_true(machine.disks[0].may_write);
	return &machine.disks[0];
}

/* Is there still nothing but zeroes on sda, beside the @size bytes at @offset? */
static void check_untouched(uint64_t offset, size_t size)
{
	size_t got;
	unsigned char *bytes = (unsigned char *)fake_files_get(&files, "/dev/sda", &got);

	assert_int_equal(got, FAKE_DISKS_BYTES);
	for (uint64_t i = 0; i < FAKE_DISKS_BYTES; i++)
		if (bytes[i] != 0 && (i < offset || i >= offset + size))
			_fail(__FILE__, __LINE__);
	free(bytes);
}

static void opens_what_is_allowed(void **state)
{
	const struct disk *disk = allow();
	char why[256] = "";
	int fd = disk_open_for_write(disk, files.root, 0, why, sizeof(why));

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDWR);
	assert_int_equal(pwrite(fd, "data", 4, 4096), 4);
	close(fd);
	fd = disk_open_for_write(disk, files.root, DOOR_SYNC, why, sizeof(why));
	assert_int_equal(fcntl(fd, F_GETFL) & O_SYNC, O_SYNC);
	close(fd);
	check_untouched(4096, 4);
	fake_files_remove(&files);
}

static void needs_a_grant(void **state)
{
	struct disk *disk;
	char why[256];

	(void)state;
	allow();
	disk = &machine.disks[0];
	disk->may_write = false;
	assert_int_equal(disk_open_for_write(disk, files.root, 0, why, sizeof(why)), -EPERM);
	assert_non_null(strstr(why, "sda (serial SN-A) may not be written: nobody allowed it"));
	disk->may_write = true; /* whoever set this was wrong */
	snprintf(disk->in_use_because, sizeof(disk->in_use_because), "holds ext4");
	assert_int_equal(disk_open_for_write(disk, files.root, 0, why, sizeof(why)), -EPERM);
	assert_string_equal(why, "sda (serial SN-A) may not be written: holds ext4");
	check_untouched(0, 0);
	fake_files_remove(&files);
}

/* What can happen to a disk between the user's word and the moment of writing. */
static const struct {
	const char *path, *text; /* a file of /proc or /sys that is another by then */
	uint64_t offset;         /* else these bytes are on it: */
	const char *bytes;
	size_t size;
	int rc;
	const char *why;
} changes[] = {
	{ FAKE_DISK("sda/serial"), "SN-B", 0, NULL, 0, -ESTALE, "is another disk by now" },
	{ FAKE_DISK("sda/size"), "2048", 0, NULL, 0, -ESTALE, "1048576 bytes" },
	{ FAKE_DISK("sda/diskseq"), "9", 0, NULL, 0, -ESTALE, "or has come anew" },
	{ FAKE_DISK("sda/dev"), "8:16", 0, NULL, 0, -ESTALE, "is another disk by now" },
	{ FAKE_DISK("sda/device/model"), "OTHER", 0, NULL, 0, -ESTALE, "is another disk" },
	{ FAKE_DISK("sda/ro"), "1", 0, NULL, 0, -EBUSY, "is read-only" },
	{ FAKE_DISK("sda/removable"), "1", 0, NULL, 0, -EBUSY, "is a removable medium" },
	{ FAKE_DISK("sda/queue/zoned"), "host-managed", 0, NULL, 0, -EBUSY, "is zoned" },
	{ FAKE_DISK("sda/holders/md0/x"), "", 0, NULL, 0, -EBUSY, "sda is part of md0" },
	{ FAKE_DISK("sda/sda1/partition"), "1", 0, NULL, 0, -EBUSY, "has 1 partition" },
	{ "/proc/self/mountinfo", "30 1 8:0 / /srv rw - xfs /dev/sda rw\n", 0, NULL, 0, -EBUSY,
	  "sda is mounted on /srv" },
	{ "/proc/swaps", "Filename Type\n/dev/sda partition 1 0 -2\n", 0, NULL, 0, -EBUSY,
	  "sda is used as swap" },
	{ NULL, NULL, 512, "EFI PART", 8, -EBUSY, "holds a partition table (gpt)" },
	{ NULL, NULL, 510, "\x55\xaa", 2, -EBUSY, "holds a partition table (dos)" },
	{ NULL, NULL, 0, "XFSB", 4, -EBUSY, "holds xfs" },
	{ NULL, NULL, 4096, "\xfc\x4e\x2b\xa9\1\0\0\0", 8, -EBUSY, "holds linux_raid_member" },
	{ NULL, NULL, 536, "LVM2 001", 8, -EBUSY, "holds LVM2_member" },
	{ NULL, NULL, 1024, "OCFSV2", 6, -EBUSY, "holds ocfs2" },
	{ NULL, NULL, 0x10000, "\x01\x16\x19\x70", 4, -EBUSY, "holds gfs2" },
	{ NULL, NULL, 0x100000, "\x0d\xd0\x01\xc0", 4, -EBUSY, "holds VMFS_volume_member" },
	{ NULL, NULL, KIB(128), "\x0c\xb1\xba\0\0\0\0\0", 8, -EBUSY, "holds zfs_member" },
};

static void looks_again_in_the_last_moment(void **state)
{
	char why[256];

	(void)state;
	for (size_t i = 0; i < countof(changes); i++) {
		const struct disk *disk = allow();

		if (changes[i].path)
			fake_machine_put(&files, changes[i].text, "%s", changes[i].path);
		else
			fake_disks_put(&files, "sda", changes[i].offset, changes[i].bytes,
			               changes[i].size);
		check_row(i, disk_open_for_write(disk, files.root, 0, why, sizeof(why)) ==
		                 changes[i].rc);
		check_row(i, strstr(why, changes[i].why) && strstr(why, "sda"));
		check_row(i, !strchr(why, '\n'));
		check_untouched(changes[i].offset, changes[i].size);
		fake_files_remove(&files);
	}
}

static void sees_that_a_disk_is_gone(void **state)
{
	const struct disk *disk = allow();
	char why[256], path[PATH_MAX];

	(void)state;
	snprintf(path, sizeof(path), "%s/sys/block/sda", files.root);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(disk_open_for_write(disk, files.root, 0, why, sizeof(why)), -ESTALE);
	assert_string_equal(why, "sda (serial SN-A) is gone");
	snprintf(path, sizeof(path), "%s/dev/sda", files.root);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(disk_open_for_write(disk, files.root, 0, why, sizeof(why)), -ENOENT);
	fake_files_remove(&files);
}

/* On a real machine a plain file in the place of a device is no disk, whatever /sys says. */
static void takes_no_file_for_a_disk(void **state)
{
	struct disk disk = { .may_write = true, .serial = "SN-A", .major = 8, .bytes = 4 };
	char why[256], path[] = "/tmp/disk-XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	snprintf(disk.name, sizeof(disk.name), "..%s", path);
	assert_int_equal(disk_open_for_write(&disk, "", 0, why, sizeof(why)), -ESTALE);
	assert_non_null(strstr(why, "is not the device 8:0 that it was"));
	close(fd);
	unlink(path);
}

static void opens_plain_files(void **state)
{
	const struct disk *disk = &machine.disks[0];
	char path[PATH_MAX + 16], why[256];
	int fd;

	(void)state;
	fake_files_make(&files);
	snprintf(path, sizeof(path), "%s/new", files.root);
	assert_int_equal(door_open_path(&machine, path, false, 0, &disk, why, sizeof(why)),
	                 -ENOENT);
	assert_non_null(strstr(why, path));
	fd = door_open_path(&machine, path, true, 0, &disk, why, sizeof(why));
	assert_true(fd >= 0);
	assert_null(disk);
	assert_int_equal(write(fd, "abc", 3), 3);
	close(fd);
	fd = door_open_path(&machine, path, true, 0, NULL, why, sizeof(why));
	assert_int_equal(lseek(fd, 0, SEEK_END), 3); /* kept */
	close(fd);
	fd = door_open_path(&machine, path, false, 0, NULL, why, sizeof(why));
	assert_int_equal(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDONLY);
	close(fd);
	fake_files_remove(&files);
}

static void opens_nothing_strange(void **state)
{
	static const struct {
		const char *path;
		bool write;
		int rc;
		const char *why;
	} rows[] = {
		{ "/dev/null", true, 0, "" },
		{ "/dev/zero", false, 0, "" },
		{ "/dev/tty", true, -EINVAL, "" }, /* or there is none */
		{ "/dev/net/tun", true, -EINVAL, "" },
		{ "/tmp", false, -EISDIR, "/tmp: expected a plain file or a disk" },
		{ "/tmp", true, -EISDIR, "/tmp: expected a plain file or a disk" },
		{ "/dev/no-such-disk", true, -ENOENT, "/dev/no-such-disk: open: No such" },
		{ "//dev/no-such-disk", true, -ENOENT, "open: No such" },
		{ "/tmp/../dev/./no-such-disk", true, -ENOENT, "open: No such" },
		{ "/dev/net/no-such-disk", true, -ENOENT, "open: No such" },
		{ "/dev/no-such/disk", true, -ENOENT, "open: No such" },
		{ "/proc/no-such", false, -ENOENT, "/proc/no-such" },
		{ "", false, -ENOENT, "" },
	};
	char why[256] = "";

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		int fd = door_open_path(&machine, rows[i].path, rows[i].write, 0, NULL, why,
		                        sizeof(why));

		check_row(i, rows[i].rc == 0 ? fd >= 0 : fd < 0);
		check_row(i, rows[i].why[0] == '\0' || fd == rows[i].rc);
		check_row(i, strstr(why, rows[i].why));
		if (fd >= 0)
			close(fd);
	}
	assert_int_not_equal(access("/dev/no-such-disk", F_OK), 0);
}

/* A link to a disk that is not there, as those by its serial number are. */
static void follows_no_link_to_nothing(void **state)
{
	char link[PATH_MAX], why[256] = "";

	(void)state;
	fake_files_make(&files);
	snprintf(link, sizeof(link), "%s/by-id", files.root);
	assert_int_equal(symlink("/dev/no-such-disk", link), 0);
	assert_int_equal(door_open_path(&machine, link, true, 0, NULL, why, sizeof(why)), -ENOENT);
	assert_non_null(strstr(why, "by-id: open: No such file or directory"));
	assert_int_not_equal(access("/dev/no-such-disk", F_OK), 0);
	assert_int_equal(door_open_path(&machine, link, false, 0, NULL, why, sizeof(why)), -ENOENT);
	fake_files_remove(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opens_what_is_allowed),
		cmocka_unit_test(needs_a_grant),
		cmocka_unit_test(looks_again_in_the_last_moment),
		cmocka_unit_test(sees_that_a_disk_is_gone),
		cmocka_unit_test(takes_no_file_for_a_disk),
		cmocka_unit_test(opens_plain_files),
		cmocka_unit_test(opens_nothing_strange),
		cmocka_unit_test(follows_no_link_to_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
