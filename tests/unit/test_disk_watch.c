/* SPDX-License-Identifier: MIT */
/* test_disk_watch.c - what stands beside a number: temperature, CPU cost, blocks never written */

#include "tests/unit/check.h"

#include "bench/disk/cost.h"
#include "bench/disk/temperature.h"
#include "bench/disk/unwritten.h"
#include "bench/lib/text.h"
#include "tests/unit/fake_run.h"
#include "tests/unit/fake_tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCKS 4096 /* of a disk, 4 KiB each */

static struct fake_files files;

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

static void temperature_is_that_of_the_disks_own_sensor(void **state)
{
	static const char tree[] =
	    "/sys/block/nvme0n1 > ../devices/pci0/0000:01:00.0/nvme/nvme0/nvme0n1\n"
	    "/sys/devices/pci0/0000:01:00.0/nvme/nvme0/nvme0n1/device > ../../nvme0\n"
	    "/sys/block/sda > ../devices/pci0/ata1/host0/target0:0:0/0:0:0:0/block/sda\n"
	    "/sys/devices/pci0/ata1/host0/target0:0:0/0:0:0:0/block/sda/device > "
	    "../../../0:0:0:0\n"
	    "/sys/block/sdb > ../devices/pci0/ata2/host1/target1:0:0/1:0:0:0/block/sdb\n"
	    "/sys/devices/pci0/ata2/host1/target1:0:0/1:0:0:0/block/sdb/device > "
	    "../../../1:0:0:0\n"
	    /* an NVMe disk of two controllers hangs below none */
	    "/sys/block/nvme3n1 > ../devices/virtual/nvme-subsystem/nvme-subsys3/nvme3n1\n"
	    "/sys/devices/virtual/nvme-subsystem/nvme-subsys3/nvme3n1/device > "
	    "../../nvme-subsys3\n"
	    "/sys/devices/virtual/nvme-subsystem/nvme-subsys3/nvme3 > "
	    "../../../pci0/0000:04:00.0/nvme/nvme3\n"
	    "/sys/class/hwmon/hwmon0 > ../../devices/platform/coretemp.0/hwmon/hwmon0\n"
	    "/sys/devices/platform/coretemp.0/hwmon/hwmon0/device > ../../../coretemp.0\n"
	    "/sys/devices/platform/coretemp.0/hwmon/hwmon0/temp1_input = 70000\n"
	    "/sys/class/hwmon/hwmon1 > ../../devices/pci0/0000:01:00.0/nvme/nvme0/hwmon1\n"
	    "/sys/devices/pci0/0000:01:00.0/nvme/nvme0/hwmon1/device > ../../nvme0\n"
	    "/sys/devices/pci0/0000:01:00.0/nvme/nvme0/hwmon1/temp1_input = 41850\n"
	    "/sys/class/hwmon/hwmon2 > "
	    "../../devices/pci0/ata1/host0/target0:0:0/0:0:0:0/hwmon/hwmon2\n"
	    "/sys/devices/pci0/ata1/host0/target0:0:0/0:0:0:0/hwmon/hwmon2/device > "
	    "../../../0:0:0:0\n"
	    "/sys/devices/pci0/ata1/host0/target0:0:0/0:0:0:0/hwmon/hwmon2/temp1_input = -3000\n"
	    "/sys/class/hwmon/hwmon3 > ../../devices/pci0/0000:04:00.0/nvme/nvme3/hwmon3\n"
	    "/sys/devices/pci0/0000:04:00.0/nvme/nvme3/hwmon3/device > ../../nvme3\n"
	    "/sys/devices/pci0/0000:04:00.0/nvme/nvme3/hwmon3/temp1_input = 55000\n";
	static const struct {
		const char *name;
		int rc, temperature_mc;
	} rows[] = { { "nvme0n1", 0, 41850 },
		     { "sda", 0, -3000 },
		     { "sdb", -ENOENT, 1 },
		     { "nvme3n1", 0, 55000 },
		     { "sdz", -ENOENT, 1 } };

	(void)state;
	fake_tree_put(&files, tree);
	for (size_t i = 0; i < countof(rows); i++) {
		static struct disk disk;
		int temperature_mc = 1;

		text_copy(disk.name, sizeof(disk.name), rows[i].name);
		check_row(i, disk_temperature(&disk, files.root, &temperature_mc) == rows[i].rc);
		check_row(i, temperature_mc == rows[i].temperature_mc);
	}
}

