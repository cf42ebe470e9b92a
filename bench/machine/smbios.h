/* SPDX-License-Identifier: MIT */
/* smbios.h - the firmware's own table of parts: only the memory modules are taken from it */

#ifndef ASSAY_SMBIOS_H
#define ASSAY_SMBIOS_H

#include "bench/machine.h"

/*
 * Add the memory modules in the SMBIOS structure table of @bytes bytes at @table.
 *
 * The table is untrusted: what does not fit in it ends the reading.
 * Returns the modules added, or -ENOSPC when there were more than DIMMS_MAX.
 * Source: DMTF DSP0134 3.7, 7.18 "Memory Device (Type 17)".
 */
int smbios_dimms(const uint8_t *table, size_t bytes, struct memory *memory);

#endif
