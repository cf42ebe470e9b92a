/* SPDX-License-Identifier: MIT */
/* test_missing.c - firmware that drivers did not get, and which pack has it */

#include "tests/unit/check.h"

#include "bench/run/missing.h"

#include <stdio.h>
#include <string.h>

/* In the format of image/firmware.list. */
static const char packs[] = "# The packs.\n"
			    "\n"
			    "core bnx2/*\n"
			    "core bnx2x/*-7.13.21.0.fw\n"
			    "core e100/*\n"
			    "core intel/ice/ddp/ice.pkg\n"
			    "core tigon/*\n"
			    "\n"
			    "# extra: rarer ones\n"
			    "extra ql2[1-5]00_fw.bin\n"
			    "extra myri10ge_*";

#define LOAD ": Direct firmware load for "
#define CORE ", which is not in this image (firmware.img has it)"
#define EXTRA ", which is not in this image (firmware-extra.img has it)"
#define NONE ", which is not in this image (no pack has it)"

/* Texts as Linux 6.12 prints them, after Debian's patch too; text: NULL = not about that. */
static const struct {
	const char *message, *text;
} rows[] = {
	{ "e100 0000:00:03.0" LOAD "e100/d101s_ucode.bin failed with error -2",
	  "e100 0000:00:03.0 asked for e100/d101s_ucode.bin" CORE },
	{ "bnx2 0000:03:00.0" LOAD "bnx2/bnx2-mips-09-6.2.1b.fw failed with error -2",
	  "bnx2 0000:03:00.0 asked for bnx2/bnx2-mips-09-6.2.1b.fw" CORE },
	{ "bnx2x 0000:04:00.1" LOAD "bnx2x/bnx2x-e2-7.13.21.0.fw failed with error -2",
	  "bnx2x 0000:04:00.1 asked for bnx2x/bnx2x-e2-7.13.21.0.fw" CORE },
	{ "bnx2x 0000:04:00.1" LOAD "bnx2x/bnx2x-e2-7.13.15.0.fw failed with error -2",
	  "bnx2x 0000:04:00.1 asked for bnx2x/bnx2x-e2-7.13.15.0.fw" NONE },
	{ "tg3 0000:02:00.0" LOAD "tigon/tg3_tso.bin failed with error -2",
	  "tg3 0000:02:00.0 asked for tigon/tg3_tso.bin" CORE },
	{ "ice 0000:31:00.0" LOAD "intel/ice/ddp/ice.pkg failed with error -2",
	  "ice 0000:31:00.0 asked for intel/ice/ddp/ice.pkg" CORE },
	{ "qla2xxx 0000:05:00.0" LOAD "ql2400_fw.bin failed with error -2",
	  "qla2xxx 0000:05:00.0 asked for ql2400_fw.bin" EXTRA },
	{ "myri10ge 0000:0b:00.0" LOAD "myri10ge_ethp_z8e.dat failed with error -2",
	  "myri10ge 0000:0b:00.0 asked for myri10ge_ethp_z8e.dat" EXTRA },
	{ "nouveau 0000:01:00.0" LOAD "nouveau/nvd7_fuc084 failed with error -2",
	  "nouveau 0000:01:00.0 asked for nouveau/nvd7_fuc084" NONE },
	{ "platform regulatory.0" LOAD "regulatory.db failed with error -2",
	  "platform regulatory.0 asked for regulatory.db" NONE },
	{ "x 0000:01:00.0" LOAD "tigon/deeper/tg3.bin failed with error -2", /* * is no / */
	  "x 0000:01:00.0 asked for tigon/deeper/tg3.bin" NONE },
	{ "qed 0000:06:00.0" LOAD "qed/qed_init_values_zipped-8.59.1.0.bin failed with error -12",
	  "qed 0000:06:00.0 asked for qed/qed_init_values_zipped-8.59.1.0.bin, which could not be "
	  "read: Cannot allocate memory" },

	/* the same file again in other words, or no failure at all */
	{ "bnx2 0000:03:00.0: firmware: failed to load bnx2/bnx2-mips-09-6.2.1b.fw (-2)", NULL },
	{ "tg3 0000:02:00.0 eth1: Failed to load firmware \"tigon/tg3_tso.bin\"", NULL },
	{ "e100 0000:00:03.0 eth0: CPUSaver disabled. Needs \"e100/d101s_ucode.bin\": -2", NULL },
	{ "qla2xxx [0000:05:00.0]-0063:7: Failed to load firmware image (ql2400_fw.bin).", NULL },
	{ "nouveau 0000:01:00.0: unable to load firmware data", NULL },
	{ "GHES: APEI firmware first mode is enabled by APEI bit and WHEA _OSC.", NULL },
	{ "e100 0000:00:03.0" LOAD "e100/d101s_ucode.bin", NULL }, /* cut */
	{ "e100 0000:00:03.0" LOAD "e100/d101s_ucode.bin failed with error ", NULL },
	{ "e100 0000:00:03.0" LOAD "failed with error -2", NULL },
	{ "e100 0000:00:03.0" LOAD "a failed with error 0", NULL },
	{ "", NULL },
};

static void tells_file_and_pack(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		char text[256] = "unchanged";
		bool is_missing = missing_firmware(rows[i].message, packs, text, sizeof(text));

		check_row(i, is_missing == (rows[i].text != NULL));
		if (strcmp(text, rows[i].text ? rows[i].text : "unchanged") != 0)
			print_error("%s\n", text);
		check_row(i, strcmp(text, rows[i].text ? rows[i].text : "unchanged") == 0);
	}
}

static void knows_no_packs_outside_the_image(void **state)
{
	char text[256];

	(void)state;
	assert_true(missing_firmware(rows[0].message, "", text, sizeof(text)));
	assert_string_equal(text, "e100 0000:00:03.0 asked for e100/d101s_ucode.bin, "
	                          "which was not found");
}

static void cuts_what_is_too_long(void **state)
{
	char message[1024], text[32 + 1];

	(void)state;
	snprintf(message, sizeof(message), "e100 0000:00:03.0%s%0900d failed with error -2", LOAD,
	         7);
	text[32] = 'x';
	assert_true(missing_firmware(message, packs, text, 32));
	assert_string_equal(text, "e100 0000:00:03.0 asked for 000");
	assert_int_equal(text[32], 'x');
}

static void tells_each_once(void **state)
{
	char text[64];

	(void)state;
	for (unsigned round = 0; round < 3; round++)
		for (unsigned i = 0; i < 64; i++) {
			snprintf(text, sizeof(text), "card %u asked for a file", i);
			assert_int_equal(missing_is_new(text), round == 0);
		}
	assert_true(missing_is_new("one more than is remembered"));
	assert_true(missing_is_new("one more than is remembered"));
	assert_false(missing_is_new("card 63 asked for a file"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_file_and_pack),
		cmocka_unit_test(knows_no_packs_outside_the_image),
		cmocka_unit_test(cuts_what_is_too_long),
		cmocka_unit_test(tells_each_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
