/* SPDX-License-Identifier: MIT */
/* test_smbios.c - memory modules out of the table of the firmware, sound or broken */

#include "tests/unit/check.h"

#include "bench/machine/smbios.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct memory memory;

/* Read exactly @bytes bytes: what is read beyond them is seen by the sanitizer. */
static int dimms_of(const void *table, size_t bytes)
{
	uint8_t *copy = malloc(bytes ? bytes : 1);
	int rc;

	memset(&memory, 0, sizeof(memory));
	memcpy(copy, table, bytes);
	rc = smbios_dimms(copy, bytes, &memory);
	free(copy);
	return rc;
}

/* A module of SMBIOS 3.3 with all its fields, and its strings. */
#define DIMM_BYTES 0x5c
static const uint8_t dimm[] = {
	/* 00 */ 17,
	DIMM_BYTES,
	0,
	0x11,
	0,
	0,
	0,
	0,
	72,
	0,
	64,
	0,
	/* 0c */ 0x00,
	0x40,
	9,
	0,
	1,
	2,
	0x1a,
	0,
	0,
	0x80,
	0x0c,
	3,
	/* 18 */ 4,
	0,
	5,
	0,
	0,
	0,
	0,
	0,
	0x60,
	0x09,
	0,
	0,
	[0x54] = 0,
	[DIMM_BYTES] = 'D',
	'I',
	'M',
	'M',
	'_',
	'A',
	'1',
	0,
	'B',
	0,
	'M',
	'k',
	'r',
	0,
	'S',
	'1',
	0,
	'P',
	'a',
	'r',
	't',
	' ',
	0,
	0,
};
static const uint8_t end[] = { 127, 4, 0, 0, 0, 0 };

static void reads_a_module(void **state)
{
	uint8_t table[2 * sizeof(dimm) + sizeof(end)];

	(void)state;
	memcpy(table, dimm, sizeof(dimm));
	memcpy(table + sizeof(dimm), end, sizeof(end));
	memcpy(table + sizeof(dimm) + sizeof(end), dimm, sizeof(dimm)); /* after the end */
	assert_int_equal(dimms_of(table, sizeof(table)), 1);
	assert_int_equal(memory.dimm_count, 1);
	assert_string_equal(memory.dimms[0].locator, "DIMM_A1");
	assert_string_equal(memory.dimms[0].manufacturer, "Mkr");
	assert_string_equal(memory.dimms[0].serial, "S1");
	assert_string_equal(memory.dimms[0].part, "Part");
	assert_string_equal(memory.dimms[0].type, "DDR4");
	assert_int_equal(memory.dimms[0].bytes, GIB(16));
	assert_int_equal(memory.dimms[0].speed_mts, 3200);
	assert_int_equal(memory.dimms[0].configured_mts, 2400);
}

static void reads_wide_fields(void **state)
{
	static const struct {
		uint16_t size;
		uint32_t wide_mib;
		uint64_t bytes;
		int modules;
	} rows[] = {
		{ 0, 0, 0, 0 },      /* an empty slot */
		{ 0xffff, 0, 0, 1 }, /* a module of unknown size */
		{ 0x7fff, 0x8000, GIB(32), 1 },
		{ 0x7ffe, 0, MIB(0x7ffe), 1 },
		{ 0x8200, 0, KIB(512), 1 },
	};
	uint8_t table[sizeof(dimm)];
	size_t i;

	(void)state;
	for (i = 0; i < countof(rows); i++) {
		memcpy(table, dimm, sizeof(dimm));
		memcpy(table + 0x0c, &rows[i].size, 2);
		memcpy(table + 0x1c, &rows[i].wide_mib, 4);
		memset(table + 0x15, 0xff, 2);
		memcpy(table + 0x54, "\x40\x19\0\0", 4);
		check_row(i, dimms_of(table, sizeof(table)) == rows[i].modules);
		check_row(i, memory.dimms[0].bytes == rows[i].bytes);
		check_row(i, rows[i].modules == 0 || memory.dimms[0].speed_mts == 6464);
	}
}

static void reads_an_old_short_structure(void **state)
{
	static const uint8_t old[] = { 17, 0x15, 0, 0, 0, 0,    0, 0, 64,  0,   64, 0, 0,
		                       2,  9,    0, 1, 0, 0x12, 0, 0, 'J', '1', 0,  0 };

	(void)state;
	assert_int_equal(dimms_of(old, sizeof(old)), 1);
	assert_int_equal(memory.dimms[0].bytes, MIB(512));
	assert_string_equal(memory.dimms[0].locator, "J1");
	assert_string_equal(memory.dimms[0].type, "DDR");
	assert_string_equal(memory.dimms[0].serial, "");
	assert_int_equal(memory.dimms[0].speed_mts, 0);
}

static void survives_every_cut(void **state)
{
	size_t bytes;

	(void)state;
	for (bytes = 0; bytes < sizeof(dimm); bytes++)
		assert_int_equal(dimms_of(dimm, bytes), 0);
	assert_int_equal(dimms_of(dimm, sizeof(dimm)), 1);
}

static void survives_strings_that_are_not_there(void **state)
{
	uint8_t table[sizeof(dimm)];

	(void)state;
	memcpy(table, dimm, sizeof(dimm));
	table[0x10] = 200;
	assert_int_equal(dimms_of(table, sizeof(table)), 1);
	assert_string_equal(memory.dimms[0].locator, "");
}

static void says_that_there_is_no_room(void **state)
{
	static uint8_t table[(DIMMS_MAX + 1) * sizeof(dimm)];
	size_t i;

	(void)state;
	for (i = 0; i <= DIMMS_MAX; i++)
		memcpy(table + i * sizeof(dimm), dimm, sizeof(dimm));
	assert_int_equal(dimms_of(table, sizeof(table)), -ENOSPC);
	assert_int_equal(memory.dimm_count, DIMMS_MAX);
	assert_int_equal(dimms_of(table, sizeof(table) - sizeof(dimm)), DIMMS_MAX);
}

static void take_string(void *context, const char *string)
{
	char *all = context;
	size_t used = strlen(all);

	snprintf(all + used, 256 - used, "%s|", string);
}

static void reads_oem_strings(void **state)
{
	static const char table[] = "\x0b\x05\0\0\x02one\0tw\xffo\0\0"
				    "\x0b\x05\0\0\0\0\0" /* none at all */
				    "\x01\x04\0\0not\0\0"
				    "\x0b\x05\0\0\x01three\0";
	char all[256] = "";
	uint8_t *copy = malloc(sizeof(table));

	(void)state;
	memcpy(copy, table, sizeof(table));
	smbios_oem_strings(copy, sizeof(table), take_string, all);
	assert_string_equal(all, "one|tw?o|three|");
	all[0] = '\0';
	smbios_oem_strings(copy, sizeof(table) - 1, take_string, all); /* its last NUL is missing */
	assert_string_equal(all, "one|tw?o|");
	free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_a_module),
		cmocka_unit_test(reads_wide_fields),
		cmocka_unit_test(reads_an_old_short_structure),
		cmocka_unit_test(reads_oem_strings),
		cmocka_unit_test(survives_every_cut),
		cmocka_unit_test(survives_strings_that_are_not_there),
		cmocka_unit_test(says_that_there_is_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
