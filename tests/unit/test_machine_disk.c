/* SPDX-License-Identifier: MIT */
/* test_machine_disk.c - why disks may not be written, with something on them */

#include "tests/unit/check.h"

#include "bench/machine.h"
#include "tests/unit/fake_machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct machine machine;

static void put(int fd, uint64_t offset, const void *bytes, size_t size)
{
	assert_int_equal(pwrite(fd, bytes, size, (off_t)offset), size);
}

#define DISK "/sys/devices/pci0000:00/0000:00:05.0/host0/block/sda"

static void put_partition(const struct fake_files *files, unsigned number)
{
	fake_machine_put_u64(files, number, DISK "/sda%u/partition", number);
	fake_machine_put_u64(files, number * 4096, DISK "/sda%u/start", number);
	fake_machine_put_u64(files, 4096, DISK "/sda%u/size", number);
}

static void says_what_is_on_a_disk(void **state)
{
	static const struct {
		const char *bytes;
		size_t length;
		uint64_t offset;
		unsigned partitions;
		bool removable;
		const char *why;
	} rows[] = {
		{ "", 0, 0, 0, false, "" },
		{ "", 0, 0, 0, true, "is a removable medium" },
		{ "", 0, 0, 2, false, "has 2 partitions" },
		{ "XFSB", 4, 0, 0, false, "holds xfs" },
		{ "XFSB", 4, 0, 0, true, "holds xfs" },
		{ "EFI PART", 8, 512, 1, false, "holds a partition table (gpt) with 1 partition" },
		{ "EFI PART", 8, 512, 3, false, "holds a partition table (gpt) with 3 partitions" },
		{ "\x55\xaa", 2, 510, 0, false, "holds a partition table (dos) with 0 partitions" },
	};
	struct fake_files files;
	unsigned i, number;
	int fd;

	(void)state;
	for (i = 0; i < countof(rows); i++) {
		fake_files_make(&files);
		fd = fake_machine_disk(&files, "sda", MIB(64));
		put(fd, rows[i].offset, rows[i].bytes, rows[i].length);
		for (number = 1; number <= rows[i].partitions; number++)
			put_partition(&files, number);
		fake_machine_put_u64(&files, rows[i].removable, DISK "/removable");
		machine_probe(&machine, files.root);
		assert_int_equal(machine.disk_count, 1);
		assert_string_equal(machine.disks[0].in_use_because, rows[i].why);
		assert_int_equal(machine.disks[0].partition_count, rows[i].partitions);
		close(fd);
		fake_files_remove(&files);
	}
}

static void looks_into_partitions(void **state)
{
	struct fake_files files;
	int fd;

	(void)state;
	fake_files_make(&files);
	fd = fake_machine_disk(&files, "sda", MIB(64));
	put(fd, 512, "EFI PART", 8);
	put_partition(&files, 1);
	put_partition(&files, 2);
	put_partition(&files, 10);
	put(fd, MIB(2), "LUKS\xba\xbe", 6);
	put(fd, MIB(20) + 4086, "SWAPSPACE2", 10);
	machine_probe(&machine, files.root);
	assert_int_equal(machine.disks[0].partition_count, 3);
	assert_string_equal(machine.disks[0].partitions[0].name, "sda1");
	assert_string_equal(machine.disks[0].partitions[0].signature, "crypto_LUKS");
	assert_string_equal(machine.disks[0].partitions[1].signature, "");
	assert_string_equal(machine.disks[0].partitions[2].name, "sda10");
	assert_string_equal(machine.disks[0].partitions[2].signature, "swap");
	close(fd);
	fake_files_remove(&files);
}

static void counts_more_partitions_than_it_lists(void **state)
{
	struct fake_files files;
	unsigned number;
	int fd;

	(void)state;
	fake_files_make(&files);
	fd = fake_machine_disk(&files, "sda", MIB(64));
	for (number = 1; number <= PARTITIONS_MAX + 4; number++)
		put_partition(&files, number);
	fake_machine_put(&files, "8:20", DISK "/sda20/dev");
	fake_machine_put(&files, "30 1 8:20 / / rw - xfs /dev/root rw\n", "/proc/self/mountinfo");
	machine_probe(&machine, files.root);
	assert_int_equal(machine.disks[0].partition_count, PARTITIONS_MAX + 4);
	assert_true(machine.truncated);
	assert_string_equal(machine.disks[0].in_use_because, "sda20 is mounted on /");
	close(fd);
	fake_files_remove(&files);
}

static void does_not_trust_what_it_cannot_read(void **state)
{
	struct fake_files files;
	char path[PATH_MAX];

	(void)state;
	fake_files_make(&files);
	close(fake_machine_disk(&files, "sda", MIB(64)));
	snprintf(path, sizeof(path), "%s/dev/sda", files.root);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkdir(path, 0755), 0); /* it opens, and every read fails */
	machine_probe(&machine, files.root);
	assert_string_equal(machine.disks[0].in_use_because, "cannot be read: Is a directory");
	fake_files_remove(&files);
}

