/* SPDX-License-Identifier: MIT */
/* test_grant.c - which disks may be written: what the user says, and all that is refused */

#include "tests/unit/check.h"

#include "bench/machine/grant.h"
#include "tests/unit/fake_disks.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define AT "@" FAKE_DISKS_SERIAL

static struct machine machine;
static struct fake_files files;
static char complaints[4096]; /* all of them, one a line */

static void complain(void *context, const char *why)
{
	size_t used = strlen(complaints);

	assert_ptr_equal(context, &machine);
	assert_null(strchr(why, '\n'));
	snprintf(complaints + used, sizeof(complaints) - used, "%s\n", why);
}

/* What the setting @write allows: the names of the disks, space-separated. */
static const char *allowed(const char *write, int rc)
{
	static char names[256];
	size_t used = 0;

	complaints[0] = names[0] = '\0';
	assert_int_equal(grant_apply(&machine, files.root, write, complain, &machine), rc);
	for (unsigned i = 0; i < machine.disk_count; i++)
		if (machine.disks[i].may_write)
			used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s",
			                         used ? " " : "", machine.disks[i].name);
	return names;
}

/* sda and sdb are blank; sdc holds something; sdd and sde give the same serial. */
static int make_machine(void **state)
{
	(void)state;
	fake_disks_make(&files);
	fake_disks_add(&files, "sda", "SN-A 1", 0);
	fake_disks_add(&files, "sdb", "SN-B", 16);
	fake_disks_add(&files, "sdc", "SN-C", 32);
	fake_disks_put(&files, "sdc", 0, "XFSB", 4);
	fake_disks_add(&files, "sdd", "TWIN", 48);
	fake_disks_add(&files, "sde", "TWIN", 64);
	fake_disks_add(&files, "sdf", "", 80);
	fake_disks_add(&files, "sdg", "0000000000", 96);
	machine_probe(&machine, files.root);
	snprintf(fake_disks_find(&machine, "sdb")->wwn, 64, "naa.5000c5000000000b");
	return 0;
}

static int remove_machine(void **state)
{
	(void)state;
	fake_files_remove(&files);
	return 0;
}

static void allows_what_is_named(void **state)
{
	static const struct {
		const char *write, *disks;
	} rows[] = {
		{ "", "" },
		{ "SN-A 1" AT, "sda" },
		{ "SN-B" AT, "sdb" },
		{ "SN-B@" FAKE_DISKS_UUID, "sdb" },
		{ "SN-B@5A1E7F30-9C2B-4D18-8E44-0B6F2C7D9A11", "sdb" },
		{ "naa.5000c5000000000b" AT, "sdb" },
		{ "5000C5000000000B" AT, "sdb" },
		{ "SN-B" AT ",SN-A 1" AT, "sda sdb" },
		{ "SN-A 1" AT ",SN-A 1" AT, "sda" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, strcmp(allowed(rows[i].write, 0), rows[i].disks) == 0);
		check_row(i, complaints[0] == '\0');
	}
	allowed("", 0);
}

