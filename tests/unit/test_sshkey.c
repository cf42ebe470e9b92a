/* SPDX-License-Identifier: MIT */
/* test_sshkey.c - which texts are public keys: made by ssh-keygen, and broken in every way */

#include "tests/unit/check.h"

#include "bench/lib/base.h"
#include "bench/lib/settings.h"
#include "bench/lib/sshkey.h"

#include <stdio.h>
#include <string.h>

#define ED25519                                                                          \
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILJzz8Us1V8AY71VdKbkyzmw9JRhLvOrGryt52EqNc" \
	"3Y"
#define RSA_2048                                                                         \
	"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC5xBtKnPgRldSw5go6d+SqvAXjpffLpCpafVFg0s" \
	"VOqaaYjnrwU+wXIWujuVWqr2khPosgSV/XxrSAqfMI5myhKCiNT6FEUHrJCFjt8w+Khpsu6QTr7mRi" \
	"gu/IzXl2DTZbnXVuVLp3RyWcGOU6TfrPhLEJdmT3AQ9y+5SGFCu8R8/zaggXwfKM+1Yu4GzKmbZVez" \
	"X9eDZTMbjQPVOEw4TAj+XVvsL4jPldK+UBaythSJA05h9jRR3VrDa7FKxT9Z2ogX0mL3FEVUkFg320" \
	"vm9RnD7npLyDus6ZAkgg81lNmCcmoHieVweJBemuZIT8RnQcTnwOMcWhvEfqMx0oVNqF"
#define ECDSA_256                                                                        \
	"ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBOMK+G" \
	"AwL+1z8lej+oc48IJ0+HGITNLTSQdQg4/3BKOiDdbCOukST34JIQBVsyznwMEBIl01RaxG3EMyVD97" \
	"QTI="
#define ECDSA_384                                                                        \
	"ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBBvQDb" \
	"MnEZ1Oet8VVjXLSQruNqZdJiUa4E7GUPlKkd+PQto5p1P+v0Jae0jHLAnM0mkzODvIiSyWGtDE+jzw" \
	"pCw+j04ORWsVq7rhDZqIsvE66ccvnvi7fSB96XK009yd2g=="
#define ECDSA_521                                                                        \
	"ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAHKtF" \
	"/Cg0WuEmxNJDwR7wNPAodPH9mkVjktts5CA6FdFKcc+UKdMgv/wsLLnKsnTiFxfL/iExV/m+5l1ew0" \
	"phXKUAC8X3ZsGXBH4gzWhZGmTgQ98d+rNMGnxAFR7lR7HgiukJaDnLfoYESJCydlyhgrX9AsLQ5ROG" \
	"SkdiSb5qXw/TS+3g=="

static const struct {
	const char *text;
	bool whole;
} rows[] = {
	{ ED25519, true },
	{ ED25519 " somebody@somewhere", true },
	{ RSA_2048, true },
	{ RSA_2048 " two words", true },
	{ ECDSA_256, true },
	{ ECDSA_384, true },
	{ ECDSA_521, true },
	{ "", false },
	{ "ssh-ed25519", false },
	{ "ssh-ed25519 ", false },
	{ "ssh-ed25519 AAAA", false },
	{ "ssh-ed2551 AAAAC3NzaC1lZDI1NTE5AAAA", false },
	{ " " ED25519, false },
	{ "command=\"/bin/sh\" " ED25519, false },
	{ "ssh-dss AAAAB3NzaC1kc3MAAACB", false },
	{ "-----BEGIN OPENSSH PRIVATE KEY-----", false },
	{ ED25519 "AAAA", false },      /* more after its end */
	{ ED25519 "=", false },         /* not a multiple of four */
	{ "ssh-rsa" ECDSA_256, false }, /* no such type */
	/* one type outside, another inside */
	{ "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAILJzz8Us1V8AY71VdKbkyzmw9JRhLvOrGryt52EqNc3Y", false },
	/* its first string has four gigabytes */
	{ "ssh-ed25519 /////3NzaC1lZDI1NTE5AAAAILJzz8Us1V8AY71VdKbkyzmw9JRhLvOrGryt52EqNc3Y",
	  false },
	/* a blank in the middle, as a boot loader leaves it */
	{ "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILJzz8Us1V8AY71V dKbkyzmw9JRhLvOrGryt52EqNc3Y",
	  false },
};

static void knows_whole_keys(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, sshkey_is_whole(rows[i].text) == rows[i].whole);
}

/* A kernel command line ends somewhere. */
static void knows_keys_that_are_cut(void **state)
{
	char text[sizeof(RSA_2048)];

	(void)state;
	for (size_t length = 0; length < sizeof(RSA_2048) - 1; length++) {
		snprintf(text, length + 1, "%s", RSA_2048);
		check_row(length, !sshkey_is_whole(text));
	}
}

static void refuses_what_is_too_long(void **state)
{
	static char text[8192] = "ssh-rsa ";

	(void)state;
	memset(text + strlen(text), 'A', 4000);
	assert_false(sshkey_is_whole(text));
}

static void complain(void *context, const char *why)
{
	snprintf(context, 256, "%s", why);
}

/* Without a whole key there is no ssh: better said at the start than found out at the door. */
static void is_said_when_settings_are_read(void **state)
{
	struct settings settings;
	char why[256] = "";

	(void)state;
	settings_default(&settings);
	settings_read_cmdline(&settings, "assay.ssh.key=ssh-ed25519%20AAAAC3Nza", complain, why);
	assert_non_null(
	    strstr(why, "setting ssh.key=ssh-ed25519%20AAAAC3Nza: expected a whole public key"));
	assert_string_equal(settings.ssh_key, "");
	assert_int_equal(settings_set(&settings, "ssh.key", ED25519, why, sizeof(why)), 0);
	assert_string_equal(settings.ssh_key, ED25519);
	assert_int_equal(settings_set(&settings, "ssh.key", "", why, sizeof(why)), 0);
	assert_string_equal(settings.ssh_key, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(knows_whole_keys),
		cmocka_unit_test(knows_keys_that_are_cut),
		cmocka_unit_test(refuses_what_is_too_long),
		cmocka_unit_test(is_said_when_settings_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
