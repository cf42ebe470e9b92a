/* SPDX-License-Identifier: MIT */
/* test_network_lease.c - what a DHCP server says: what can be is kept, the rest is a line each */

#include "tests/unit/check.h"

#include "bench/network/lease.h"

#include <stdio.h>
#include <string.h>

static char complaint[512];
static unsigned complaints;

static void complain(void *context, const char *why)
{
	(void)context;
	complaints++;
	snprintf(complaint, sizeof(complaint), "%s", why);
}

static void reads_a_lease(void **state)
{
	struct lease lease;

	(void)state;
	complaints = 0;
	lease_read(&lease,
	           "address 192.0.2.5/24\nrouter 192.0.2.1 192.0.2.2\ndns 192.0.2.53 192.0.2.54\n"
	           "ntp 192.0.2.123\nsearch lab.example example\n"
	           "config 687474703a2f2f682f247b73657269616c7d\n",
	           complain, NULL);
	assert_int_equal(complaints, 0);
	assert_string_equal(lease.address, "192.0.2.5/24");
	assert_string_equal(lease.router, "192.0.2.1");
	assert_int_equal(lease.dns_count, 2);
	assert_string_equal(lease.dns[1], "192.0.2.54");
	assert_string_equal(lease.ntp[0], "192.0.2.123");
	assert_string_equal(lease.search, "lab.example example");
	assert_string_equal(lease.config, "http://h/${serial}");
	/* as udhcpc6 writes addresses */
	lease_read(&lease,
	           "address 2001:0db8:0000:0000:0000:0000:0000:0005/128\ndns fe80:0000:"
	           "0000:0000:0000:0000:0000:0001%eth0\n",
	           complain, NULL);
	assert_string_equal(lease.address, "2001:db8::5/128");
	assert_string_equal(lease.dns[0], "fe80::1%eth0");
	assert_string_equal(lease.router, "");
}

static const struct {
	const char *text, *complaint;
} nonsense[] = {
	{ "router 0.0.0.0\n", "router '0.0.0.0' is ignored: expected the address of a router" },
	{ "router over there\n", "router 'over' is ignored: expected the address of a router" },
	{ "dns ::\n", "name server '::' is ignored: expected the address of a server" },
	{ "ntp 127.0.0.1\n",
	  "NTP server '127.0.0.1' is ignored: expected the address of a server" },
	{ "dns 0.0.0.0\n", "name server '0.0.0.0' is ignored: expected the address of a server" },
	{ "ntp pool.example\n",
	  "NTP server 'pool.example' is ignored: expected the address of a server" },
	{ "search a;reboot\n", "search list 'a;reboot' is ignored: expected names of domains, at "
	                       "most 255 characters" },
	{ "config 686921\n",
	  "DHCP option 224 'hi!' is ignored: expected an http or https address" },
	{ "config 687474703a2f2f6d653a7077406120\n",
	  "DHCP option 224 'http://a' is ignored: expected an http or https address" },
	{ "config 687474703a2f2f61\x1b\n",
	  "DHCP option 224 'http://a' is ignored: expected an http or https address" },
	{ "config 687474703a2f2f610a62\n",
	  "DHCP option 224 'http://a?b' is ignored: expected an http or https address" },
	{ "config 687474703a2f2f61006262\n",
	  "DHCP option 224 'http://a' is ignored: expected an http or https address" },
};

static void ignores_nonsense(void **state)
{
	struct lease lease;

	(void)state;
	for (size_t i = 0; i < countof(nonsense); i++) {
		complaints = 0;
		lease_read(&lease, nonsense[i].text, complain, NULL);
		if (strcmp(complaint, nonsense[i].complaint) != 0)
			print_error("%s\n", complaint);
		check_row(i, complaints == 1 && strcmp(complaint, nonsense[i].complaint) == 0);
		check_row(i, lease.router[0] == '\0' && lease.dns_count + lease.ntp_count == 0);
		check_row(i, lease.search[0] == '\0' && lease.config[0] == '\0');
	}
}

static void ignores_a_search_list_that_is_too_long(void **state)
{
	char text[300] = "search ";
	struct lease lease;

	(void)state;
	complaints = 0;
	memset(text + 7, 'a', 255);
	lease_read(&lease, text, complain, NULL);
	assert_int_equal(complaints, 0);
	assert_int_equal(strlen(lease.search), 255);
	text[7 + 255] = 'a';
	lease_read(&lease, text, complain, NULL);
	assert_int_equal(complaints, 1);
	assert_string_equal(lease.search, "");
}

static const struct {
	const char *address;
	bool is_host;
} addresses[] = {
	{ "192.0.2.1", true },
	{ "0.0.0.0", false },
	{ "0.1.2.3", false },
	{ "127.0.0.1", false },
	{ "223.255.255.254", true },
	{ "224.0.0.1", false },
	{ "255.255.255.255", false },
	{ "::", false },
	{ "::1", false },
	{ "::2", true },
	{ "2001:db8::53", true },
	{ "ff02::1", false },
	{ "fe80::1", true },
	{ "fe80::1%eth0", true },
	{ "febf::1%3", true },
	{ "2001:db8::53%eth0", false },
	{ "fe", false },
	{ "host.example", false },
	{ "", false },
};

static void knows_the_address_of_a_host(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(addresses); i++)
		check_row(i, address_is_host(addresses[i].address) == addresses[i].is_host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_a_lease),
		cmocka_unit_test(ignores_nonsense),
		cmocka_unit_test(ignores_a_search_list_that_is_too_long),
		cmocka_unit_test(knows_the_address_of_a_host),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
