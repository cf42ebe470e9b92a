/* SPDX-License-Identifier: MIT */
/* link.h - symbolic links, as /sys is full of, and what they say of a network port */

#ifndef ASSAY_LINK_H
#define ASSAY_LINK_H

#include "bench/lib/base.h"

/* Read a symbolic link, its path put together by printf(). Returns @target, "" if none. */
const char *link_read(const char *root, char *target, size_t size, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The last part of a path: what sysfs calls a driver. */
const char *last_part(const char *path);

/* What kind of thing has a network interface. */
enum port_kind {
	PORT_OTHER,   /* loopback, a virtual function, nothing of Ethernet */
	PORT_VIRTUAL, /* a VLAN, a bond */
	PORT_BMC,     /* a wire to the machine's own BMC, by USB */
	PORT_WIRED,   /* a port of the machine itself */
};

/* Of the interface @name below @root. */
enum port_kind port_kind(const char *root, const char *name);

#endif
