/* SPDX-License-Identifier: MIT */
/* controller.h - what a disk or a network port is attached to */

#ifndef ASSAY_CONTROLLER_H
#define ASSAY_CONTROLLER_H

#include "bench/machine.h"

struct attachment {
	char driver[32];      /* of the nearest device that is more than a disk: "megaraid_sas" */
	char pci_address[32]; /* nearest PCI function: "0000:00:03.0"; "" if there is none */
	char pci_ids[16];     /* its vendor and device: "1000:0060" */
};

/* Walk up from the device at @path ("/sys/devices/...") to what it is attached to. */
void attachment_find(struct attachment *attachment, const char *root, const char *path);

/* Note the PCI storage controllers that no driver has taken. */
void orphans_probe(struct machine *machine, const char *root);

#endif
