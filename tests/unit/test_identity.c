/* SPDX-License-Identifier: MIT */
/* test_identity.c - the name of a machine, finding a disk by a word, facts without room */

#include "tests/unit/check.h"

#include "bench/lib/text.h"
#include "bench/machine.h"

#include <string.h>

static struct machine machine;

static void names_a_machine(void **state)
{
	static const char uuid[] = "4c4c4544-0042-4310-8031-c2c04f313233";
	static const struct {
		const char *serial, *uuid, *mac, *identity;
	} rows[] = {
		{ "ABC1234", uuid, "52:54:00:12:34:56", "ABC1234" },
		{ "  S/N 12:34  ", uuid, "", "SN1234" },
		{ "", uuid, "52:54:00:12:34:56", uuid },
		{ "None", uuid, "", uuid },
		{ "To Be Filled By O.E.M.", uuid, "", uuid },
		{ "Default string", uuid, "", uuid },
		{ "Not Specified", uuid, "", uuid },
		{ "0", uuid, "", uuid },
		{ "00000000", uuid, "", uuid },
		{ "XX-XX", uuid, "", uuid },
		{ "123456789", uuid, "", uuid },
		{ "0123456789", uuid, "", uuid },
		{ "1234567890123456", uuid, "", uuid },
		{ "0123456789ABCDEF", uuid, "", uuid },
		{ "12345", uuid, "", "12345" },
		{ "1234567X", uuid, "", "1234567X" },
		{ "..", uuid, "", uuid },
		{ "../../etc", uuid, "", "etc" },
		{ "", "", "52:54:00:12:34:56", "525400123456" },
		{ "", "03000200-0400-0500-0006-000700080009", "52:54:00:12:34:56", "525400123456" },
		{ "", "ffffffff-ffff-ffff-ffff-ffffffffffff", "52:54:00:12:34:56", "525400123456" },
		{ "", "", "00:00:00:00:00:00", "unknown" },
		{ "", "", "", "unknown" },
	};
	char identity[80];
	size_t i;

	(void)state;
	for (i = 0; i < countof(rows); i++) {
		memset(&machine, 0, sizeof(machine));
		text_copy(machine.firmware.serial, sizeof(machine.firmware.serial), rows[i].serial);
		text_copy(machine.firmware.uuid, sizeof(machine.firmware.uuid), rows[i].uuid);
		machine.nic_count = rows[i].mac[0] != '\0';
		text_copy(machine.nics[0].mac, sizeof(machine.nics[0].mac), rows[i].mac);
		machine_identity(&machine, identity, sizeof(identity));
		assert_string_equal(identity, rows[i].identity);
	}
}

static char told[256];

static void tell(const char *line)
{
	text_copy(told, sizeof(told), line);
}

static void says_that_a_serial_is_none(void **state)
{
	static const struct {
		const char *serial, *line;
	} rows[] = {
		{ "To be filled by O.E.M.", "SMBIOS: the serial number 'To be filled by O.E.M.' is "
		                            "none: expected one that no other machine has; this "
		                            "one is called 525400123456" },
		{ "ABC1234", "" },
		{ "", "" }, /* it has none, and says so */
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		memset(&machine, 0, sizeof(machine));
		told[0] = '\0';
		machine.nic_count = 1;
		text_copy(machine.nics[0].mac, sizeof(machine.nics[0].mac), "52:54:00:12:34:56");
		text_copy(machine.firmware.serial, sizeof(machine.firmware.serial), rows[i].serial);
		identity_check(&machine, tell);
		assert_string_equal(told, rows[i].line);
	}
}

static void takes_the_first_port(void **state)
{
	char identity[80], short_name[5];

	(void)state;
	memset(&machine, 0, sizeof(machine));
	machine.nic_count = 3;
	text_copy(machine.nics[0].mac, sizeof(machine.nics[0].mac), "00:00:00:00:00:00");
	text_copy(machine.nics[1].mac, sizeof(machine.nics[1].mac), "52:54:00:00:00:01");
	text_copy(machine.nics[2].mac, sizeof(machine.nics[2].mac), "52:54:00:00:00:02");
	machine_identity(&machine, identity, sizeof(identity));
	assert_string_equal(identity, "525400000001");
	machine_identity(&machine, short_name, sizeof(short_name));
	assert_string_equal(short_name, "5254");
}

static void finds_a_disk(void **state)
{
	static const struct {
		const char *word;
		int disk;
	} rows[] = {
		{ "SERIAL1", 0 },
		{ "serial1", -1 },
		{ "naa.5000c500a0b1c2d3", 0 },
		{ "5000C500A0B1C2D3", 0 },
		{ "sda", 0 },
		{ "sdb", 1 }, /* its own serial, though another has that for a name */
		{ "sdc", 2 },
		{ "", -1 },
		{ "/dev/sda", -1 },
	};
	const struct disk *found;
	size_t i;

	(void)state;
	memset(&machine, 0, sizeof(machine));
	machine.disk_count = 3;
	text_copy(machine.disks[0].name, sizeof(machine.disks[0].name), "sda");
	text_copy(machine.disks[0].serial, sizeof(machine.disks[0].serial), "SERIAL1");
	text_copy(machine.disks[0].wwn, sizeof(machine.disks[0].wwn), "naa.5000c500a0b1c2d3");
	text_copy(machine.disks[1].name, sizeof(machine.disks[1].name), "sdx");
	text_copy(machine.disks[1].serial, sizeof(machine.disks[1].serial), "sdb");
	text_copy(machine.disks[2].name, sizeof(machine.disks[2].name), "sdc");
	for (i = 0; i < countof(rows); i++) {
		found = machine_disk(&machine, rows[i].word);
		check_row(i, found == (rows[i].disk < 0 ? NULL : &machine.disks[rows[i].disk]));
	}
}

static void says_when_facts_do_not_fit(void **state)
{
	char long_value[sizeof(machine.facts[0].value) + 1];
	unsigned i;

	(void)state;
	memset(&machine, 0, sizeof(machine));
	machine_fact(&machine, "thp", "madvise");
	assert_false(machine.truncated);
	memset(long_value, 'x', sizeof(long_value) - 1);
	long_value[sizeof(long_value) - 1] = '\0';
	machine_fact(&machine, "long", long_value);
	assert_true(machine.truncated);
	assert_int_equal(strlen(machine.facts[1].value), sizeof(machine.facts[1].value) - 1);

	machine.truncated = false;
	for (i = machine.fact_count; i < FACTS_MAX; i++)
		machine_fact(&machine, "more", "");
	assert_false(machine.truncated);
	machine_fact(&machine, "too many", "");
	assert_true(machine.truncated);
	assert_int_equal(machine.fact_count, FACTS_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_a_machine),
		cmocka_unit_test(says_that_a_serial_is_none),
		cmocka_unit_test(takes_the_first_port),
		cmocka_unit_test(finds_a_disk),
		cmocka_unit_test(says_when_facts_do_not_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
