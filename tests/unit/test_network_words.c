/* SPDX-License-Identifier: MIT */
/* test_network_words.c - the words of dracut on the kernel command line */

#include "tests/unit/check.h"

#include "bench/network/words.h"

#include <stdio.h>
#include <string.h>

#define MAC "52:54:00:12:34:56"

static struct network_words words;
static char complaint[512];
static unsigned complaints;

static void complain(void *context, const char *why)
{
	(void)context;
	complaints++;
	snprintf(complaint, sizeof(complaint), "%s", why);
}

static void read_words(const char *cmdline)
{
	complaints = 0;
	complaint[0] = '\0';
	network_words_read(&words, cmdline, complain, NULL);
}

/* dracut.cmdline(7), and what pxelinux and others make of it. */
static const struct {
	const char *word;
	struct ip_word is;
} good[] = {
	{ "ip=dhcp", { .method = IP_DHCP } },
	{ "ip=on", { .method = IP_DHCP } },
	{ "ip=any", { .method = IP_DHCP } },
	{ "ip=dhcp6", { .method = IP_DHCP6 } },
	{ "ip=auto6", { .method = IP_AUTO6 } },
	{ "ip=off", { .method = IP_OFF } },
	{ "ip=none", { .method = IP_OFF } },
	{ "ip=eth0:dhcp", { .method = IP_DHCP, .port = "eth0" } },
	{ "ip=eth0.30:dhcp", { .method = IP_DHCP, .port = "eth0.30" } },
	{ "ip=eth0:dhcp:9000", { .method = IP_DHCP, .port = "eth0", .mtu = 9000 } },
	{ "ip=eth0:dhcp:1500:" MAC, { .port = "eth0", .mtu = 1500, .mac = MAC } },
	{ "ip=eth0:auto6", { .method = IP_AUTO6, .port = "eth0" } },
	{ "ip=eth0:off", { .method = IP_OFF, .port = "eth0" } },
	{ "ip=" MAC ":dhcp", { .method = IP_DHCP, .port = MAC } },
	{ "ip=52-54-00-12-34-56:dhcp6", { .method = IP_DHCP6, .port = MAC } },
	{ "ip=192.0.2.5::192.0.2.1:255.255.255.0:host:eth0:none",
	  { IP_STATIC, "eth0", "192.0.2.5/24", "192.0.2.1", .mtu = 0 } },
	{ "ip=192.0.2.5::192.0.2.1:24:host:52:54:00:12:34:56:none",
	  { IP_STATIC, MAC, "192.0.2.5/24", "192.0.2.1", .mtu = 0 } },
	{ "ip=192.0.2.5::192.0.2.1:25::52-54-00-12-34-56:off",
	  { IP_STATIC, MAC, "192.0.2.5/25", "192.0.2.1", .mtu = 0 } },
	{ "ip=192.0.2.5:::24::eth0:none", { IP_STATIC, "eth0", "192.0.2.5/24", "", .mtu = 0 } },
	{ "ip=192.0.2.5::192.0.2.1:24::eth0:none:9000:" MAC,
	  { IP_STATIC, "eth0", "192.0.2.5/24", "192.0.2.1", .mtu = 9000, .mac = MAC } },
	{ "ip=192.0.2.5::192.0.2.1:24::eth0:none:192.0.2.53:192.0.2.54",
	  { IP_STATIC,
	    "eth0",
	    "192.0.2.5/24",
	    "192.0.2.1",
	    { "192.0.2.53", "192.0.2.54" },
	    .mtu = 0 } },
	{ "ip=192.0.2.5::192.0.2.1:24::eth0:none:[2001:db8::53]",
	  { IP_STATIC, "eth0", "192.0.2.5/24", "192.0.2.1", { "2001:db8::53" }, .mtu = 0 } },
	{ "ip=[2001:db8::5]::[2001:db8::1]:64::eth0:none",
	  { IP_STATIC, "eth0", "2001:db8::5/64", "2001:db8::1", .mtu = 0 } },
	{ "ip=[2001:db8::5]::[fe80::1]::host:eth0:none",
	  { IP_STATIC, "eth0", "2001:db8::5/64", "fe80::1", .mtu = 0 } },
	{ "ip=:::::eth0:dhcp", { .method = IP_DHCP, .port = "eth0" } },
	/* pxelinux with SYSAPPEND 3: what DHCP told it; we ask again */
	{ "ip=192.0.2.5:192.0.2.2:192.0.2.1:255.255.255.0", { .method = IP_DHCP } },
};

