/* SPDX-License-Identifier: MIT */
/* memory.c - how much memory there is and to which node it belongs; modules: smbios.c */

#include "bench/lib/text.h"
#include "bench/machine.h"
#include "bench/machine/sysfs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NODE_DIR "/sys/devices/system/node"

/* The bytes of the line "KEY:   NUMBER kB", also of "Node 0 KEY: ..."; 0 if there is none. */
static uint64_t meminfo_bytes(const char *text, const char *key)
{
	const char *line = strstr(text, key);
	uint64_t kib;

	if (!line || sscanf(line + strlen(key), " %" SCNu64 " kB", &kib) != 1)
		return 0;
	return KIB(kib);
}

static void node_probe(struct machine *machine, const char *root, unsigned id)
{
	struct memory *memory = &machine->memory;
	char text[16 * 1024];
	struct node *node;

	if (memory->node_count == NODES_MAX) {
		machine->truncated = true;
		return;
	}
	node = &memory->nodes[memory->node_count++];
	node->id = id;
	if (text_readf(root, text, sizeof(text), NODE_DIR "/node%u/meminfo", id) > 0)
		node->bytes = meminfo_bytes(text, "MemTotal:");
	if (text_readf(root, text, sizeof(text), NODE_DIR "/node%u/cpulist", id) > 0 &&
	    text_copy(node->cpus, sizeof(node->cpus), text) < 0)
		machine->truncated = true;
	if (text_readf(root, text, sizeof(text), NODE_DIR "/node%u/distance", id) > 0 &&
	    text_copy(node->distances, sizeof(node->distances), text) < 0)
		machine->truncated = true;
}

void memory_probe(struct machine *machine, const char *root)
{
	struct memory *memory = &machine->memory;
	char text[16 * 1024];
	const char *rest = text;
	unsigned first, last, id;

	if (text_read(root, "/proc/meminfo", text, sizeof(text)) > 0) {
		memory->total_bytes = meminfo_bytes(text, "MemTotal:");
		memory->available_bytes = meminfo_bytes(text, "MemAvailable:");
	}
	if (text_read(root, NODE_DIR "/online", text, sizeof(text)) < 0)
		return;
	while (range_next(&rest, &first, &last))
		for (id = first; id <= last; id++)
			node_probe(machine, root, id);
}
