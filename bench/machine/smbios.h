/* SPDX-License-Identifier: MIT */
/* smbios.h - the firmware's own table of parts: memory modules and OEM strings are taken from it */

#ifndef ASSAY_SMBIOS_H
#define ASSAY_SMBIOS_H

#include "bench/machine.h"

#define SMBIOS_TABLE "/sys/firmware/dmi/tables/DMI"
#define SMBIOS_BYTES_MAX (256 * 1024) /* more is not read */

/*
 * Add the memory modules in the SMBIOS structure table of @bytes bytes at @table.
 *
 * The table is untrusted: what does not fit in it ends the reading.
 * Returns the modules added, or -ENOSPC when there were more than DIMMS_MAX.
 * Source: DMTF DSP0134 3.7, 7.18 "Memory Device (Type 17)".
 */
int smbios_dimms(const uint8_t *table, size_t bytes, struct memory *memory);

/*
 * Give each OEM string to @take, cleaned as untrusted text and cut at 511 bytes.
 * Source: DMTF DSP0134 3.7, 7.12 "OEM Strings (Type 11)".
 */
void smbios_oem_strings(const uint8_t *table, size_t bytes,
                        void (*take)(void *context, const char *string), void *context);

#endif
