/* SPDX-License-Identifier: MIT */
/* way.h - which port is the way out of the machine, and which name servers it goes with */

#ifndef ASSAY_NETWORK_WAY_H
#define ASSAY_NETWORK_WAY_H

#include "bench/network/lease.h"

#include <sys/types.h>

#define NETWORK_PORTS_MAX 64

/* What is known of a port right now. */
struct network_port {
	char name[IFNAMSIZ];
	unsigned index;      /* of the kernel */
	bool link;           /* a cable with something at its end */
	bool boots;          /* the one that BOOTIF= names, or made of it */
	char addresses[512]; /* "192.0.2.5/24 dhcp\n...": each with its source */
	bool has4, has6;     /* has an address that is not link-local */
	struct lease leases[LEASE_SOURCES];
	char told[LEASE_SOURCES][4096]; /* the notes as they were read last */
	bool managed, other; /* the router says: addresses, other things are got by DHCPv6 */
	pid_t client6;       /* 0 = none */
	uint64_t again_ns;   /* not before this another client is started */
};

struct network_ports {
	struct network_port ports[NETWORK_PORTS_MAX];
	unsigned count;
};

/*
 * Choose the port for IPv4, or with @six for IPv6: the one of BOOTIF before all others, else
 * the present one as long as it has a link and an address, else the first that has.
 *
 * @now  name of the present one; "" = none
 * Returns NULL if there is none.
 */
const struct network_port *way_choose(const struct network_ports *ports, bool six, const char *now);

/*
 * Write the text of resolv.conf: first the name servers of the command line, then those of
 * the ways out for IPv4 and IPv6, which may be NULL. "" when there is none.
 */
void way_resolver(const struct network_words *words, const struct network_port *four,
                  const struct network_port *six, char *text, size_t size);

/* Where port @four sends what is for others; "" = nowhere. */
const char *way_router(const struct network_port *four);

#endif
