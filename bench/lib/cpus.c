/* SPDX-License-Identifier: MIT */
/* cpus.c - the CPUs that this process may run on, one of each core first */

#include "bench/lib/cpus.h"

#include "bench/lib/range.h"
#include "bench/lib/text.h"

#include <sched.h>
#include <string.h>

#define WORD_BITS (8 * sizeof(unsigned long))

/* A bit for each CPU that there can be. */
struct cpu_bits {
	unsigned long words[CPUS_MAX / WORD_BITS];
};

static bool bit_is_set(const struct cpu_bits *bits, unsigned id)
{
	return id < CPUS_MAX && (bits->words[id / WORD_BITS] >> id % WORD_BITS & 1);
}

static void bit_set(struct cpu_bits *bits, unsigned id)
{
	if (id < CPUS_MAX)
		bits->words[id / WORD_BITS] |= 1ul << id % WORD_BITS;
}

/* How many of @bits come before @id on its core: 0 for the first hardware thread. */
static unsigned rank_of(const struct cpu_bits *bits, unsigned id, const char *root)
{
	static const char *const lists[] = { "core_cpus_list", "thread_siblings_list" };
	char text[4096] = "";
	const char *rest = text;
	unsigned first, last, rank = 0;
	int length = -1;

	for (size_t i = 0; i < countof(lists) && length <= 0; i++)
		length = text_readf(root, text, sizeof(text),
		                    "/sys/devices/system/cpu/cpu%u/topology/%s", id, lists[i]);
	while (range_next(&rest, &first, &last))
		for (unsigned other = first; other <= last && other < id; other++)
			rank += bit_is_set(bits, other);
	return rank;
}

void cpus_order(struct cpus *cpus, const char *root)
{
	static unsigned char ranks[CPUS_MAX];
	struct cpu_bits bits = { { 0 } };
	struct cpus ordered = { .count = 0 };

	for (unsigned i = 0; i < cpus->count; i++)
		bit_set(&bits, cpus->ids[i]);
	for (unsigned i = 0; i < cpus->count; i++)
		ranks[i] = (unsigned char)rank_of(&bits, cpus->ids[i], root);
	for (unsigned rank = 0; ordered.count < cpus->count && rank < 256; rank++)
		for (unsigned i = 0; i < cpus->count; i++)
			if (ranks[i] == rank) {
				ordered.ids[ordered.count++] = cpus->ids[i];
				ordered.cores += rank == 0;
			}
	*cpus = ordered;
}

void cpus_find(struct cpus *cpus)
{
	struct cpu_bits bits = { { 0 } };

	if (sched_getaffinity(0, sizeof(bits), (cpu_set_t *)&bits) < 0)
		bit_set(&bits, 0);
	cpus->count = 0;
	for (unsigned id = 0; id < CPUS_MAX; id++)
		if (bit_is_set(&bits, id))
			cpus->ids[cpus->count++] = id;
	cpus_order(cpus, "");
}

void cpus_keep(struct cpus *cpus, const char *list)
{
	struct cpu_bits bits = { { 0 } };
	unsigned first, last, kept = 0, kept_cores = 0;

	while (range_next(&list, &first, &last))
		for (unsigned id = first; id <= last && id < CPUS_MAX; id++)
			bit_set(&bits, id);
	for (unsigned i = 0; i < cpus->count; i++) {
		if (!bit_is_set(&bits, cpus->ids[i]))
			continue;
		kept_cores += i < cpus->cores;
		cpus->ids[kept++] = cpus->ids[i];
	}
	cpus->count = kept;
	cpus->cores = kept_cores;
}
