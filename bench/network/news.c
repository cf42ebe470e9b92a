/* SPDX-License-Identifier: MIT */
/*
 * news.c - what the kernel tells of links, addresses and routers
 *
 * Name servers that a router advertises (RDNSS, RFC 8106) are no business of the kernel: it
 * hands them on once, when they come, and keeps nothing.
 */

#include "bench/network/news.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/icmpv6.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ND_RDNSS 25        /* RFC 8106 */
#define ROUTER_OTHER 0x80u /* IF_RA_OTHERCONF, IF_RA_MANAGED: net/if_inet6.h of Linux */
#define ROUTER_MANAGED 0x40u

int news_open(void)
{
	static const int groups[] = { RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR,
		                      RTNLGRP_IPV6_IFINFO, RTNLGRP_ND_USEROPT };
	struct sockaddr_nl address = { .nl_family = AF_NETLINK };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE), rc;

	if (fd < 0)
		return -errno;
	rc = bind(fd, (const struct sockaddr *)&address, sizeof(address));
	for (size_t i = 0; rc == 0 && i < countof(groups); i++)
		rc = setsockopt(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &groups[i],
		                sizeof(groups[i]));
	if (rc == 0)
		return fd;
	rc = -errno;
	close(fd);
	return rc;
}

/* The first attribute of @type among @size bytes, NULL if there is none. */
static const struct rtattr *find(const void *from, size_t size, unsigned short type)
{
	const struct rtattr *attribute = from;
	int rest = (int)size;

	for (; RTA_OK(attribute, rest); attribute = RTA_NEXT(attribute, rest))
		if ((attribute->rta_type & NLA_TYPE_MASK) == type)
			return attribute;
	return NULL;
}

static void read_link(struct news *news, const struct ifinfomsg *link, size_t size)
{
	const struct rtattr *inside;
	uint32_t flags;

	if (size < sizeof(*link) || link->ifi_index <= 0)
		return;
	news->index = (unsigned)link->ifi_index;
	if (link->ifi_family != AF_INET6)
		return;
	inside = find(link + 1, size - sizeof(*link), IFLA_PROTINFO);
	if (inside)
		inside = find(RTA_DATA(inside), RTA_PAYLOAD(inside), IFLA_INET6_FLAGS);
	if (!inside || RTA_PAYLOAD(inside) < sizeof(flags))
		return;
	memcpy(&flags, RTA_DATA(inside), sizeof(flags));
	news->has_flags = true;
	news->managed = flags & ROUTER_MANAGED;
	news->other = flags & ROUTER_OTHER;
}

/* type, length in 8 bytes, 2 bytes of nothing, lifetime in 4; then the addresses */
static void read_option(struct news *news, const struct nduseroptmsg *head, size_t size)
{
	const uint8_t *option = (const uint8_t *)(head + 1);
	char *text;
	size_t length;

	if (size < sizeof(*head) + 8 || head->nduseropt_ifindex <= 0 ||
	    head->nduseropt_icmp_type != 134 || option[0] != ND_RDNSS)
		return;
	length = (size_t)option[1] * 8;
	if (length > size - sizeof(*head) || length < 24)
		return;
	news->index = (unsigned)head->nduseropt_ifindex;
	news->has_dns = true;
	if (memcmp(option + 4, "\0\0\0\0", 4) == 0)
		return; /* not any more */
	for (size_t at = 8; at + 16 <= length && news->dns_count < NAMESERVERS_MAX; at += 16) {
		text = news->dns[news->dns_count++];
		inet_ntop(AF_INET6, option + at, text, ADDRESS_TEXT_BYTES);
		/* the port that a link-local address needs is known here */
		if (option[at] == 0xfe && (option[at + 1] & 0xc0) == 0x80)
			snprintf(text + strlen(text), ADDRESS_TEXT_BYTES - strlen(text), "%%%u",
			         news->index);
	}
}

void news_read(struct news *news, const void *message, size_t size)
{
	const struct nlmsghdr *head = message;

	memset(news, 0, sizeof(*news));
	if (size < sizeof(*head) || head->nlmsg_len < sizeof(*head) || head->nlmsg_len > size)
		return;
	size = head->nlmsg_len - NLMSG_HDRLEN;
	if (head->nlmsg_type == RTM_NEWLINK)
		read_link(news, NLMSG_DATA(head), size);
	else if (head->nlmsg_type == RTM_NEWNDUSEROPT)
		read_option(news, NLMSG_DATA(head), size);
}
