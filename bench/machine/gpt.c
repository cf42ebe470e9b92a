/* SPDX-License-Identifier: MIT */
/* gpt.c - what a partition is for, by the GPT of its disk */

#include "bench/lib/text.h"
#include "bench/machine/signature.h"

#include <string.h>

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
	uint8_t header[92], type[16];
	uint64_t block;
	uint32_t entry_bytes;
	int rc;
	size_t i;

	text_copy(name, size, "");
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
	rc = medium_read(medium, block * block_bytes + (uint64_t)(number - 1) * entry_bytes, type,
	                 sizeof(type));
	for (i = 0; i < countof(types) && rc > 0; i++)
		if (memcmp(type, types[i].guid, sizeof(type)) == 0) {
			text_copy(name, size, types[i].name);
			return 1;
		}
	return rc < 0 ? rc : 0;
}
