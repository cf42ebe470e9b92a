/* SPDX-License-Identifier: MIT */
/* cpu.c - processors: who they are from /proc/cpuinfo, how many from /sys */

#include "bench/lib/text.h"
#include "bench/machine.h"
#include "bench/machine/sysfs.h"

#include <cpuid.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPU_DIR "/sys/devices/system/cpu"
#define LIST_BYTES 8192 /* a list of CPUs that is not in ranges can be long */

/* Copy the value of the line "KEY\t: VALUE"; false if there is no such line or it is cut. */
static bool cpuinfo_value(const char *text, const char *key, char *to, size_t size)
{
	const char *line = text, *value;
	size_t length = strlen(key);

	for (; line; line = strchr(line, '\n')) {
		line += line[0] == '\n';
		value = line + length;
		if (strncmp(line, key, length) != 0 || (value[0] != '\t' && value[0] != ':'))
			continue;
		value += strspn(value, "\t :");
		length = strcspn(value, "\n");
		snprintf(to, size, "%.*s", (int)length, value);
		text_clean(to, size, to); /* the BIOS may set the name of the model */
		return length < size;
	}
	to[0] = '\0';
	return true;
}

static unsigned cpuinfo_number(const char *text, const char *key)
{
	char value[16];

	cpuinfo_value(text, key, value, sizeof(value));
	return (unsigned)strtoul(value, NULL, 10);
}

/* Every CPU has a paragraph of its own; the first says all that is kept. */
static void cpu_identify(struct machine *machine, const char *root)
{
	struct cpu *cpu = &machine->cpu;
	char text[16 * 1024], *end;
	int length = sysfs_bytes(root, text, sizeof(text) - 1, "/proc/cpuinfo");

	if (length < 0)
		return;
	text[length] = '\0';
	end = strstr(text, "\n\n");
	if (end)
		*end = '\0';

	cpuinfo_value(text, "vendor_id", cpu->vendor, sizeof(cpu->vendor));
	cpuinfo_value(text, "model name", cpu->model, sizeof(cpu->model));
	cpuinfo_value(text, "microcode", cpu->microcode, sizeof(cpu->microcode));
	if (!cpuinfo_value(text, "flags", cpu->flags, sizeof(cpu->flags)))
		machine->truncated = true;
	cpu->family = cpuinfo_number(text, "cpu family");
	cpu->model_number = cpuinfo_number(text, "model");
	cpu->stepping = cpuinfo_number(text, "stepping");
}

/* Is @id the first in one of its own lists? One CPU of each core, of each package is. */
static bool cpu_leads(const char *root, unsigned id, const char *list, const char *older_name)
{
	char text[LIST_BYTES];
	const char *rest = text;
	unsigned first, last;

	if (text_readf(root, text, sizeof(text), CPU_DIR "/cpu%u/topology/%s", id, list) < 0 &&
	    text_readf(root, text, sizeof(text), CPU_DIR "/cpu%u/topology/%s", id, older_name) < 0)
		return false;
	return range_next(&rest, &first, &last) && first == id;
}

static void cpu_count(struct cpu *cpu, const char *root, unsigned id)
{
	uint64_t khz = sysfs_number(root, CPU_DIR "/cpu%u/cpufreq/cpuinfo_max_freq", id);

	cpu->threads++;
	cpu->cores += cpu_leads(root, id, "core_cpus_list", "thread_siblings_list");
	cpu->sockets += cpu_leads(root, id, "package_cpus_list", "core_siblings_list");
	if (khz > cpu->max_khz)
		cpu->max_khz = khz;
}

/* The size is written as "32K"; a few kernels wrote "8M". */
static uint64_t cache_bytes(const char *text)
{
	char *unit;
	uint64_t number = strtoull(text, &unit, 10);

	return *unit == 'M' ? MIB(number) : *unit == 'K' ? KIB(number) : number;
}

static void cache_probe(struct machine *machine, const char *root, unsigned id)
{
	struct cpu *cpu = &machine->cpu;
	char text[LIST_BYTES];
	struct cache *cache;
	unsigned index, level;

	for (index = 0;; index++) {
		level =
		    (unsigned)sysfs_number(root, CPU_DIR "/cpu%u/cache/index%u/level", id, index);
		if (level == 0)
			return;
		if (cpu->cache_count == CACHES_MAX) {
			machine->truncated = true;
			return;
		}
		cache = &cpu->caches[cpu->cache_count++];
		cache->level = level;
		sysfs_text(root, cache->type, sizeof(cache->type),
		           CPU_DIR "/cpu%u/cache/index%u/type", id, index);
		sysfs_text(root, text, sizeof(text), CPU_DIR "/cpu%u/cache/index%u/size", id,
		           index);
		cache->bytes = cache_bytes(text);
		sysfs_text(root, text, sizeof(text), CPU_DIR "/cpu%u/cache/index%u/shared_cpu_list",
		           id, index);
		cache->shared_by_threads = range_count(text);
	}
}

/* The name that a hypervisor gives itself: only the CPU that runs this can say it. */
static void hypervisor_probe(struct cpu *cpu)
{
	unsigned name[4] = { 0 }, leaf;

	__cpuid(0x40000000, leaf, name[0], name[1], name[2]);
	text_clean(cpu->hypervisor, sizeof(cpu->hypervisor), (const char *)name);
}

/* Are all the words of @wanted among the words of @flags? */
static bool has_flags(const char *flags, const char *wanted)
{
	char all[sizeof(((struct cpu *)0)->flags) + 2], word[16], spaced[20];

	snprintf(all, sizeof(all), " %s ", flags);
	while (text_next(&wanted, " ", word, sizeof(word))) {
		snprintf(spaced, sizeof(spaced), " %s ", word);
		if (!strstr(all, spaced))
			return false;
	}
	return true;
}

/* Source: x86-64 psABI, "Micro-Architecture Levels"; abm is the kernel's word for LZCNT. */
static unsigned cpu_level(const char *flags)
{
	static const char *const levels[] = {
		"cmov cx8 fpu fxsr mmx syscall sse sse2",
		"cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3",
		"avx avx2 bmi1 bmi2 f16c fma abm movbe xsave",
		"avx512f avx512bw avx512cd avx512dq avx512vl",
	};
	unsigned level = 0;

	while (level < countof(levels) && has_flags(flags, levels[level]))
		level++;
	return level;
}

void cpu_probe(struct machine *machine, const char *root)
{
	struct cpu *cpu = &machine->cpu;
	char online[LIST_BYTES];
	const char *rest = online;
	unsigned first, last, id, lowest = UINT_MAX;

	cpu_identify(machine, root);
	cpu->level = cpu_level(cpu->flags);
	if (root[0] == '\0' && strstr(cpu->flags, "hypervisor"))
		hypervisor_probe(cpu);

	if (text_read(root, CPU_DIR "/online", online, sizeof(online)) < 0)
		return;
	while (range_next(&rest, &first, &last)) {
		if (lowest == UINT_MAX)
			lowest = first;
		for (id = first; id <= last; id++)
			cpu_count(cpu, root, id);
	}
	cache_probe(machine, root, lowest);
	sysfs_text(root, cpu->governor, sizeof(cpu->governor),
	           CPU_DIR "/cpu%u/cpufreq/scaling_governor", lowest);
}
