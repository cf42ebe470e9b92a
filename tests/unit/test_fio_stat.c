/* SPDX-License-Identifier: MIT */
/* test_fio_stat.c - what the kernel counts on disks, and on what arrays are made of */

#include "tests/unit/check.h"

#include "bench/fio/fio_stat.h"
#include "tests/unit/fake_tree.h"

#include <string.h>
#include <sys/sysmacros.h>

static struct fake_files files;

static int setup(void **state)
{
	(void)state;
	fake_files_make(&files);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

static void counters_of_the_disk_of_a_partition(void **state)
{
	static const char later[] = " 11 12 13 24 105 106 107 208 0 60 311 0 0 0 0\n";
	struct fio_stat_source source;

	(void)state;
	fake_tree_put(&files, "/sys/devices/pci/block/sdx/stat = 1 2 3 4 5 6 7 8 9 10 11\n"
	                      "/sys/devices/pci/block/sdx/sdx1/partition = 1\n"
	                      "/sys/dev/block/8:17 > ../../devices/pci/block/sdx/sdx1\n"
	                      "/sys/block/sdx > ../devices/pci/block/sdx\n");
	fio_stat_find(&source, files.root, makedev(8, 17));
	assert_string_equal(source.name, "sdx");
	fio_stat_begin(&source, files.root);
	fake_files_put(&files, "/sys/devices/pci/block/sdx/stat", later, strlen(later));
	fio_stat_end(&source, files.root);
	assert_int_equal(source.sum.ios[0], 10);
	assert_int_equal(source.sum.merges[0], 10);
	assert_int_equal(source.sum.ticks_ms[0], 20);
	assert_int_equal(source.sum.ios[1], 100);
	assert_int_equal(source.sum.merges[1], 100);
	assert_int_equal(source.sum.ticks_ms[1], 200);
	assert_int_equal(source.sum.busy_ms, 50);
	assert_int_equal(source.sum.queue_ms, 300);
	fio_stat_find(&source, files.root, makedev(8, 99));
	assert_string_equal(source.name, "");
}

static void counters_of_an_array_and_its_members(void **state)
{
	struct fio_stat_source sources[4];
	struct fio_stat mean;
	double most_percent;

	(void)state;
	fake_tree_put(&files, "/sys/devices/md7/x = 1\n"
	                      "/sys/devices/sda/sda1/partition = 1\n"
	                      "/sys/devices/sda/sda1/dev = 8:1\n"
	                      "/sys/devices/sdb/dev = 8:16\n"
	                      "/sys/block/md7/slaves/sda1 > ../../../devices/sda/sda1\n"
	                      "/sys/block/md7/slaves/sdb > ../../../devices/sdb\n"
	                      "/sys/dev/block/8:1 > ../../devices/sda/sda1\n"
	                      "/sys/dev/block/8:16 > ../../devices/sdb\n"
	                      "/sys/dev/block/9:7 > ../../devices/md7\n");
	fio_stat_find(&sources[0], files.root, makedev(9, 7));
	assert_string_equal(sources[0].name, "md7");
	sources[0].member_count = fio_stat_find_members(&sources[0], files.root, &sources[1], 3);
	assert_int_equal(sources[0].member_count, 2);
	assert_string_not_equal(sources[1].name, sources[2].name);
	assert_int_equal(fio_stat_find_members(&sources[1], files.root, &sources[3], 1), 0);
	sources[1].sum =
	    (struct fio_stat){ .ios = { 10, 20 }, .queue_ms = 5, .elapsed_ms = 100, .busy_ms = 30 };
	sources[2].sum =
	    (struct fio_stat){ .ios = { 30, 21 }, .queue_ms = 7, .elapsed_ms = 100, .busy_ms = 80 };
	fio_stat_aggregate(&sources[0], &mean, &most_percent);
	assert_int_equal(mean.ios[0], 20);
	assert_int_equal(mean.ios[1], 20);
	assert_int_equal(mean.queue_ms, 6);
	assert_true(most_percent == 80);
}

static void busy_is_100_percent_at_most(void **state)
{
	const struct fio_stat half = { .busy_ms = 500, .elapsed_ms = 1000 };
	const struct fio_stat more = { .busy_ms = 1003, .elapsed_ms = 1000 };
	const struct fio_stat none = { .busy_ms = 0 };

	(void)state;
	assert_true(fio_stat_percent(&half) == 50);
	assert_true(fio_stat_percent(&more) == 100);
	assert_true(fio_stat_percent(&none) == 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(counters_of_the_disk_of_a_partition),
		TEST(counters_of_an_array_and_its_members),
		cmocka_unit_test(busy_is_100_percent_at_most),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
