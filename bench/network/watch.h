/* SPDX-License-Identifier: MIT */
/* watch.h - keep the way out of the machine, for as long as it is on */

#ifndef ASSAY_NETWORK_WATCH_H
#define ASSAY_NETWORK_WATCH_H

#include "bench/network/words.h"

/* Listen from now on, so that nothing is missed. Returns 0 or -errno. */
MUST_CHECK int watch_network_open(void);

/*
 * Follow links, leases and routers for ever: choose the way out, write /etc/resolv.conf and
 * the notes of NETWORK_FOLDER, ask for DHCPv6 where a router says so.
 */
_Noreturn void watch_network(struct network_words *words);

#endif
