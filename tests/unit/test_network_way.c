/* SPDX-License-Identifier: MIT */
/* test_network_way.c - the way out, the name servers, and what the kernel says of routers */

#include "tests/unit/check.h"

#include "bench/network/news.h"
#include "bench/network/way.h"

#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define LINK true
#define NO_LINK false

/* Up to three ports: link, an IPv4 address, an IPv6 address, BOOTIF. */
static const struct {
	struct {
		bool link, has4, has6, boots;
	} ports[3];
	unsigned count;
	bool six;
	const char *now, *chosen;
} ways[] = {
	{ { { LINK, false, false, false } }, 1, false, "", "" },
	{ { { NO_LINK, true, false, false } }, 1, false, "", "" },
	{ { { LINK, true, false, false } }, 1, false, "", "eth0" },
	{ { { LINK, true, false, false } }, 1, true, "", "" },
	{ { { LINK, false, true, false } }, 1, true, "", "eth0" },
	/* the first that has an address stays, as long as it has one and a link */
	{ { { LINK, false, false, false }, { LINK, true, false, false } }, 2, false, "", "eth1" },
	{ { { LINK, true, false, false }, { LINK, true, false, false } },
	  2,
	  false,
	  "eth1",
	  "eth1" },
	{ { { LINK, true, false, false }, { NO_LINK, true, false, false } },
	  2,
	  false,
	  "eth1",
	  "eth0" },
	{ { { LINK, true, false, false }, { LINK, false, false, false } },
	  2,
	  false,
	  "eth1",
	  "eth0" },
	/* that of BOOTIF before all others, when it can */
	{ { { LINK, true, false, false }, { LINK, true, false, true } }, 2, false, "eth0", "eth1" },
	{ { { LINK, true, false, true }, { LINK, true, false, false } }, 2, false, "eth1", "eth0" },
	{ { { LINK, true, false, false }, { LINK, false, true, true } }, 2, false, "", "eth0" },
	{ { { LINK, true, true, false }, { LINK, false, true, true } }, 2, true, "eth0", "eth1" },
	/* a VLAN on the port of BOOTIF has its MAC too */
	{ { { LINK, false, false, false },
	    { LINK, false, true, true },
	    { LINK, true, false, true } },
	  3,
	  false,
	  "",
	  "eth2" },
	{ { { NO_LINK, true, true, true }, { NO_LINK, true, true, false } }, 2, false, "eth0", "" },
};

static void chooses_the_way_out(void **state)
{
	static struct network_ports ports;
	const struct network_port *chosen;

	(void)state;
	for (size_t i = 0; i < countof(ways); i++) {
		memset(&ports, 0, sizeof(ports));
		ports.count = ways[i].count;
		for (unsigned n = 0; n < ports.count; n++) {
			struct network_port *port = &ports.ports[n];

			snprintf(port->name, sizeof(port->name), "eth%u", n);
			port->link = ways[i].ports[n].link;
			port->has4 = ways[i].ports[n].has4;
			port->has6 = ways[i].ports[n].has6;
			port->boots = ways[i].ports[n].boots;
		}
		chosen = way_choose(&ports, ways[i].six, ways[i].now);
		check_row(i, strcmp(chosen ? chosen->name : "", ways[i].chosen) == 0);
	}
}

static void complain(void *context, const char *why)
{
	(void)context;
	assert_string_equal(why, ""); /* nothing here is wrong */
}

static void writes_resolv_conf(void **state)
{
	struct network_words words = { .nameservers = { "2001:db8::54" }, .nameserver_count = 1 };
	struct network_port four = { .link = true }, six = { .link = true };
	char text[512];

	(void)state;
	way_resolver(&words, NULL, NULL, text, sizeof(text));
	assert_string_equal(text, "nameserver 2001:db8::54\n");
	words.nameserver_count = 0;
	way_resolver(&words, NULL, NULL, text, sizeof(text));
	assert_string_equal(text, "");

	lease_read(&four.leases[LEASE_DHCP], "dns 192.0.2.53\nsearch lab.example\n", complain,
	           NULL);
	lease_read(&six.leases[LEASE_DHCP6], "dns 2001:db8::53\nsearch six.example\n", complain,
	           NULL);
	lease_read(&six.leases[LEASE_RA], "dns 2001:db8::53 2001:db8::55 2001:db8::56\n", complain,
	           NULL);
	way_resolver(&words, &four, &six, text, sizeof(text));
	assert_string_equal(text, "nameserver 192.0.2.53\nnameserver 2001:db8::53\nnameserver "
	                          "2001:db8::55\nsearch lab.example\n");
	way_resolver(&words, NULL, &six, text, sizeof(text));
	assert_string_equal(text, "nameserver 2001:db8::53\nnameserver 2001:db8::55\nnameserver "
	                          "2001:db8::56\nsearch six.example\n");
	/* a line that does not fit is left out */
	way_resolver(&words, &four, &six, text, 30);
	assert_string_equal(text, "nameserver 192.0.2.53\n");
}

