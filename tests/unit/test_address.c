/* SPDX-License-Identifier: MIT */
/* test_address.c - addresses: which are good, their parts, their joints */

#include "tests/unit/check.h"

#include "bench/deliver/address.h"

#include <errno.h>
#include <string.h>

static void checks_addresses(void **state)
{
	static const struct {
		const char *url, *why; /* NULL = good */
	} rows[] = {
		{ "http://10.0.2.2", NULL },
		{ "http://10.0.2.2:8080/results/", NULL },
		{ "HTTPS://Results.example-1.org/a/b.c_d~e/%20/", NULL },
		{ "http://[fd00::1]/", NULL },
		{ "http://[fe80::1%25eth0]:65535/x", NULL },
		{ "http://host/a@b:c", NULL },
		{ "", "not an address of the web" },
		{ "http:/host", "not an address of the web" },
		{ "file:///etc/passwd", "not an address of the web" },
		{ "http://", "no host" },
		{ "http://:80/", "no host" },
		{ "http://[]/", "no host" },
		{ "http://[::1/", "ends in ]" },
		{ "http://[::1", "ends in ]" },
		{ "http://[::1]x/", "no host has" },
		{ "http://a b/", "no host has" },
		{ "http://h\xc3\xb6st/", "no host has" },
		{ "http://host:/", "port" },
		{ "http://host:65536/", "port" },
		{ "http://host:80x/", "port" },
		{ "http://host:18446744073709551696/", "port" },
		{ "http://me@host/", NULL },
		{ "http://me:secret@host:80/x/", NULL },
		{ "http://me:secret@/", "no host" },
		{ "http://me:secret@host:x/", "port" },
		{ "http://host?secret", "query" },
		{ "http://host/?secret", "query" },
		{ "http://host/#secret", "fragment" },
		{ "http://host/a b", "%-encoding" },
		{ "http://host/a\nb", "%-encoding" },
		{ "http://host/\xc3\xb6", "%-encoding" },
	};
	char why[160];

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		int rc = address_check(rows[i].url, why, sizeof(why));

		check_row(i, rc == (rows[i].why ? -EINVAL : 0));
		if (rc == 0)
			continue;
		check_row(i, strstr(why, rows[i].why));
		check_row(i, strstr(why, "expected http://"));
		check_row(i, !strstr(why, "secret"));
	}
}

static void parses_addresses(void **state)
{
	struct address at;
	const char *rest;
	char why[160], url[400] = "http://";

	(void)state;
	assert_int_equal(address_parse(&at, "https://[::1]:8443/a", &rest, why, sizeof(why)), 0);
	assert_true(at.tls);
	assert_string_equal(at.host, "[::1]");
	assert_int_equal(at.port, 8443);
	assert_string_equal(rest, "/a");
	assert_int_equal(address_parse(&at, "http://host", &rest, why, sizeof(why)), 0);
	assert_int_equal(at.port, 80);
	assert_string_equal(rest, "");

	memset(url + 7, 'a', 255);
	assert_int_equal(address_parse(&at, url, NULL, why, sizeof(why)), 0);
	url[7 + 255] = 'a';
	assert_int_equal(address_parse(&at, url, NULL, why, sizeof(why)), -EINVAL);
}

static void knows_the_same_server(void **state)
{
	static const struct {
		const char *a, *b;
		bool same;
	} rows[] = {
		{ "http://host/a", "http://HOST:80/b?c", true },
		{ "https://host", "https://host:443/", true },
		{ "http://host", "https://host", false },
		{ "http://host", "http://host:8080", false },
		{ "http://host", "http://host.example", false },
		{ "http://host", "http://me@host", true },
		{ "http://host", "/a", false },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, address_same_origin(rows[i].a, rows[i].b) == rows[i].same);
}

static void joins_with_one_slash(void **state)
{
	static const char *const urls[] = { "http://h/r", "http://h/r/", "http://h/r//" };
	char name[8], url[64];

	(void)state;
	for (size_t i = 0; i < countof(urls); i++) {
		assert_int_equal(address_join(url, sizeof(url), urls[i], "M", "R", "f"), 0);
		assert_string_equal(url, "http://h/r/M/R/f");
	}
	assert_int_equal(address_join(url, sizeof("http://h/M/R/f"), "http://h", "M", "R", "f"), 0);
	assert_int_equal(address_join(url, sizeof("http://h/M/R/f") - 1, "http://h", "M", "R", "f"),
	                 -ENAMETOOLONG);

	address_name(name, sizeof(name), "a/b c\xff");
	assert_string_equal(name, "a-b-c-");
	address_name(name, sizeof(name), "..");
	assert_string_equal(name, "-.");
	address_name(name, sizeof(name), "");
	assert_string_equal(name, "unknown");
	address_name(name, sizeof(name), "123456789");
	assert_string_equal(name, "1234567");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(checks_addresses),
		cmocka_unit_test(parses_addresses),
		cmocka_unit_test(knows_the_same_server),
		cmocka_unit_test(joins_with_one_slash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
