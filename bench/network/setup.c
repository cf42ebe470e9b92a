/* SPDX-License-Identifier: MIT */
/* setup.c - do what the kernel command line says of the network */

#include "bench/network/setup.h"

#include "bench/lib/link.h"
#include "bench/lib/text.h"
#include "bench/network/lease.h"
#include "bench/network/ports.h"
#include "bench/network/program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void name_add(char *list, size_t size, const char *name)
{
	size_t used = strlen(list);

	snprintf(list + used, size - used, "%s%s", used > 0 ? "," : "", name);
}

/* Give ports their names before anything else goes by them. They are not switched on yet. */
static void rename_ports(const struct network_words *words)
{
	for (unsigned i = 0; i < words->ifname_count; i++) {
		const struct ifname_word *ifname = &words->ifnames[i];
		char name[IFNAMSIZ];

		if (!port_find(ifname->mac, name))
			network_say("ifname=%s:%s: expected the MAC of a port of this machine",
			            ifname->name, ifname->mac);
		else if (strcmp(name, ifname->name) != 0 &&
		         program_do("ip link set dev %s name %s", name, ifname->name))
			network_say("ifname=%s:%s: expected a name that is free", ifname->name,
			            ifname->mac);
	}
}

/* The only wired port of this machine; "" if there are none or several. */
static void only_port(char name[IFNAMSIZ])
{
	struct if_nameindex *all = if_nameindex();
	unsigned count = 0;

	name[0] = '\0';
	for (const struct if_nameindex *one = all; one && one->if_index; one++)
		if (port_kind("", one->if_name) == PORT_WIRED && ++count == 1)
			text_copy(name, IFNAMSIZ, one->if_name);
	if (count != 1)
		name[0] = '\0';
	if (all)
		if_freenameindex(all);
}

/* Which port is meant? Returns false, and says so, if there is none. */
static bool find_port(const struct network_words *words, struct ip_word *ip)
{
	char name[IFNAMSIZ];

	if (ip->port[0] == '\0' && words->boot_mac[0] != '\0')
		port_find(words->boot_mac, ip->port);
	if (ip->port[0] == '\0')
		only_port(ip->port);
	if (ip->port[0] != '\0' && port_find(ip->port, name)) {
		text_copy(ip->port, sizeof(ip->port), name);
		return true;
	}
	network_say("ip=%s%s%s: expected the name or the MAC of a port of this machine",
	            ip->address, ip->address[0] ? " at " : "", ip->port);
	ip->port[0] = '\0';
	return false;
}

/* Give a port the address of the command line, and leave a note of what goes with it. */
static int set_address(const struct ip_word *ip)
{
	char name[IFNAMSIZ + 8], text[512], router[ADDRESS_TEXT_BYTES + 16] = "";
	bool six = strchr(ip->address, ':') != NULL;
	int rc;

	if (ip->gateway[0])
		snprintf(router, sizeof(router), "router %s\n", ip->gateway);
	snprintf(name, sizeof(name), "%s.static", ip->port);
	snprintf(text, sizeof(text), "address %s\n%sdns %s %s\n", ip->address, router,
	         ip->nameservers[0], ip->nameservers[1]);
	rc = note_write(name, text);
	if (rc == 0)
		rc = program_do("ip addr add %s dev %s", ip->address, ip->port);
	if (rc == 0 && six && ip->gateway[0])
		rc = program_do("ip -6 route replace default via %s dev %s metric 10", ip->gateway,
		                ip->port);
	return rc;
}

static int set_port(const struct ip_word *ip)
{
	int rc = 0;

	if (ip->mac[0])
		rc = program_do("ip link set dev %s address %s", ip->port, ip->mac);
	if (rc == 0 && ip->mtu)
		rc = program_do("ip link set dev %s mtu %u", ip->port, ip->mtu);
	if (rc == 0 && ip->method != IP_OFF)
		rc = program_do("ip link set dev %s up", ip->port);
	return rc == 0 && ip->method == IP_STATIC ? set_address(ip) : rc;
}

/* Without a port and an address the word is about all of them. */
static bool is_for_all(const struct ip_word *ip)
{
	return ip->port[0] == '\0' && ip->method != IP_STATIC;
}

void network_setup(struct network_words *words)
{
	char dhcp[512] = "", made[512] = "";
	bool chosen = false, off = false;

	rename_ports(words);
	setup_links(words, made, sizeof(made));
	for (unsigned i = 0; i < words->ip_count; i++) {
		struct ip_word *ip = &words->ips[i];

		off = off || (is_for_all(ip) && ip->method == IP_OFF);
		if (is_for_all(ip) || !find_port(words, ip))
			continue;
		if (set_port(ip)) {
			network_say("ip= for %s cannot be done: expected a port that takes it",
			            ip->port);
			ip->port[0] = '\0';
			continue;
		}
		chosen = true;
		if (ip->method == IP_DHCP)
			name_add(dhcp, sizeof(dhcp), ip->port);
	}
	/* who makes a VLAN or a bond and says no more wants to use it */
	if (!chosen && !off && made[0] != '\0')
		text_copy(dhcp, sizeof(dhcp), made);
	if (!chosen && !off && made[0] == '\0')
		return;
	snprintf(dhcp + strlen(dhcp), sizeof(dhcp) - strlen(dhcp), "\n");
	if (note_write("dhcp", dhcp))
		network_say("%s/dhcp cannot be written: every port asks for an address",
		            NETWORK_FOLDER);
}
