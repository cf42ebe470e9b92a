/* SPDX-License-Identifier: MIT */
/* link.c - symbolic links, as /sys is full of, and what they say of a network port */

#include "bench/lib/link.h"

#include "bench/lib/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *link_read(const char *root, char *target, size_t size, const char *format, ...)
{
	char full[PATH_MAX];
	size_t used = (size_t)snprintf(full, sizeof(full), "%.1000s", root);
	ssize_t length;
	va_list args;

	va_start(args, format);
	vsnprintf(full + used, sizeof(full) - used, format, args);
	va_end(args);
	length = readlink(full, target, size - 1);
	target[length > 0 ? length : 0] = '\0';
	return target;
}

const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

enum port_kind port_kind(const char *root, const char *name)
{
	static const char bmc_drivers[] = "cdc_ether,rndis_host,cdc_ncm";
	char target[PATH_MAX], type[16];

	/* 1 = Ethernet */
	if (text_readf(root, type, sizeof(type), "/sys/class/net/%s/type", name) < 0 ||
	    strcmp(type, "1") != 0)
		return PORT_OTHER;
	if (link_read(root, target, sizeof(target), "/sys/class/net/%s/device", name)[0] == '\0')
		return PORT_VIRTUAL;
	/* a virtual function has a physical one */
	if (link_read(root, target, sizeof(target), "/sys/class/net/%s/device/physfn", name)[0])
		return PORT_OTHER;
	link_read(root, target, sizeof(target), "/sys/class/net/%s/device/driver", name);
	return target[0] != '\0' && text_matches(bmc_drivers, last_part(target)) ? PORT_BMC
	                                                                         : PORT_WIRED;
}
