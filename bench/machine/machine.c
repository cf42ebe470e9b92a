/* SPDX-License-Identifier: MIT */
/* machine.c - take the inventory, one probe after another, and find things in it */

#include "bench/machine.h"
#include "bench/lib/text.h"

#include <string.h>
#include <strings.h>

void machine_probe(struct machine *machine, const char *root)
{
	memset(machine, 0, sizeof(*machine));
	cpu_probe(machine, root);
	memory_probe(machine, root);
	firmware_probe(machine, root);
	disk_probe(machine, root);
	nic_probe(machine, root);
	environment_probe(machine, root);
}

void machine_fact(struct machine *machine, const char *name, const char *value)
{
	struct fact *fact;

	if (machine->fact_count == FACTS_MAX) {
		machine->truncated = true;
		return;
	}
	fact = &machine->facts[machine->fact_count++];
	if (text_copy(fact->name, sizeof(fact->name), name) < 0 ||
	    text_copy(fact->value, sizeof(fact->value), value) < 0)
		machine->truncated = true;
	text_clean(fact->value, sizeof(fact->value), fact->value);
}

/* A WWN may be given without the word in front of it, as on a label. */
static bool wwn_is(const struct disk *disk, const char *word)
{
	const char *dot = strchr(disk->wwn, '.');

	return dot && (strcasecmp(disk->wwn, word) == 0 || strcasecmp(dot + 1, word) == 0);
}

static bool serial_is(const struct disk *disk, const char *word)
{
	return strcmp(disk->serial, word) == 0;
}

static bool name_is(const struct disk *disk, const char *word)
{
	return strcmp(disk->name, word) == 0;
}

bool disk_answers(const struct disk *disk, const char *word)
{
	return word[0] != '\0' && (serial_is(disk, word) || wwn_is(disk, word));
}

/* What a word can be: the first that fits any disk counts. */
static bool (*const meanings[])(const struct disk *disk, const char *word) = { serial_is, wwn_is,
	                                                                       name_is };

bool machine_names(const struct machine *machine, const char *word, const struct disk *disk)
{
	const struct disk *other, *end = machine->disks + machine->disk_count;

	for (size_t i = 0; i < countof(meanings) && word[0] != '\0'; i++)
		for (other = machine->disks; other < end; other++)
			if (meanings[i](other, word))
				return meanings[i](disk, word);
	return false;
}

bool machine_wants(const struct machine *machine, const char *words, const struct disk *disk)
{
	char word[sizeof(disk->serial)];

	if (words[0] == '\0')
		return true;
	while (text_next(&words, ",", word, sizeof(word)))
		if (machine_names(machine, word, disk))
			return true;
	return false;
}

const struct disk *machine_disk(const struct machine *machine, const char *word)
{
	const struct disk *disk, *end = machine->disks + machine->disk_count;

	for (disk = machine->disks; disk < end; disk++)
		if (machine_names(machine, word, disk))
			return disk;
	return NULL;
}
