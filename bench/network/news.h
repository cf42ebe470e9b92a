/* SPDX-License-Identifier: MIT */
/* news.h - what the kernel tells of links, addresses and routers */

#ifndef ASSAY_NETWORK_NEWS_H
#define ASSAY_NETWORK_NEWS_H

#include "bench/network/words.h"

/* What one message says beyond "look again". */
struct news {
	unsigned index;      /* of the port that it is about; 0 = of none */
	bool has_flags;      /* the next two were told */
	bool managed, other; /* the router says: addresses, other things come by DHCPv6 */
	bool has_dns;        /* the router named name servers, or took them back */
	char dns[NAMESERVERS_MAX][ADDRESS_TEXT_BYTES];
	unsigned dns_count;
};

/* Listen to the kernel. Returns a descriptor that does not wait, or -errno. */
MUST_CHECK int news_open(void);

/*
 * Understand one message of rtnetlink of @size bytes. Whatever it is, it is a reason to
 * look again; @news has what cannot be looked up elsewhere.
 */
void news_read(struct news *news, const void *message, size_t size);

#endif
