/* SPDX-License-Identifier: MIT */
/* gpt.c - what a partition is for and which one it is, by the GPT of its disk */

#include "bench/lib/text.h"
#include "bench/machine/signature.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ENTRY_BYTES 32 /* its beginning: what kind it is, and which one */

/* Read the entry of partition @number. Returns 1, 0 when there is none, or -errno. */
static int entry_read(const struct medium *medium, uint32_t block_bytes, unsigned number,
                      uint8_t entry[ENTRY_BYTES])
{
	uint8_t header[92];
	uint64_t block;
	uint32_t entry_bytes;
	int rc;

	if (number == 0 || block_bytes == 0)
		return 0;
	rc = medium_read(medium, block_bytes, header, sizeof(header));
	if (rc <= 0 || memcmp(header, "EFI PART", 8) != 0)
		return rc < 0 ? rc : 0;
	block = little_u64(header + 72);
	entry_bytes = little_u32(header + 84);
	if (number > little_u32(header + 80) || entry_bytes < 128 || entry_bytes > 4096 ||
	    block > medium->bytes / block_bytes)
		return 0;
	return medium_read(medium, block * block_bytes + (uint64_t)(number - 1) * entry_bytes,
	                   entry, ENTRY_BYTES);
}

int signature_of_gpt(const struct medium *medium, uint32_t block_bytes, unsigned number, char *name,
                     size_t size)
{
	/* the GUIDs as they lie on the disk: the first three fields little-endian */
	static const struct {
		const char *name, *guid;
	} types[] = {
		{ "VMFS", "\x2a\xe0\x31\xaa\x0f\x40\xdb\x11\x95\x90\x00\x0c\x29\x11\xd1\xb8" },
		{ "GPFS", "\x90\xfc\xaf\x37\x7d\xef\x91\x4e\x96\xc3\x2d\x7a\xe0\x55\xb1\x74" },
	};
	uint8_t entry[ENTRY_BYTES];
	int rc = entry_read(medium, block_bytes, number, entry);

	text_copy(name, size, "");
	for (size_t i = 0; i < countof(types) && rc > 0; i++)
		if (memcmp(entry, types[i].guid, 16) == 0) {
			text_copy(name, size, types[i].name);
			return 1;
		}
	return rc < 0 ? rc : 0;
}

int gpt_uuid(const struct medium *medium, uint32_t block_bytes, unsigned number,
             char uuid[PARTITION_UUID_BYTES])
{
	uint8_t entry[ENTRY_BYTES], *id = entry + 16;
	int rc = entry_read(medium, block_bytes, number, entry);
	size_t used;

	uuid[0] = '\0';
	if (rc <= 0)
		return rc;
	used =
	    (size_t)snprintf(uuid, PARTITION_UUID_BYTES, "%08" PRIx32 "-%04" PRIx32 "-%04" PRIx32,
	                     little_u32(id), little_u16(id + 4), little_u16(id + 6));
	for (size_t i = 8; i < 16; i++)
		used += (size_t)snprintf(uuid + used, PARTITION_UUID_BYTES - used, "%s%02x",
		                         i == 8 || i == 10 ? "-" : "", id[i]);
	return 1;
}
