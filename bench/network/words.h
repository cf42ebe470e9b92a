/* SPDX-License-Identifier: MIT */
/* words.h - what the kernel command line says of the network, in the words of dracut */

#ifndef ASSAY_NETWORK_WORDS_H
#define ASSAY_NETWORK_WORDS_H

#include "bench/lib/base.h"

#include <net/if.h>

#define ADDRESS_TEXT_BYTES 50 /* "2001:db8::5/64", "fe80::1%eth0" */
#define MAC_TEXT_BYTES 18     /* "52:54:00:12:34:56" */
#define IP_WORDS_MAX 8
#define LINK_WORDS_MAX 8
#define NAMESERVERS_MAX 3 /* the C library reads no more of resolv.conf */

enum ip_method {
	IP_DHCP,   /* IPv4 by DHCP; IPv6 as routers say */
	IP_DHCP6,  /* IPv6 by DHCP, whatever routers say */
	IP_AUTO6,  /* IPv6 as routers say */
	IP_STATIC, /* the address of the word */
	IP_OFF,    /* no address */
};

/* ip=[PORT:]METHOD, or ip=CLIENT:PEER:GATEWAY:MASK:HOST:PORT:METHOD and what may follow. */
struct ip_word {
	enum ip_method method;
	char port[IFNAMSIZ > MAC_TEXT_BYTES ? IFNAMSIZ : MAC_TEXT_BYTES]; /* a name or a MAC in
	                                                                     colons; "" = none */
	char address[ADDRESS_TEXT_BYTES]; /* with its prefix: "192.0.2.5/24"; "" = none */
	char gateway[ADDRESS_TEXT_BYTES]; /* "" = none */
	char nameservers[2][ADDRESS_TEXT_BYTES];
	char mac[MAC_TEXT_BYTES]; /* to give to the port; "" = its own */
	unsigned mtu;             /* 0 = as it is */
};

/* vlan=NAME:PARENT */
struct vlan_word {
	char name[IFNAMSIZ], parent[IFNAMSIZ];
	unsigned id; /* 1 to 4094 */
};

/* bond=NAME:PORT,PORT[:OPTION=VALUE,...[:MTU]] */
struct bond_word {
	char name[IFNAMSIZ];
	char ports[128];   /* comma-separated */
	char options[256]; /* comma-separated */
	unsigned mtu;      /* 0 = as it is */
};

/* ifname=NAME:MAC */
struct ifname_word {
	char name[IFNAMSIZ], mac[MAC_TEXT_BYTES];
};

/* Zeroed memory says nothing at all: plain DHCP. */
struct network_words {
	struct ip_word ips[IP_WORDS_MAX];
	struct vlan_word vlans[LINK_WORDS_MAX];
	struct bond_word bonds[LINK_WORDS_MAX];
	struct ifname_word ifnames[LINK_WORDS_MAX];
	unsigned ip_count, vlan_count, bond_count, ifname_count;
	char nameservers[NAMESERVERS_MAX][ADDRESS_TEXT_BYTES];
	unsigned nameserver_count;
	char boot_mac[MAC_TEXT_BYTES]; /* BOOTIF=: the port that the firmware booted from; "" */
};

/*
 * Read a kernel command line.
 *
 * A word that cannot be used is told to @complain in one line, with what was expected, and
 * is as if it were not there.
 * Source: dracut.cmdline(7), section Network; BOOTIF as pxelinux writes it.
 */
void network_words_read(struct network_words *words, const char *cmdline,
                        void (*complain)(void *context, const char *why), void *context);

/*
 * Take the next field off @rest: up to a colon, but a MAC or an address in [] is one.
 *
 * Returns 1 with the field in @field, without [], 0 at the end, -EINVAL if it does not fit.
 */
int network_field_next(const char **rest, char *field, size_t size);

/* Understand the value of an ip= word. Returns 0, or -EINVAL with what was expected in @expected.
 */
MUST_CHECK int ip_word_read(struct ip_word *word, const char *value, const char **expected);

/* Copy a MAC in colons, small letters. Returns 0, or -EINVAL if it is none. */
MUST_CHECK int mac_read(char mac[MAC_TEXT_BYTES], const char *text);

/* AF_INET, AF_INET6, or 0 if @text is no address. fe80::1%eth0 is one. */
int address_family(const char *text);

/* Is it an address that one machine can have? 0.0.0.0, 127.0.0.1, ::1, ff02::1 and their like
 * are none. */
bool address_is_host(const char *text);

/* May a network interface have this name? */
bool port_name_is_good(const char *name);

#endif