/* A message of the kernel that hands on one option of a router. */
static size_t option_message(uint8_t *bytes, const uint8_t *option, size_t size)
{
	struct nlmsghdr head = { .nlmsg_type = RTM_NEWNDUSEROPT };
	struct nduseroptmsg about = { .nduseropt_family = AF_INET6,
		                      .nduseropt_opts_len = (uint16_t)size,
		                      .nduseropt_ifindex = 3,
		                      .nduseropt_icmp_type = 134 };

	head.nlmsg_len = (uint32_t)(NLMSG_HDRLEN + sizeof(about) + size);
	memcpy(bytes, &head, sizeof(head));
	memcpy(bytes + NLMSG_HDRLEN, &about, sizeof(about));
	memcpy(bytes + NLMSG_HDRLEN + sizeof(about), option, size);
	return head.nlmsg_len;
}

/* RFC 8106, 5.1: two name servers for 600 s; the second is on the wire itself. */
static const uint8_t rdnss[40] = { 25, 5, 0, 0, 0, 0, 2, 88, 0x20, 0x01, 0x0d, 0xb8, 0, 0,
	                           0,  0, 0, 0, 0, 0, 0, 0,  0,    53,   0xfe, 0x80, 0, 0,
	                           0,  0, 0, 0, 0, 0, 0, 0,  0,    0,    0,    1 };

static void hears_name_servers_of_routers(void **state)
{
	_Alignas(8) uint8_t message[256];
	uint8_t option[40];
	struct news news;
	size_t size = option_message(message, rdnss, sizeof(rdnss));

	(void)state;
	news_read(&news, message, size);
	assert_true(news.has_dns);
	assert_int_equal(news.index, 3);
	assert_int_equal(news.dns_count, 2);
	assert_string_equal(news.dns[0], "2001:db8::35");
	assert_string_equal(news.dns[1], "fe80::1%3");

	for (size_t cut = 0; cut < size; cut++) { /* a message that ends anywhere */
		news_read(&news, message, cut);
		assert_false(news.has_dns);
	}
	memcpy(option, rdnss, sizeof(option));
	option[6] = option[7] = 0; /* for 0 s: not any more */
	news_read(&news, message, option_message(message, option, sizeof(option)));
	assert_true(news.has_dns);
	assert_int_equal(news.dns_count, 0);
	option[1] = 200; /* longer than it is */
	news_read(&news, message, option_message(message, option, sizeof(option)));
	assert_false(news.has_dns);
	option[1] = 1; /* no server at all */
	news_read(&news, message, option_message(message, option, sizeof(option)));
	assert_false(news.has_dns);
}

static void hears_what_routers_ask_for(void **state)
{
	static const struct {
		uint32_t flags;
		bool managed, other;
	} rows[] = { { 0x30, false, false },
		     { 0x40, true, false },
		     { 0x80, false, true },
		     { 0xf0, true, true } };
	struct {
		struct nlmsghdr head;
		struct ifinfomsg link;
		struct rtattr outside, inside;
		uint32_t flags;
	} message = {
		.head = { .nlmsg_len = sizeof(message), .nlmsg_type = RTM_NEWLINK },
		.link = { .ifi_family = AF_INET6, .ifi_index = 2 },
		.outside = { .rta_len = 12, .rta_type = IFLA_PROTINFO },
		.inside = { .rta_len = 8, .rta_type = IFLA_INET6_FLAGS },
	};
	struct news news;

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		message.flags = rows[i].flags;
		news_read(&news, &message, sizeof(message));
		check_row(i, news.index == 2 && news.has_flags && !news.has_dns);
		check_row(i, news.managed == rows[i].managed && news.other == rows[i].other);
	}
	message.link.ifi_family = AF_UNSPEC; /* a cable, no router */
	news_read(&news, &message, sizeof(message));
	assert_false(news.has_flags);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chooses_the_way_out),
		cmocka_unit_test(writes_resolv_conf),
		cmocka_unit_test(hears_name_servers_of_routers),
		cmocka_unit_test(hears_what_routers_ask_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