static void sorts_and_leaves_out(void **state)
{
	static const char *const made[] = { "sdaa", "sdb", "sr0", "sda", "fd0", "mmcblk0boot0" };
	static const char *const kept[] = { "sda", "sdb", "sdaa" };
	struct fake_files files;
	size_t i;

	(void)state;
	fake_files_make(&files);
	for (i = 0; i < countof(made); i++)
		close(fake_machine_disk(&files, made[i], MIB(1)));
	fake_machine_link(&files, "../devices/virtual/block/dm-0", "/sys/block/dm-0");
	fake_machine_put_u64(&files, 2048, "/sys/devices/virtual/block/dm-0/size");
	fake_machine_link(&files, "../devices/virtual/block/nullb0", "/sys/block/nullb0");
	fake_machine_put_u64(&files, 0, "/sys/devices/virtual/block/nullb0/size");
	machine_probe(&machine, files.root);
	assert_int_equal(machine.disk_count, countof(kept));
	for (i = 0; i < countof(kept); i++)
		assert_string_equal(machine.disks[i].name, kept[i]);

	fake_machine_put_u64(&files, 2048, "/sys/devices/virtual/block/nullb0/size");
	machine_probe(&machine, files.root);
	assert_int_equal(machine.disk_count, countof(kept) + 1);
	assert_string_equal(machine.disks[0].name, "nullb0");
	assert_string_equal(machine.disks[0].transport, "null");
	fake_files_remove(&files);
}

static void knows_what_a_stack_is_used_for(void **state)
{
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	close(fake_machine_disk(&files, "sda", MIB(64)));
	fake_machine_put(&files, "", DISK "/holders/md0/x");
	fake_machine_link(&files, "../devices/virtual/block/md0", "/sys/block/md0");
	fake_machine_put(&files, "9:0", "/sys/devices/virtual/block/md0/dev");
	fake_machine_put(&files, "", "/sys/devices/virtual/block/md0/holders/dm-3/x");
	fake_machine_link(&files, "../devices/virtual/block/dm-3", "/sys/block/dm-3");
	fake_machine_put(&files, "253:3", "/sys/devices/virtual/block/dm-3/dev");
	machine_probe(&machine, files.root);
	assert_string_equal(machine.disks[0].in_use_because, "sda is part of md0");

	fake_machine_put(&files, "30 1 253:3 / / rw - ext4 /dev/mapper/root rw\n",
	                 "/proc/self/mountinfo");
	machine_probe(&machine, files.root);
	assert_string_equal(machine.disks[0].in_use_because,
	                    "sda is part of md0; dm-3 is mounted on /");
	fake_files_remove(&files);
}

static void knows_media_that_are_no_disks(void **state)
{
	static const struct {
		const char *path, *model, *zoned, *why;
	} rows[] = {
		{ "usb1/1-1/host6", "iDRAC Virtual HD", "none",
		  "is a virtual medium of the management controller" },
		{ "usb1/1-1/host6", "HP iLO LUN 00", "none",
		  "is a virtual medium of the management controller" },
		{ "usb1/1-1/host6", "Ultra Fit", "none", "" },
		{ "host6", "Virtual Disk", "none", "" }, /* of a hypervisor: the disk there is */
		{ "host6", "HSH721414AL", "host-managed",
		  "is zoned: it takes no write but in order" },
		{ "host6", "HSH721414AL", "host-aware", "" },
	};
	struct fake_files files;
	char target[128];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		const char *path = rows[i].path;

		fake_files_make(&files);
		snprintf(target, sizeof(target), "../devices/pci0000:00/%s/block/sda", path);
		fake_machine_link(&files, target, "/sys/block/sda");
		fake_machine_put(&files, "131072", "/sys/devices/pci0000:00/%s/block/sda/size",
		                 path);
		fake_machine_put(&files, rows[i].model,
		                 "/sys/devices/pci0000:00/%s/block/sda/device/model", path);
		fake_machine_put(&files, rows[i].zoned,
		                 "/sys/devices/pci0000:00/%s/block/sda/queue/zoned", path);
		machine_probe(&machine, files.root);
		check_row(i, strcmp(machine.disks[0].in_use_because, rows[i].why) == 0);
		fake_files_remove(&files);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(says_what_is_on_a_disk),
		cmocka_unit_test(looks_into_partitions),
		cmocka_unit_test(counts_more_partitions_than_it_lists),
		cmocka_unit_test(does_not_trust_what_it_cannot_read),
		cmocka_unit_test(sorts_and_leaves_out),
		cmocka_unit_test(knows_what_a_stack_is_used_for),
		cmocka_unit_test(knows_media_that_are_no_disks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