static void refuses_by_name_and_reason(void **state)
{
	static const struct {
		const char *write;
		int rc;
		const char *why; /* part of it */
	} rows[] = {
		{ "SN-A 1", -ENODEV, "SN-A 1: expected DISK@HOST" },
		{ "@" FAKE_DISKS_SERIAL, -ENODEV, "expected DISK@HOST" },
		{ "SN-A 1@", -ENODEV, "expected DISK@HOST" },
		{ "SN-A 1@HOST-8", 0, "meant for another machine: this one is HOST-7 or 5a1e7f30" },
		{ "SN-A 1@host-7", 0, "meant for another machine" },
		{ "SN-Z" AT, -ENODEV, "SN-Z: no disk of this machine has that serial or WWN; it" },
		{ "sn-b" AT, -ENODEV, "no disk of this machine" },
		{ "SN" AT, -ENODEV, "no disk of this machine" },
		{ "sda" AT, -ENODEV, "sda: a kernel name may mean another disk after" },
		{ "/dev/sda" AT, -ENODEV, "expected its serial, SN-A 1" },
		{ "SN-C" AT, -ENODEV, "SN-C: sdc: holds xfs" },
		{ "TWIN" AT, -ENODEV, "TWIN: 2 disks answer to it: expected the WWN of one" },
		{ "0000000000" AT, -ENODEV, "does not say which disk it is" },
		{ "Blank", -ENODEV, "expected DISK@HOST" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		check_row(i, strcmp(allowed(rows[i].write, rows[i].rc), "") == 0);
		check_row(i, strstr(complaints, rows[i].why));
		check_row(i, strncmp(complaints, "setting write: ", 15) == 0);
	}
}

/* The others are allowed all the same, but the run is to say that it was refused something. */
static void goes_on_after_a_refusal(void **state)
{
	(void)state;
	assert_string_equal(allowed("SN-Z" AT ",SN-B" AT ",SN-C" AT, -ENODEV), "sdb");
	assert_non_null(strstr(complaints, "SN-Z"));
	assert_non_null(strstr(complaints, "SN-C"));
	assert_int_equal(grant_apply(&machine, "", "SN-Z" AT, NULL, NULL), -ENODEV);
}

static void sees_two_paths_to_one_disk(void **state)
{
	char *wwn = fake_disks_find(&machine, "sda")->wwn;

	(void)state;
	snprintf(wwn, 64, "naa.5000c5000000000b");
	assert_string_equal(allowed("SN-B" AT, -ENODEV), "");
	assert_non_null(strstr(complaints, "sdb and sda say they are the same disk"));
	snprintf(wwn, 64, "naa.5000c5000000000a"); /* same maker, another disk */
	assert_string_equal(allowed("SN-B" AT, 0), "sdb");
	wwn[0] = '\0';
}

/* A machine that does not say who it is cannot be meant by anybody. */
static void needs_a_host(void **state)
{
	struct firmware saved = machine.firmware;

	(void)state;
	snprintf(machine.firmware.serial, 64, "None");
	snprintf(machine.firmware.uuid, 40, "00000000-0000-0000-0000-000000000000");
	assert_string_equal(allowed("SN-B@None,SN-B@00000000-0000-0000-0000-000000000000", 0), "");
	assert_non_null(strstr(complaints, "has no serial or UUID that could be read"));
	machine.firmware = saved;
}

static void finds_blank_disks(void **state)
{
	(void)state;
	assert_string_equal(allowed("blank", 0), "sda sdb");
	assert_non_null(strstr(complaints, "blank: sdd: is not the only disk with its serial"));
	assert_non_null(strstr(complaints, "blank: sdf: has no serial or WWN"));
	assert_non_null(strstr(complaints, "blank: sdg: has no serial or WWN"));
	assert_null(strstr(complaints, "sdc")); /* the inventory says what is on it */

	snprintf(fake_disks_find(&machine, "sda")->transport, 16, "usb");
	assert_string_equal(allowed("blank", 0), "sdb");
	assert_non_null(strstr(complaints, "blank: sda: is on USB"));
	assert_string_equal(allowed("blank,SN-A 1" AT, 0), "sda sdb");

	fake_disks_put(&files, "sdb", FAKE_DISKS_BYTES - 1, "x", 1);
	assert_string_equal(allowed("blank", 0), "");
	assert_non_null(strstr(complaints, "blank: sdb: byte 67108863 is not zero"));
	assert_non_null(strstr(complaints, "blank: no disk of this machine is empty"));
	assert_string_equal(allowed("SN-B" AT, 0), "sdb"); /* nothing known: by name it may */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(allows_what_is_named),
		cmocka_unit_test(refuses_by_name_and_reason),
		cmocka_unit_test(goes_on_after_a_refusal),
		cmocka_unit_test(sees_two_paths_to_one_disk),
		cmocka_unit_test(needs_a_host),
		cmocka_unit_test(finds_blank_disks),
	};

	return cmocka_run_group_tests(tests, make_machine, remove_machine);
}
