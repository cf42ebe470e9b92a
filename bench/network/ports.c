/* SPDX-License-Identifier: MIT */
/* ports.c - the network ports of this machine, as they are now */

#include "bench/network/ports.h"

#include "bench/lib/ifaddr.h"
#include "bench/lib/link.h"
#include "bench/lib/text.h"

#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BOOT_METRIC "512" /* of the routers at the port of BOOTIF=; the kernel's own is 1024 */

void network_say(const char *format, ...)
{
	char line[512];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	printf("assay: network: %s\n", line);
	fflush(stdout);
}

void network_complain(void *context, const char *why)
{
	const char *name = context;

	network_say("%s%s%s", name ? name : "", name ? ": " : "", why);
}

/* The MAC of a port; "" if it has none. */
static void read_mac(const char *name, char mac[MAC_TEXT_BYTES])
{
	char text[64];

	if (text_readf("", text, sizeof(text), "/sys/class/net/%s/address", name) < 0 ||
	    mac_read(mac, text))
		mac[0] = '\0';
}

const char *port_find(const char *name_or_mac, char name[IFNAMSIZ])
{
	struct if_nameindex *all = if_nameindex();
	const char *found = NULL;
	char mac[MAC_TEXT_BYTES];

	/* what is made of a port has its MAC too: the port itself comes first */
	for (int wired = 1; wired >= 0; wired--) {
		for (const struct if_nameindex *one = all; one && one->if_index && !found; one++) {
			read_mac(one->if_name, mac);
			if (strcmp(one->if_name, name_or_mac) != 0 &&
			    (strcmp(mac, name_or_mac) != 0 ||
			     (port_kind("", one->if_name) != PORT_VIRTUAL) != wired))
				continue;
			text_copy(name, IFNAMSIZ, one->if_name);
			found = name;
		}
	}
	if (all)
		if_freenameindex(all);
	return found;
}

/* What to tell the kernel of a port before it has a link. */
static void prepare(const struct network_port *port)
{
	/*
	 * Without a cable a route leads nowhere: another may do. And of two ports in one network
	 * neither answers for the other, as if a second machine had its address.
	 */
	static const char *const wanted[] = { "ignore_routes_with_linkdown", "arp_ignore" };
	char path[128];

	for (size_t i = 0; i < countof(wanted); i++) {
		snprintf(path, sizeof(path), "/proc/sys/net/ipv4/conf/%s/%s", port->name,
		         wanted[i]);
		if (text_write("", path, "1") < 0)
			network_say("%s: %s cannot be set", port->name, wanted[i]);
	}
	snprintf(path, sizeof(path), "/proc/sys/net/ipv6/conf/%s/ra_defrtr_metric", port->name);
	if (port->boots && text_write("", path, BOOT_METRIC) < 0)
		network_say("%s: cannot be preferred for IPv6", port->name);
}

static struct network_port *port_of(struct network_ports *ports, const char *name, bool *is_new)
{
	struct network_port *port;

	*is_new = false;
	for (unsigned i = 0; i < ports->count; i++)
		if (strcmp(ports->ports[i].name, name) == 0)
			return &ports->ports[i];
	if (ports->count == NETWORK_PORTS_MAX)
		return NULL;
	*is_new = true;
	port = &ports->ports[ports->count++];
	*port = (struct network_port){ .link = false };
	text_copy(port->name, sizeof(port->name), name);
	return port;
}

/* Read the notes that have changed. */
static void read_notes(struct network_port *port)
{
	char text[sizeof(port->told[0])], whose[IFNAMSIZ + 8];

	for (unsigned i = 0; i < LEASE_SOURCES; i++) {
		if (text_readf("", text, sizeof(text), NETWORK_FOLDER "/%s.%s", port->name,
		               lease_source_name(i)) < 0)
			text[0] = '\0';
		if (strcmp(text, port->told[i]) == 0)
			continue;
		text_copy(port->told[i], sizeof(port->told[i]), text);
		snprintf(whose, sizeof(whose), "%s", port->name);
		lease_read(&port->leases[i], text, network_complain, whose);
	}
}

static void look_at_port(struct network_ports *ports, const struct network_words *words,
                         const char *name, unsigned index)
{
	enum port_kind kind = port_kind("", name);
	char mac[MAC_TEXT_BYTES], carrier[4], path[64];
	struct network_port *port;
	bool is_new;

	snprintf(path, sizeof(path), NETWORK_FOLDER "/%s.static", name);
	if (kind == PORT_OTHER || (kind == PORT_BMC && access(path, F_OK) < 0))
		return;
	port = port_of(ports, name, &is_new);
	if (!port)
		return;
	read_mac(name, mac);
	port->index = index;
	port->boots = mac[0] != '\0' && strcmp(mac, words->boot_mac) == 0;
	/* reading fails while the port is switched off */
	port->link =
	    text_readf("", carrier, sizeof(carrier), "/sys/class/net/%s/carrier", name) >= 0 &&
	    carrier[0] == '1';
	read_notes(port);
	if (is_new)
		prepare(port);
}

static bool is_link_local(const struct sockaddr *address)
{
	const uint8_t *bytes;

	if (address->sa_family == AF_INET) {
		bytes = (const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr;
		return bytes[0] == 169 && bytes[1] == 254;
	}
	return IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

/* Who gave a port this address? Routers write no address into their note. */
static const char *source_of(const struct network_port *port, const char *address, bool six)
{
	for (unsigned i = 0; i < LEASE_RA; i++)
		if (strcmp(port->leases[i].address, address) == 0)
			return lease_source_name(i);
	return six ? lease_source_name(LEASE_RA) : "hand";
}

static void look_at_address(struct network_ports *ports, const struct ifaddrs *entry)
{
	char text[IFADDR_TEXT_BYTES];

	if (ifaddr_text(entry, text) || is_link_local(entry->ifa_addr))
		return;
	for (unsigned i = 0; i < ports->count; i++) {
		struct network_port *port = &ports->ports[i];
		bool six = entry->ifa_addr->sa_family == AF_INET6;
		size_t used = strlen(port->addresses);

		if (strcmp(port->name, entry->ifa_name) != 0)
			continue;
		*(six ? &port->has6 : &port->has4) = true;
		snprintf(port->addresses + used, sizeof(port->addresses) - used, "%s %s\n", text,
		         source_of(port, text, six));
	}
}

void ports_look(struct network_ports *ports, const struct network_words *words)
{
	struct if_nameindex *all = if_nameindex();
	struct ifaddrs *addresses = NULL;

	for (unsigned i = 0; i < ports->count; i++) {
		ports->ports[i].link = ports->ports[i].has4 = ports->ports[i].has6 = false;
		ports->ports[i].addresses[0] = '\0';
	}
	for (const struct if_nameindex *one = all; one && one->if_index; one++)
		look_at_port(ports, words, one->if_name, one->if_index);
	if (all)
		if_freenameindex(all);
	if (getifaddrs(&addresses) < 0)
		return;
	for (const struct ifaddrs *entry = addresses; entry; entry = entry->ifa_next)
		look_at_address(ports, entry);
	freeifaddrs(addresses);
}
