/* SPDX-License-Identifier: MIT */
/* firmware.c - who made this machine and who it is; its memory modules */

#include "bench/machine.h"
#include "bench/machine/smbios.h"
#include "bench/machine/sysfs.h"

#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#define ROW(file, field)                                                                      \
	{                                                                                     \
		file, offsetof(struct firmware, field), sizeof(((struct firmware *)0)->field) \
	}

/* A file of /sys/class/dmi/id and the field it fills. */
static const struct {
	const char *file;
	size_t offset, size;
} identity[] = {
	ROW("sys_vendor", system_vendor),  ROW("product_name", product),
	ROW("product_version", version),   ROW("product_serial", serial),
	ROW("product_uuid", uuid),         ROW("product_sku", sku),
	ROW("board_vendor", board_vendor), ROW("board_name", board),
	ROW("board_serial", board_serial), ROW("chassis_serial", chassis_serial),
	ROW("bios_vendor", bios_vendor),   ROW("bios_version", bios_version),
	ROW("bios_date", bios_date),
};

/* The variable is four bytes of attributes, then one that is 1 when it is on. */
static int secure_boot(const char *root, bool uefi)
{
	uint8_t variable[5];

	if (!uefi)
		return 0;
	if (sysfs_bytes(root, variable, sizeof(variable),
	                "/sys/firmware/efi/efivars/"
	                "SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c") != sizeof(variable))
		return -1;
	return variable[4] == 1;
}

static void dimms_probe(struct machine *machine, const char *root)
{
	static uint8_t table[SMBIOS_BYTES_MAX];
	int bytes = sysfs_bytes(root, table, sizeof(table), SMBIOS_TABLE);

	if (bytes > 0 && smbios_dimms(table, (size_t)bytes, &machine->memory) < 0)
		machine->truncated = true;
}

void firmware_probe(struct machine *machine, const char *root)
{
	struct firmware *firmware = &machine->firmware;
	struct listing efi;
	size_t i;

	for (i = 0; i < countof(identity); i++)
		sysfs_text(root, (char *)firmware + identity[i].offset, identity[i].size,
		           "/sys/class/dmi/id/%s", identity[i].file);

	listing_open(&efi, root, "/sys/firmware/efi");
	firmware->uefi = efi.count > 0;
	listing_close(&efi);
	firmware->secure_boot = secure_boot(root, firmware->uefi);
	dimms_probe(machine, root);
}
