/* SPDX-License-Identifier: MIT */
/* test_own_media.c - what carries this image is never written, whatever it is, whoever asks */

#include "tests/unit/check.h"

#include "bench/disk/door.h"
#include "bench/lib/manifest.h"
#include "bench/machine/grant.h"
#include "bench/machine/image.h"
#include "tests/unit/fake_images.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT "@" FAKE_DISKS_SERIAL
#define IS_OWN "carries this image of Assay: own media are never written"

static struct machine machine;
static struct fake_files files;

static int begin(void **state)
{
	(void)state;
	fake_images_make(&files);
	return 0;
}

static int end(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

static const char *why_not(const char *name)
{
	return fake_disks_find(&machine, name)->in_use_because;
}

static void it_is_barred_whatever_the_user_says(void **state)
{
	struct disk *disk;
	char why[256];

	(void)state;
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_disks_add(&files, "sdb", "SN-B", 16);
	fake_image_put(&files, "sda", 0, OWN);
	fake_image_partition(&files, "sdb"); /* another stick of this build */
	fake_image_put(&files, "sdb", MIB(1), OWN);
	machine_probe(&machine, files.root);
	assert_string_equal(why_not("sda"), IS_OWN);
	assert_string_equal(why_not("sdb"), IS_OWN);
	assert_int_equal(
	    grant_apply(&machine, files.root, "SN-A" AT ",SN-B" AT ",blank", NULL, NULL), -ENODEV);
	for (unsigned i = 0; i < machine.disk_count; i++) {
		disk = &machine.disks[i];
		check_row(i, !disk->may_write);
		disk->may_write = true; /* whoever set this was wrong, and forgot what it is */
		disk->in_use_because[0] = '\0';
		check_row(i, disk_open_for_write(disk, files.root, 0, why, sizeof(why)) == -EBUSY);
		check_row(i, strstr(why, "may not be written: " IS_OWN));
	}
}

/* Its partition table is gone, or a part of it was written over. */
static void it_is_barred_without_a_partition_table(void **state)
{
	(void)state;
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_image_partition(&files, "sda");
	fake_image_put(&files, "sda", MIB(1), OWN);
	fake_disks_put(&files, "sda", 512, "xxxxxxxx", 8);
	machine_probe(&machine, files.root);
	assert_string_equal(why_not("sda"), IS_OWN);
}

static void another_build_is_told_apart(void **state)
{
	(void)state;
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_disks_add(&files, "sdb", "SN-B", 16);
	fake_image_put(&files, "sda", 0, OTHER);
	fake_image_partition(&files, "sdb"); /* and one that has both */
	fake_image_put(&files, "sdb", 0, OTHER);
	fake_image_put(&files, "sdb", MIB(1), OWN);
	machine_probe(&machine, files.root);
	assert_string_equal(why_not("sda"), "carries another image of Assay, id " OTHER);
	assert_string_equal(why_not("sdb"), IS_OWN);
	assert_int_equal(grant_apply(&machine, files.root, "SN-A" AT, NULL, NULL), -ENODEV);
}

/* What is no image has no own medium: on an installed system. */
static void outside_an_image_nothing_is_own(void **state)
{
	char path[PATH_MAX];

	(void)state;
	snprintf(path, sizeof(path), "%s" MANIFEST, files.root);
	assert_int_equal(unlink(path), 0);
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_image_put(&files, "sda", 0, OWN);
	machine_probe(&machine, files.root);
	assert_string_equal(why_not("sda"), "carries an image of Assay, id " OWN);
}

/* What is made of the disks carries it: md0 of sda and a partition of sdb, dm-0 of md0. */
static void the_members_of_what_carries_it_are_barred(void **state)
{
	char path[PATH_MAX];
	size_t size;
	char *bytes;

	(void)state;
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_disks_add(&files, "sdb", "SN-B", 16);
	fake_disks_add(&files, "sdc", "SN-C", 32);
	fake_image_partition(&files, "sdb");
	fake_machine_put(&files, "", FAKE_DISK("sda/holders/md0/x"));
	fake_machine_put(&files, "", FAKE_DISK("sdb/sdb1/holders/md0/x"));
	fake_machine_link(&files, "../devices/virtual/block/md0", "/sys/block/md0");
	fake_machine_put(&files, "131072", "/sys/devices/virtual/block/md0/size");
	fake_machine_put(&files, "", "/sys/devices/virtual/block/md0/holders/dm-0/x");
	fake_machine_link(&files, "../devices/virtual/block/dm-0", "/sys/block/dm-0");
	fake_machine_put(&files, "131072", "/sys/devices/virtual/block/dm-0/size");
	bytes = fake_files_get(&files, "/dev/sda", &size);
	fake_files_put(&files, "/dev/md0", bytes, size);
	fake_files_put(&files, "/dev/dm-0", bytes, size);
	free(bytes);

	fake_image_put(&files, "md0", 0, OWN);
	machine_probe(&machine, files.root);
	assert_string_equal(why_not("sda"), "sda is part of md0, which carries this image: own "
	                                    "media are never written");
	assert_string_equal(why_not("sdb"), "sdb1 is part of md0, which carries this image: own "
	                                    "media are never written");
	assert_string_equal(why_not("sdc"), "");

	fake_image_put(&files, "md0", 0, OTHER);
	fake_image_put(&files, "dm-0", 0, OWN);
	machine_probe(&machine, files.root);
	assert_string_equal(why_not("sda"), "md0 is part of dm-0, which carries this image: own "
	                                    "media are never written");
	fake_image_put(&files, "dm-0", 0, OTHER);
	machine_probe(&machine, files.root);
	assert_string_equal(why_not("sda"), "sda is part of md0");
	snprintf(path, sizeof(path), "%s/dev/md0", files.root);
	assert_int_equal(unlink(path), 0);
	machine_probe(&machine, files.root);
	assert_string_equal(why_not("sda"), "sda is part of md0");
}

/* A CD is no disk of the inventory, but what is in the drive is seen. */
static void a_cd_is_looked_at(void **state)
{
	(void)state;
	fake_disks_add(&files, "sr0", "", 0);
	fake_image_put(&files, "sr0", 0, OWN);
	machine_probe(&machine, files.root);
	assert_int_equal(machine.disk_count, 0);
	optical_probe(&machine, files.root);
	assert_int_equal(machine.disk_count, 1);
	assert_true(image_is_on(&machine.disks[0], OWN));
	assert_false(image_is_on(&machine.disks[0], OTHER));
	assert_false(image_is_on(&machine.disks[0], ""));
	assert_string_equal(machine.disks[0].in_use_because, IS_OWN);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(it_is_barred_whatever_the_user_says),
		TEST(it_is_barred_without_a_partition_table),
		TEST(another_build_is_told_apart),
		TEST(outside_an_image_nothing_is_own),
		TEST(the_members_of_what_carries_it_are_barred),
		TEST(a_cd_is_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
