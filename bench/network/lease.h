/* SPDX-License-Identifier: MIT */
/* lease.h - what one source says of one port: a note in the folder of the network */

#ifndef ASSAY_NETWORK_LEASE_H
#define ASSAY_NETWORK_LEASE_H

#include "bench/network/words.h"

#define NETWORK_FOLDER "/run/network"

/* Who says something of a port; each has its note, NETWORK_FOLDER/PORT.SOURCE. */
enum lease_source {
	LEASE_STATIC, /* "static": the kernel command line */
	LEASE_DHCP,   /* "dhcp": udhcpc.script */
	LEASE_DHCP6,  /* "dhcp6": udhcpc6.script */
	LEASE_RA,     /* "ra": a router */
	LEASE_SOURCES,
};

/* Zeroed memory says nothing. */
struct lease {
	char address[ADDRESS_TEXT_BYTES]; /* with its prefix; "" = none */
	char router[ADDRESS_TEXT_BYTES];  /* "" = none */
	char dns[NAMESERVERS_MAX][ADDRESS_TEXT_BYTES];
	char ntp[NAMESERVERS_MAX][ADDRESS_TEXT_BYTES];
	unsigned dns_count, ntp_count;
	char search[256]; /* domains, space-separated */
	char config[512]; /* URL of the configuration; "" = none */
};

/* "static", "dhcp", "dhcp6", "ra" */
const char *lease_source_name(enum lease_source source);

/*
 * Read the text of a note: lines of "address", "router", "dns", "ntp", "search" and "config",
 * each with its values after it; config in hexadecimal, as udhcpc gives what it does not know.
 *
 * What no honest server says is left out, and told to @complain in one line.
 */
void lease_read(struct lease *lease, const char *text,
                void (*complain)(void *context, const char *why), void *context);

/* Write the note of a port, whole or not at all; text "" takes it away. Returns 0 or -errno. */
MUST_CHECK int note_write(const char *name, const char *text);

/* As note_write(), to any path; a file that says the same already is left alone. */
MUST_CHECK int file_replace(const char *path, const char *text);

#endif
