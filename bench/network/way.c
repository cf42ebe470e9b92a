/* SPDX-License-Identifier: MIT */
/* way.c - which port is the way out of the machine, and which name servers it goes with */

#include "bench/network/way.h"

#include "bench/lib/text.h"

#include <stdio.h>
#include <string.h>

const struct network_port *way_choose(const struct network_ports *ports, bool six, const char *now)
{
	const struct network_port *best = NULL;

	for (unsigned i = 0; i < ports->count; i++) {
		const struct network_port *port = &ports->ports[i];
		bool is_now = strcmp(port->name, now) == 0;

		if (!port->link || !(six ? port->has6 : port->has4))
			continue;
		if (!best || (port->boots && !best->boots) ||
		    (is_now && port->boots == best->boots))
			best = port;
	}
	return best;
}

const char *way_router(const struct network_port *four)
{
	const char *fixed = four->leases[LEASE_STATIC].router;

	return address_family(fixed) == AF_INET ? fixed : four->leases[LEASE_DHCP].router;
}

/* What resolv.conf is put together from. */
struct resolver {
	char *text;
	size_t size, used;
	char servers[NAMESERVERS_MAX][ADDRESS_TEXT_BYTES];
	unsigned count;
};

static void put(struct resolver *resolver, const char *word, const char *value)
{
	size_t room = resolver->size - resolver->used;
	int length = snprintf(resolver->text + resolver->used, room, "%s %s\n", word, value);

	if (length > 0 && (size_t)length < room)
		resolver->used += (size_t)length;
	resolver->text[resolver->used] = '\0'; /* a line that does not fit is none */
}

static void add_server(struct resolver *resolver, const char *server)
{
	for (unsigned i = 0; i < resolver->count; i++)
		if (strcmp(resolver->servers[i], server) == 0)
			return;
	if (resolver->count == NAMESERVERS_MAX)
		return;
	text_copy(resolver->servers[resolver->count++], ADDRESS_TEXT_BYTES, server);
	put(resolver, "nameserver", server);
}

static void add_lease(struct resolver *resolver, const struct lease *lease)
{
	for (unsigned i = 0; i < lease->dns_count; i++)
		add_server(resolver, lease->dns[i]);
}

void way_resolver(const struct network_words *words, const struct network_port *four,
                  const struct network_port *six, char *text, size_t size)
{
	struct resolver resolver = { .text = text, .size = size };
	const char *search = "";

	text[0] = '\0';
	for (unsigned i = 0; i < words->nameserver_count; i++)
		add_server(&resolver, words->nameservers[i]);
	if (four) {
		add_lease(&resolver, &four->leases[LEASE_STATIC]);
		add_lease(&resolver, &four->leases[LEASE_DHCP]);
		search = four->leases[LEASE_DHCP].search;
	}
	if (six) {
		add_lease(&resolver, &six->leases[LEASE_STATIC]);
		add_lease(&resolver, &six->leases[LEASE_DHCP6]);
		add_lease(&resolver, &six->leases[LEASE_RA]);
		search = search[0] ? search : six->leases[LEASE_DHCP6].search;
	}
	if (search[0])
		put(&resolver, "search", search);
}