static void understands_ip(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(good); i++) {
		const struct ip_word *is = &words.ips[0], *wanted = &good[i].is;

		read_words(good[i].word);
		if (complaints)
			print_error("%s\n", complaint);
		check_row(i, complaints == 0 && words.ip_count == 1);
		check_row(i, is->method == wanted->method && is->mtu == wanted->mtu);
		check_row(i, strcmp(is->port, wanted->port) == 0);
		check_row(i, strcmp(is->address, wanted->address) == 0);
		check_row(i, strcmp(is->gateway, wanted->gateway) == 0);
		check_row(i, strcmp(is->mac, wanted->mac) == 0);
		for (int n = 0; n < 2; n++)
			check_row(i, strcmp(is->nameservers[n], wanted->nameservers[n]) == 0);
	}
}

static const struct {
	const char *word;
	const char *expected; /* in the one line */
} bad[] = {
	{ "ip=", "expected ip=METHOD, ip=PORT:METHOD or ip=ADDRESS" },
	{ "ip=ibft", "expected ip=METHOD" },
	{ "ip=eth0", "expected ip=METHOD" },
	{ "ip=eth0:sometimes", "expected ip=METHOD" },
	{ "ip=eth0:dhcp:67", "[MTU][:MAC]" },
	{ "ip=eth0:dhcp:9000:52:54:00:12:34", "[MTU][:MAC]" },
	{ "ip=192.0.2.300::192.0.2.1:24::eth0:none", "first field" },
	{ "ip=192.0.2.5::192.0.2.1:::eth0:none", "a mask in the fourth field" },
	{ "ip=192.0.2.5::192.0.2.1:255.0.255.0::eth0:none", "a mask in the fourth field" },
	{ "ip=192.0.2.5::192.0.2.1:0::eth0:none", "a mask in the fourth field" },
	{ "ip=192.0.2.5::192.0.2.1:33::eth0:none", "a mask in the fourth field" },
	{ "ip=192.0.2.5::[2001:db8::1]:24::eth0:none", "a gateway of the same kind" },
	{ "ip=192.0.2.5::192.0.2.1:24::../etc:none", "sixth field" },
	{ "ip=192.0.2.5::192.0.2.1:24::eth0:never", "seventh field" },
	{ "ip=192.0.2.5::192.0.2.1:24::eth0:none:1500:" MAC ":more", "expected ip=METHOD" },
	{ "ip=[2001:db8::5::eth0:none", "expected ip=METHOD" },
	{ "ip=127.0.0.1:::8::eth0:none", "first field" },
	{ "ip=0.0.0.0:::24::eth0:none", "first field" },
	{ "ip=[ff02::1]:::64::eth0:none", "first field" },
	{ "ip=192.0.2.5::0.0.0.0:24::eth0:none", "a gateway of the same kind" },
	{ "ip=192.0.2.5:::24::eth0:none:0.0.0.0", "one or two name servers" },
	{ "ip=192.0.2.5:::24::eth0:none:192.0.2.53:::1", "expected ip=METHOD" },
	{ "vlan=eth0", "vlan=NAME:PORT" },
	{ "vlan=eth0.0:eth0", "number of the VLAN at the end" },
	{ "vlan=eth0.4095:eth0", "number of the VLAN at the end" },
	{ "vlan=vlan99999999999:eth0", "vlan=NAME:PORT" },
	{ "vlan=storage:eth0", "number of the VLAN at the end" },
	{ "vlan=eth0.30:eth0:more", "vlan=NAME:PORT" },
	{ "bond=bond0", "bond=NAME:PORT,PORT" },
	{ "bond=bond0::mode=802.3ad", "bond=NAME:PORT,PORT" },
	{ "bond=bond0:,:mode=802.3ad", "bond=NAME:PORT,PORT" },
	{ "bond=:eth0,eth1", "bond=NAME:PORT,PORT" },
	{ "bond=bond0:eth0,eth1:802.3ad", "bond=NAME:PORT,PORT" },
	{ "bond=bond0:eth0,eth1:../mode=1", "bond=NAME:PORT,PORT" },
	{ "bond=bond0:eth0:primary=a12345678901234567890123456789012345678901234567890123456789/x",
	  "bond=NAME:PORT,PORT" },
	{ "bond=bond0:eth0:mode=1:zero", "bond=NAME:PORT,PORT" },
	{ "ifname=lan0:52:54:00", "ifname=NAME:MAC" },
	{ "ifname=a-name-that-is-too-long:" MAC, "ifname=NAME:MAC" },
	{ "nameserver=192.0.2", "nameserver=192.0.2.1" },
	{ "nameserver=127.0.0.1", "nameserver=192.0.2.1" },
	{ "nameserver=[::]", "nameserver=192.0.2.1" },
	{ "nameserver=ns.example", "nameserver=192.0.2.1" },
	{ "BOOTIF=eth0", "BOOTIF=01-52-54-00-12-34-56" },
};

