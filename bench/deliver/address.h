/* SPDX-License-Identifier: MIT */
/* address.h - where a file is to go: addresses of http and https, their parts and their joints */

#ifndef ASSAY_ADDRESS_H
#define ASSAY_ADDRESS_H

#include "bench/lib/base.h"

#define ADDRESS_BYTES 768 /* setting upload + MACHINE/RUN/FILE, with the NUL */

/* Who answers at an address: two addresses of the same origin are the same server. */
struct address {
	bool tls;       /* https */
	char host[256]; /* as written; an IPv6 address in its brackets */
	unsigned port;  /* 1 to 65535 */
};

/*
 * Split @url into who answers and the rest; a user and password before the host is left out.
 *
 * @rest  NULL, or set to what follows the origin: "", "/path", "?query", ...
 *
 * Returns 0, or -EINVAL with what was expected in @why. @why never repeats @url: what is
 * wrong with an address may be that it holds a secret.
 */
MUST_CHECK int address_parse(struct address *address, const char *url, const char **rest, char *why,
                             size_t why_size);

/*
 * Can files be put below @url? It needs http or https, a host, no query, no fragment,
 * and only the characters of RFC 3986.
 *
 * Returns 0, or -EINVAL with what was expected in @why (as for address_parse()).
 */
MUST_CHECK int address_check(const char *url, char *why, size_t why_size);

/* Are both addresses on the same server: same scheme, host and port? */
bool address_same_origin(const char *a, const char *b);

/*
 * Make one step of a path of any text: bytes other than [A-Za-z0-9._-] become '-', and so
 * does a dot in front ("." and ".." are no names); "unknown" for an empty text.
 */
void address_name(char *to, size_t size, const char *from);

/*
 * Write the address of a file: @url + MACHINE/RUN/FILE, exactly one slash at each joint.
 *
 * Returns 0, or -ENAMETOOLONG.
 */
MUST_CHECK int address_join(char *to, size_t size, const char *url, const char *machine,
                            const char *run, const char *file);

#endif
