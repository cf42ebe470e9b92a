/* SPDX-License-Identifier: MIT */
/* identity.c - the name of this machine in a path, when its maker cared to give it one */

#include "bench/lib/text.h"
#include "bench/machine.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What makers leave in the field of a serial or UUID that they did not fill in. */
static const char *const meaningless[] = {
	"none",
	"n/a",
	"na",
	"null",
	"unknown",
	"unspecified",
	"invalid",
	"empty",
	"oem",
	"o.e.m.",
	"default string",
	"default",
	"serial",
	"serial number",
	"system serial number",
	"chassis serial number",
	"not specified",
	"not available",
	"not applicable",
	"not settable",
	"not present",
	"no serial",
	"filled by o.e.m.",
	"filled by oem",
	"system product name",
	"base board serial number",
	"sku",
	"to be filled by o.e.m.",
	"to be filled by o.e.m",
	"to be filled by oem",
	"03000200-0400-0500-0006-000700080009",
	"00020003-0004-0005-0006-000700080009",
};

/* Digits in their order, as many as a field has room for. */
static bool is_count(const char *text)
{
	static const char *const orders[] = { "0123456789abcdef",
		                              "0123456789012345678901234567890123456789" };

	for (size_t i = 0; i < countof(orders); i++)
		if (strlen(text) >= 6 && strcasestr(orders[i], text))
			return true;
	return false;
}

/* One character over and over says nothing, either. */
bool identity_is_real(const char *text)
{
	const char *c = text;
	char first = '\0';
	size_t i;

	for (i = 0; i < countof(meaningless); i++)
		if (strcasecmp(text, meaningless[i]) == 0)
			return false;
	if (is_count(text))
		return false;
	for (; *c; c++) {
		if (!isalnum((unsigned char)*c))
			continue;
		if (first != '\0' && *c != first)
			return true;
		first = *c;
	}
	return false;
}

/* Keep what is safe in a path and a URL; no dot in front, so it is never "..". */
static void reduce(char *text, size_t size, const char *from)
{
	size_t used = 0;

	for (; *from && used + 1 < size; from++) {
		if (!isalnum((unsigned char)*from) && !strchr("._-", *from))
			continue;
		if (used == 0 && *from == '.')
			continue;
		text[used++] = *from;
	}
	text[used] = '\0';
}

void machine_identity(const struct machine *machine, char *text, size_t size)
{
	const char *name = "unknown";
	unsigned i;

	for (i = machine->nic_count; i-- > 0;)
		if (identity_is_real(machine->nics[i].mac))
			name = machine->nics[i].mac;
	if (identity_is_real(machine->firmware.uuid))
		name = machine->firmware.uuid;
	if (identity_is_real(machine->firmware.serial))
		name = machine->firmware.serial;
	reduce(text, size, name);
}

void identity_check(const struct machine *machine, void (*tell)(const char *line))
{
	const struct firmware *firmware = &machine->firmware;
	char name[80], line[256];

	if (firmware->serial[0] == '\0' || identity_is_real(firmware->serial))
		return;
	machine_identity(machine, name, sizeof(name));
	snprintf(line, sizeof(line),
	         "SMBIOS: the serial number '%s' is none: expected one that no other machine has; "
	         "this one is called %s",
	         firmware->serial, name);
	tell(line);
}
