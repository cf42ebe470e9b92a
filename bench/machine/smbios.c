/* SPDX-License-Identifier: MIT */
/* smbios.c - memory modules and OEM strings out of the SMBIOS structure table */

#include "bench/machine/smbios.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <string.h>

#define TYPE_OEM_STRINGS 11
#define TYPE_MEMORY_DEVICE 17
#define TYPE_END 127

/* One structure: the formatted part of @length bytes, then its strings up to @end. */
struct structure {
	const uint8_t *data;
	size_t length;
	const uint8_t *end;
};

/* Fields beyond the end of a structure are from a later version: they count as 0. */
static unsigned field_byte(const struct structure *at, size_t offset)
{
	return offset < at->length ? at->data[offset] : 0;
}

static unsigned field_word(const struct structure *at, size_t offset)
{
	return field_byte(at, offset) | field_byte(at, offset + 1) << 8;
}

static uint32_t field_dword(const struct structure *at, size_t offset)
{
	return field_word(at, offset) | (uint32_t)field_word(at, offset + 2) << 16;
}

/* Copy the string whose number, counted from 1, is in the field at @offset. */
static void field_string(const struct structure *at, size_t offset, char *to, size_t size)
{
	const uint8_t *text = at->data + at->length;
	unsigned number = field_byte(at, offset);

	to[0] = '\0';
	if (number == 0)
		return;
	while (--number > 0 && text < at->end)
		text += strnlen((const char *)text, (size_t)(at->end - text)) + 1;
	/* the strings end with a NUL inside the table, so this one does too */
	if (text < at->end)
		text_clean(to, size, (const char *)text);
}

static const char *memory_type(unsigned type)
{
	static const char *const names[] = {
		[0x07] = "RAM",    [0x0f] = "SDRAM",  [0x12] = "DDR",    [0x13] = "DDR2",
		[0x14] = "DDR2",   [0x18] = "DDR3",   [0x1a] = "DDR4",   [0x1b] = "LPDDR",
		[0x1c] = "LPDDR2", [0x1d] = "LPDDR3", [0x1e] = "LPDDR4", [0x1f] = "NVDIMM",
		[0x20] = "HBM",    [0x21] = "HBM2",   [0x22] = "DDR5",   [0x23] = "LPDDR5",
		[0x24] = "HBM3",
	};

	return type < countof(names) && names[type] ? names[type] : "";
}

/* 0xffff in the word of a speed says that the later, wider field holds it. */
static unsigned speed_mts(const struct structure *at, size_t offset, size_t wide_offset)
{
	unsigned speed = field_word(at, offset);

	return speed == 0xffff ? field_dword(at, wide_offset) & 0x7fffffff : speed;
}

static uint64_t size_bytes(const struct structure *at)
{
	unsigned size = field_word(at, 0x0c);

	if (size == 0xffff) /* there is a module, of unknown size */
		return 0;
	if (size == 0x7fff)
		return MIB(field_dword(at, 0x1c) & 0x7fffffff);
	return size & 0x8000 ? KIB(size & 0x7fff) : MIB(size);
}

static void dimm_read(const struct structure *at, struct dimm *dimm)
{
	field_string(at, 0x10, dimm->locator, sizeof(dimm->locator));
	field_string(at, 0x17, dimm->manufacturer, sizeof(dimm->manufacturer));
	field_string(at, 0x18, dimm->serial, sizeof(dimm->serial));
	field_string(at, 0x1a, dimm->part, sizeof(dimm->part));
	text_copy(dimm->type, sizeof(dimm->type), memory_type(field_byte(at, 0x12)));
	dimm->bytes = size_bytes(at);
	dimm->speed_mts = speed_mts(at, 0x15, 0x54);
	dimm->configured_mts = speed_mts(at, 0x20, 0x58);
}

/* Find the end of the structure at @data, past its two NULs; NULL if that is not in the table. */
static const uint8_t *structure_end(const uint8_t *data, const uint8_t *table_end)
{
	const uint8_t *text = data + data[1];

	for (; table_end - text >= 2; text++)
		if (text[0] == 0 && text[1] == 0)
			return text + 2;
	return NULL;
}

/* Go to the structure that is next at @at->end. False when there is none that is whole. */
static bool structure_next(struct structure *at, const uint8_t *table_end)
{
	at->data = at->end;
	if (table_end - at->data < 4)
		return false;
	at->length = at->data[1];
	if (at->length < 4 || at->length > (size_t)(table_end - at->data))
		return false;
	at->end = structure_end(at->data, table_end);
	return at->end && at->data[0] != TYPE_END;
}

int smbios_dimms(const uint8_t *table, size_t bytes, struct memory *memory)
{
	struct structure at = { .end = table };
	int added = 0;

	while (structure_next(&at, table + bytes)) {
		if (at.data[0] != TYPE_MEMORY_DEVICE || field_word(&at, 0x0c) == 0)
			continue;
		if (memory->dimm_count == DIMMS_MAX)
			return -ENOSPC;
		dimm_read(&at, &memory->dimms[memory->dimm_count++]);
		added++;
	}
	return added;
}

void smbios_oem_strings(const uint8_t *table, size_t bytes,
                        void (*take)(void *context, const char *string), void *context)
{
	struct structure at = { .end = table };
	char string[512];

	while (structure_next(&at, table + bytes)) {
		const uint8_t *text = at.data + at.length;

		/* each ends with a NUL, the last one with two: structure_end() has seen them */
		while (at.data[0] == TYPE_OEM_STRINGS && text < at.end && *text) {
			text_clean(string, sizeof(string), (const char *)text);
			take(context, string);
			text += strlen((const char *)text) + 1;
		}
	}
}
