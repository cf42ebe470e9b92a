/* SPDX-License-Identifier: MIT */
/* ifaddr.h - an address of a network port, as people write it */

#ifndef ASSAY_IFADDR_H
#define ASSAY_IFADDR_H

#include "bench/lib/base.h"

#include <ifaddrs.h>

#define IFADDR_TEXT_BYTES 50 /* "2001:db8::5/64" and the longest of its kind */

/*
 * Write the address and its prefix: "192.0.2.5/24".
 *
 * Returns 0, or -EAFNOSUPPORT with @text "" for what is neither IPv4 nor IPv6.
 */
int ifaddr_text(const struct ifaddrs *entry, char text[IFADDR_TEXT_BYTES]);

#endif
