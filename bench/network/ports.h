/* SPDX-License-Identifier: MIT */
/* ports.h - the network ports of this machine, as they are now */

#ifndef ASSAY_NETWORK_PORTS_H
#define ASSAY_NETWORK_PORTS_H

#include "bench/network/way.h"

/*
 * Look at all ports again: links, addresses, notes. What was learned of them otherwise stays.
 * A wire to the machine's own BMC is none of them, unless the kernel command line has set it up.
 */
void ports_look(struct network_ports *ports, const struct network_words *words);

/* The port of that name or MAC; NULL if there is none. */
const char *port_find(const char *name_or_mac, char name[IFNAMSIZ]);

/* One line for people. */
void network_say(const char *format, ...) PRINTF_LIKE(1, 2);

/* As network_say(); the context is the name of a port, or NULL. */
void network_complain(void *context, const char *why);

#endif