/* Between two looks: 2 + 3 + 5 + 7 + 11 ticks of 10 ms; waiting, idling and stealing are none. */
static void the_machine_is_busy_in_all_but_idle_ticks(void **state)
{
	static const char before[] = "cpu  10 20 30 40 50 60 70 80 0 0\n",
			  after[] = "cpu  12 23 35 940 950 67 81 980 0 0\n";
	static struct fake_run fake;
	struct cost start, spent = { 0 };

	(void)state;
	fake_tree_put(&files, "/proc/stat = none\n");
	fake_files_put(&files, "/proc/stat", before, strlen(before));
	cost_look(&start, files.root);
	fake_files_put(&files, "/proc/stat", after, strlen(after));
	cost_add(&spent, &start, files.root);
	assert_int_equal(spent.machine_ns, 28 * MS(10));
	assert_true(start.own_ns > 0 && spent.own_ns < SECONDS(10));

	fake_run_make(&fake, NULL);
	spent.own_ns = 5000;
	cost_note(&fake.run, &spent, 10);
	assert_string_equal(fake_run_param(&fake, "cpu_per_io_ns"), "500");
	assert_string_equal(fake_run_param(&fake, "machine_cpu_per_io_ns"), "28000000");
	fake.result.param_count = 0;
	cost_note(&fake.run, &spent, 0);
	assert_int_equal(fake.result.param_count, 0);
}

/* A disk of BLOCKS blocks, of which the first @written are not zero. */
static int make_disk(unsigned written)
{
	static unsigned char block[4096];
	char path[] = "/var/tmp/assay-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(ftruncate(fd, BLOCKS * (off_t)sizeof(block)), 0);
	for (unsigned i = 0; i < written; i++) {
		block[i % sizeof(block)] = 1; /* one byte is enough to be data */
		assert_int_equal(pwrite(fd, block, sizeof(block), i * (off_t)sizeof(block)),
		                 sizeof(block));
		block[i % sizeof(block)] = 0;
	}
	return fd;
}

static void a_disk_that_holds_little_is_unwritten(void **state)
{
	static const char tree[] = "/sys/block/ssd/queue/discard_max_bytes = 2147450880\n"
				   "/sys/block/old/queue/discard_max_bytes = 0\n";
	static const struct {
		const char *name;
		bool rotational;
		unsigned written;
		bool unwritten;
	} rows[] = {
		{ "ssd", false, 0, true },
		{ "ssd", false, BLOCKS / 4, true },
		{ "ssd", false, BLOCKS * 3 / 4, false },
		{ "ssd", false, BLOCKS, false },
		{ "ssd", true, 0, false },
		{ "old", false, 0, false },
		{ "none", false, 0, false },
	};

	(void)state;
	fake_tree_put(&files, tree);
	for (size_t i = 0; i < countof(rows); i++) {
		static struct disk disk;
		int fd = make_disk(rows[i].written);

		disk.bytes = BLOCKS * 4096;
		disk.logical_block_bytes = 512;
		disk.rotational = rows[i].rotational;
		text_copy(disk.name, sizeof(disk.name), rows[i].name);
		check_row(i, disk_is_unwritten(&disk, fd, files.root) == rows[i].unwritten);
		close(fd);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(temperature_is_that_of_the_disks_own_sensor),
		cmocka_unit_test(the_machine_is_busy_in_all_but_idle_ticks),
		cmocka_unit_test(a_disk_that_holds_little_is_unwritten),
	};

	return cmocka_run_group_tests(tests, make_files, remove_files);
}
