/* SPDX-License-Identifier: MIT */
/*
 * devices.c - wait until no further disk is to be expected
 *
 * Before it starts /init the kernel has finished what its drivers probe and scan in the
 * background (async_synchronize_full()): disks on AHCI, NVMe, virtio and parallel SCSI are
 * there. Later come only disks on USB, whose driver waits 1 s, and behind controllers
 * whose firmware reports its disks by and by (SAS, RAID, Fibre Channel).
 */

#include "init/init.h"

#include "bench/lib/clock.h"
#include "bench/lib/folder.h"
#include "bench/lib/link.h"
#include "bench/lib/text.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define QUIET_NS MS(200)     /* no disk has come for this long */
#define LOOK_EVERY_NS MS(20) /* between two looks */
#define WORTH_SAYING_NS MS(500)

/* PCI classes: SCSI, RAID, SAS, Fibre Channel. */
static const char late_classes[] = "0x0100*,0x0104*,0x0107*,0x0c04*";

/* Drivers for these classes that have scanned everything when they are ready. */
static const char prompt_drivers[] = "ahci,ata_*,pata_*,sata_*,vmd,virtio-pci,nvme,sym53c8xx,"
				     "am53c974,mptspi,vmw_pvscsi";

#define USB_STORAGE "08" /* bInterfaceClass */

static unsigned count_names(const char *root, const char *path)
{
	struct folder folder;
	unsigned count = 0;

	for (const char *name = folder_first(&folder, root, path); name;
	     name = folder_next(&folder))
		count++;
	return count;
}

/* Is there a disk below the device whose name is @device? */
static bool has_disk(const char *root, const char *device)
{
	char below[300], target[PATH_MAX];
	struct folder folder;
	bool found = false;

	snprintf(below, sizeof(below), "/%s/", device);
	for (const char *name = folder_first(&folder, root, "/sys/block"); name;
	     name = folder_next(&folder)) {
		link_read(root, target, sizeof(target), "/sys/block/%s", name);
		found = found || strstr(target, below);
	}
	return found;
}

/*
 * Find a device on @bus whose driver may still bring a disk: its class, which is in @file,
 * is one of @classes, its driver none of those in @prompt, and it has no disk yet.
 */
static bool find_missing(const char *root, const char *bus, const char *file, const char *classes,
                         const char *prompt, char *missing, size_t size)
{
	char path[64], target[PATH_MAX], class[16];
	struct folder folder;
	const char *driver;

	missing[0] = '\0';
	snprintf(path, sizeof(path), "/sys/bus/%s/devices", bus);
	for (const char *name = folder_first(&folder, root, path); name;
	     name = folder_next(&folder)) {
		link_read(root, target, sizeof(target), "%s/%s/driver", path, name);
		driver = last_part(target);
		if (driver[0] == '\0' || text_matches(prompt, driver) ||
		    text_readf(root, class, sizeof(class), "%s/%s/%s", path, name, file) < 0 ||
		    !text_matches(classes, class) || has_disk(root, name))
			continue;
		snprintf(missing, size, "%.40s (%.40s)", name, driver);
	}
	return missing[0] != '\0';
}

bool devices_complete(struct devices_watch *watch, const char *root, uint64_t now_ns)
{
	unsigned disks = count_names(root, "/sys/block");
	char *missing = watch->missing;

	if (watch->changed_ns == 0 || disks != watch->disks) {
		watch->disks = disks;
		watch->changed_ns = now_ns;
	}
	if (find_missing(root, "pci", "class", late_classes, prompt_drivers, missing,
	                 sizeof(watch->missing)) ||
	    find_missing(root, "usb", "bInterfaceClass", USB_STORAGE, "none", missing,
	                 sizeof(watch->missing)))
		return false;
	/* without a USB host nothing can still be finding out what is plugged in */
	return now_ns - watch->changed_ns >= QUIET_NS ||
	       count_names(root, "/sys/bus/usb/devices") == 0;
}

int devices_wait(struct settings *settings)
{
	uint64_t start_ns = clock_now_ns(), now_ns = start_ns;
	uint64_t limit_ns = start_ns + SECONDS(settings->devices_timeout_s);
	struct devices_watch watch = { .changed_ns = 0 };
	bool complete, said = false;

	while (!(complete = devices_complete(&watch, "", now_ns)) && now_ns < limit_ns) {
		if (!said && (said = now_ns - start_ns >= WORTH_SAYING_NS))
			init_say("waiting for disks%s%s, %u s at most",
			         watch.missing[0] != '\0' ? " of " : "", watch.missing,
			         settings->devices_timeout_s);
		loop_run_until(now_ns + LOOK_EVERY_NS);
		now_ns = clock_now_ns();
	}
	if (!complete && watch.missing[0] != '\0')
		init_say("no disk came from %s within %u s", watch.missing,
		         settings->devices_timeout_s);
	return 0;
}
