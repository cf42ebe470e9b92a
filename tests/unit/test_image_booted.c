/* SPDX-License-Identifier: MIT */
/* test_image_booted.c - which medium was booted: known, never guessed */

#include "tests/unit/check.h"

#include "bench/machine/image.h"
#include "tests/unit/fake_images.h"

#include <errno.h>
#include <string.h>

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

/* systemd-stub's variable: four bytes of flags, UTF-16 and a NUL. */
static void put_stub(const char *uuid)
{
	char raw[4 + 2 * 37] = { 6, 0, 0, 0 };

	for (size_t i = 0; uuid[i]; i++)
		raw[4 + 2 * i] = uuid[i];
	fake_machine_put(&files, "", "%s", IMAGE_LOADER_VARIABLE("LoaderDevicePartUUID"));
	fake_files_put(&files, IMAGE_LOADER_VARIABLE("LoaderDevicePartUUID"), raw, sizeof(raw));
}

static void only_what_was_booted_is_the_place_of_results(void **state)
{
	struct image_place place = { NULL, NULL };

	(void)state;
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_disks_add(&files, "sdb", "SN-B", 16);
	fake_image_put(&files, "sda", 0, OTHER);
	fake_image_partition(&files, "sdb");
	fake_image_put(&files, "sdb", MIB(1), OWN);
	machine_probe(&machine, files.root);
	assert_string_equal(fake_disks_find(&machine, "sdb")->partitions[0].uuid, UUID);

	/* it only sits there; the word of another build; an identity that is none */
	assert_int_equal(image_booted(&machine, files.root, "", &place), 0);
	assert_int_equal(image_booted(&machine, files.root, OTHER, &place), 0);
	put_stub("00112233-4455-6677-8899-aabbccddeefe");
	assert_int_equal(image_booted(&machine, files.root, "", &place), 0);

	put_stub("00112233-4455-6677-8899-AABBCCDDEEFF");
	assert_int_equal(image_booted(&machine, files.root, "", &place), 1);
	assert_string_equal(place.device, "sdb1");
	assert_string_equal(place.disk->serial, "SN-B");
	put_stub("");
	assert_int_equal(image_booted(&machine, files.root, "", &place), 0);
	assert_int_equal(image_booted(&machine, files.root, OWN, &place), 1);
	assert_string_equal(place.device, "sdb1");

	/* a silent one is seen, but is no place for anything */
	assert_false(image_is_awaited(&machine, files.root, OWN));
	fake_disks_find(&machine, "sdb")->silent = true;
	assert_int_equal(image_booted(&machine, files.root, OWN, &place), 0);
}

static void what_was_booted_is_waited_for(void **state)
{
	(void)state;
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_image_put(&files, "sda", 0, OTHER);
	machine_probe(&machine, files.root);
	assert_false(image_is_awaited(&machine, files.root, ""));
	assert_false(image_is_awaited(&machine, files.root, OTHER));
	assert_true(image_is_awaited(&machine, files.root, OWN));
	put_stub(UUID);
	assert_true(image_is_awaited(&machine, files.root, ""));
	fake_image_partition(&files,
	                     "sda"); /* whatever is on it: with a kernel beside others, no image */
	machine_probe(&machine, files.root);
	assert_false(image_is_awaited(&machine, files.root, ""));
	put_stub("");
	assert_true(image_is_awaited(&machine, files.root, OWN));
	fake_image_put(&files, "sda", MIB(1), OWN);
	machine_probe(&machine, files.root);
	assert_false(image_is_awaited(&machine, files.root, OWN));
}

static void of_two_that_are_the_same_none_is_chosen(void **state)
{
	struct image_place place = { NULL, NULL };

	(void)state;
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_disks_add(&files, "sdb", "SN-B", 16);
	fake_image_put(&files, "sda", 0, OWN);
	fake_image_put(&files, "sdb", 0, OWN);
	machine_probe(&machine, files.root);
	assert_int_equal(image_booted(&machine, files.root, OWN, &place), -EEXIST);
	assert_string_equal(place.device, "sda");
}

/* The loader entry of a medium is the same whether it is a stick or a CD. */
static void a_stick_beside_a_cd_is_not_chosen(void **state)
{
	struct image_place place = { NULL, NULL };

	(void)state;
	fake_disks_add(&files, "sda", "SN-A", 0);
	fake_disks_add(&files, "sr0", "", 16);
	fake_image_put(&files, "sda", 0, OWN);
	machine_probe(&machine, files.root);
	assert_int_equal(image_booted(&machine, files.root, OWN, &place), 1);
	fake_image_put(&files, "sr0", 0, OWN);
	machine_probe(&machine, files.root);
	assert_int_equal(image_booted(&machine, files.root, OWN, &place), -EEXIST);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(only_what_was_booted_is_the_place_of_results),
		TEST(what_was_booted_is_waited_for),
		TEST(of_two_that_are_the_same_none_is_chosen),
		TEST(a_stick_beside_a_cd_is_not_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
