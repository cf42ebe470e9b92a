/* SPDX-License-Identifier: MIT */
/* ifaddr.c - an address of a network port, as people write it */

#include "bench/lib/ifaddr.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>

/* Where the address lies in @address, and how long it is, bytes; 0 = neither IPv4 nor IPv6. */
static unsigned locate(const struct sockaddr *address, const uint8_t **bytes)
{
	switch (address ? address->sa_family : AF_UNSPEC) {
	case AF_INET:
		*bytes = (const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr;
		return sizeof(struct in_addr);
	case AF_INET6:
		*bytes = (const uint8_t *)&((const struct sockaddr_in6 *)address)->sin6_addr;
		return sizeof(struct in6_addr);
	default: return 0;
	}
}

int ifaddr_text(const struct ifaddrs *entry, char text[IFADDR_TEXT_BYTES])
{
	const uint8_t *address, *mask;
	char plain[INET6_ADDRSTRLEN];
	unsigned size, prefix = 0;

	text[0] = '\0';
	size = locate(entry->ifa_addr, &address);
	if (!size || locate(entry->ifa_netmask, &mask) != size)
		return -EAFNOSUPPORT;
	for (unsigned i = 0; i < size; i++)
		prefix += (unsigned)__builtin_popcount(mask[i]);
	if (inet_ntop(entry->ifa_addr->sa_family, address, plain, sizeof(plain)))
		snprintf(text, IFADDR_TEXT_BYTES, "%s/%u", plain, prefix);
	return 0;
}
