/* SPDX-License-Identifier: MIT */
/* controller.c - what a disk or a network port is attached to, and storage that nobody drives */

#include "bench/machine/controller.h"
#include "bench/lib/text.h"
#include "bench/machine/sysfs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PCI_DIR "/sys/bus/pci/devices"

/* "0000:00:1f.2"; the domain behind an Intel VMD has five digits. */
static bool is_pci_address(const char *name)
{
	unsigned domain, bus, device, function;
	int length = 0;

	return sscanf(name, "%8x:%2x:%2x.%1x%n", &domain, &bus, &device, &function, &length) == 4 &&
	       name[length] == '\0';
}

/* A file of sysfs that holds a number like "0x010802"; 0 if it cannot be read. */
static unsigned pci_number(const char *root, const char *device, const char *file)
{
	char text[16];

	sysfs_text(root, text, sizeof(text), "%s/%s", device, file);
	return (unsigned)strtoul(text, NULL, 16);
}

static void pci_ids(const char *root, const char *device, char *to, size_t size)
{
	snprintf(to, size, "%04x:%04x", pci_number(root, device, "vendor") & 0xffff,
	         pci_number(root, device, "device") & 0xffff);
}

/* Drivers of a disk as such say nothing about what it is attached to. */
static bool drives_disks(const char *driver)
{
	return strcmp(driver, "sd") == 0 || strcmp(driver, "mmcblk") == 0;
}

void attachment_find(struct attachment *attachment, const char *root, const char *path)
{
	char parent[PATH_MAX], driver[sizeof(attachment->driver)], *slash;

	memset(attachment, 0, sizeof(*attachment));
	if (text_copy(parent, sizeof(parent), path) < 0)
		return;
	while ((slash = strrchr(parent, '/')) && slash != parent) {
		if (attachment->driver[0] == '\0') {
			sysfs_link(root, driver, sizeof(driver), "%s/driver", parent);
			if (!drives_disks(driver))
				text_copy(attachment->driver, sizeof(attachment->driver), driver);
		}
		if (is_pci_address(slash + 1)) {
			text_clean(attachment->pci_address, sizeof(attachment->pci_address),
			           slash + 1);
			pci_ids(root, parent, attachment->pci_ids, sizeof(attachment->pci_ids));
			return;
		}
		*slash = '\0';
	}
}

/* Source: PCI Code and ID Assignment Specification, base class 01h. */
static const char *storage_class(unsigned class)
{
	switch (class >> 8 & 0xff) {
	case 0x00: return "SCSI";
	case 0x01: return "IDE";
	case 0x04: return "RAID";
	case 0x05: return "ATA";
	case 0x06: return "SATA";
	case 0x07: return "SAS";
	case 0x08: return "NVMe";
	case 0x09: return "UFS";
	default: return "storage";
	}
}

static void orphan_add(struct machine *machine, const char *root, const char *address,
                       unsigned class)
{
	struct orphan *orphan;
	char device[64];

	if (machine->orphan_count == ORPHANS_MAX) {
		machine->truncated = true;
		return;
	}
	orphan = &machine->orphans[machine->orphan_count++];
	snprintf(device, sizeof(device), PCI_DIR "/%s", address);
	text_clean(orphan->address, sizeof(orphan->address), address);
	pci_ids(root, device, orphan->ids, sizeof(orphan->ids));
	text_copy(orphan->class_name, sizeof(orphan->class_name), storage_class(class));
}

void orphans_probe(struct machine *machine, const char *root)
{
	char device[64], driver[32];
	struct listing functions;
	unsigned class;
	int i;

	listing_open(&functions, root, PCI_DIR);
	for (i = 0; i < functions.count; i++) {
		snprintf(device, sizeof(device), PCI_DIR "/%s", listing_name(&functions, i));
		class = pci_number(root, device, "class");
		sysfs_link(root, driver, sizeof(driver), "%s/driver", device);
		if (class >> 16 == 0x01 && driver[0] == '\0')
			orphan_add(machine, root, listing_name(&functions, i), class);
	}
	listing_close(&functions);
}
