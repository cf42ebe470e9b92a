/* SPDX-License-Identifier: MIT */
/* nic.c - network ports with hardware behind them */

#include "bench/lib/ifaddr.h"
#include "bench/lib/text.h"
#include "bench/machine.h"
#include "bench/machine/controller.h"
#include "bench/machine/sysfs.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static void address_add(struct nic *nic, const struct ifaddrs *entry)
{
	size_t used = strlen(nic->addresses);
	char text[IFADDR_TEXT_BYTES];

	if (ifaddr_text(entry, text) == 0)
		snprintf(nic->addresses + used, sizeof(nic->addresses) - used, "%s%s",
		         used > 0 ? " " : "", text);
}

/* Addresses are not in /sys: the kernel is asked, so only on the machine itself. */
static void addresses_probe(struct machine *machine)
{
	struct ifaddrs *all, *entry;
	unsigned i;

	if (getifaddrs(&all) < 0)
		return;
	for (entry = all; entry; entry = entry->ifa_next)
		for (i = 0; i < machine->nic_count; i++)
			if (strcmp(machine->nics[i].name, entry->ifa_name) == 0)
				address_add(&machine->nics[i], entry);
	freeifaddrs(all);
}

static void port_probe(struct nic *nic, const char *root, const char *name, const char *path)
{
	struct attachment attachment;
	char speed[16];
	uint64_t mbps;

	text_clean(nic->name, sizeof(nic->name), name);
	sysfs_text(root, nic->mac, sizeof(nic->mac), "%s/address", path);
	sysfs_text(root, nic->duplex, sizeof(nic->duplex), "%s/duplex", path);
	sysfs_text(root, speed, sizeof(speed), "%s/speed", path);
	nic->carrier = sysfs_number(root, "%s/carrier", path) == 1;
	/* the kernel says -1, or fails, while there is no link */
	nic->speed_mbps = text_parse_u64(speed, &mbps) == 0 && mbps <= INT_MAX ? (int)mbps : -1;

	attachment_find(&attachment, root, path);
	text_copy(nic->driver, sizeof(nic->driver), attachment.driver);
	text_copy(nic->bus, sizeof(nic->bus), attachment.pci_address);
	if (nic->bus[0] == '\0')
		sysfs_link(root, nic->bus, sizeof(nic->bus), "%s/device", path);
}

void nic_probe(struct machine *machine, const char *root)
{
	char path[PATH_MAX], link[PATH_MAX], device[32];
	struct listing ports;
	const char *name;
	int i;

	listing_open(&ports, root, "/sys/class/net");
	for (i = 0; i < ports.count; i++) {
		name = listing_name(&ports, i);
		snprintf(link, sizeof(link), "/sys/class/net/%s", name);
		if (sysfs_device(root, link, path, sizeof(path)) < 0)
			continue;
		sysfs_link(root, device, sizeof(device), "%s/device", path);
		if (device[0] == '\0')
			continue; /* lo, a bridge, a tunnel */
		if (machine->nic_count == NICS_MAX) {
			machine->truncated = true;
			break;
		}
		port_probe(&machine->nics[machine->nic_count++], root, name, path);
	}
	listing_close(&ports);
	if (root[0] == '\0')
		addresses_probe(machine);
}