static void names_word_and_expectation(void **state)
{
	char word[256];

	(void)state;
	for (size_t i = 0; i < countof(bad); i++) {
		read_words(bad[i].word);
		snprintf(word, sizeof(word), "%s: expected ", bad[i].word);
		if (!strstr(complaint, bad[i].expected))
			print_error("%s\n", complaint);
		check_row(i, complaints == 1 && strstr(complaint, bad[i].expected));
		check_row(i, strncmp(complaint, word, strlen(word)) == 0);
		check_row(i, words.ip_count + words.vlan_count + words.bond_count +
		                     words.ifname_count + words.nameserver_count ==
		                 0);
		check_row(i, words.boot_mac[0] == '\0');
	}
}

static void takes_the_other_words(void **state)
{
	(void)state;
	read_words("quiet vlan=eth0.30:eth0 vlan=vlan0031:bond0 bond=bond0:eth0,eth1:mode=802.3ad,"
	           "miimon=100:9000 bond=bond1:eth2 ifname=lan0:52:54:00:12:34:56 "
	           "nameserver=192.0.2.53 nameserver=[2001:db8::53] nameserver=2001:db8::54 "
	           "BOOTIF=01-52-54-00-AB-CD-EF rd.neednet=1 ipv6.disable=0");
	assert_int_equal(complaints, 0);
	assert_int_equal(words.vlan_count, 2);
	assert_string_equal(words.vlans[0].name, "eth0.30");
	assert_string_equal(words.vlans[0].parent, "eth0");
	assert_int_equal(words.vlans[0].id, 30);
	assert_string_equal(words.vlans[1].parent, "bond0");
	assert_int_equal(words.vlans[1].id, 31);
	assert_int_equal(words.bond_count, 2);
	assert_string_equal(words.bonds[0].ports, "eth0,eth1");
	assert_string_equal(words.bonds[0].options, "mode=802.3ad,miimon=100");
	assert_int_equal(words.bonds[0].mtu, 9000);
	assert_string_equal(words.bonds[1].options, "mode=balance-rr");
	assert_string_equal(words.ifnames[0].name, "lan0");
	assert_string_equal(words.ifnames[0].mac, MAC);
	assert_int_equal(words.nameserver_count, 3);
	assert_string_equal(words.nameservers[1], "2001:db8::53");
	assert_string_equal(words.nameservers[2], "2001:db8::54");
	assert_string_equal(words.boot_mac, "52:54:00:ab:cd:ef");
	assert_int_equal(words.ip_count, 0);
}

static void counts_its_words(void **state)
{
	(void)state;
	read_words("ip=a:dhcp ip=b:dhcp ip=c:dhcp ip=d:dhcp ip=e:dhcp ip=f:dhcp ip=g:dhcp "
	           "ip=h:dhcp ip=i:dhcp");
	assert_int_equal(words.ip_count, IP_WORDS_MAX);
	assert_int_equal(complaints, 1);
	assert_string_equal(complaint, "ip=i:dhcp: expected fewer words of this name");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(understands_ip),
		cmocka_unit_test(names_word_and_expectation),
		cmocka_unit_test(takes_the_other_words),
		cmocka_unit_test(counts_its_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
