/* SPDX-License-Identifier: MIT */
/* unixbench.c - the text report of UnixBench: its parts in order, and what layouts share */

#include "bench/formats/unixbench.h"

#include "bench/formats/unixbench_part.h"
#include "bench/lib/clock.h"
#include "bench/system/unixbench_score.h"

#include <stdlib.h>
#include <string.h>

static bool is_marked(const struct unixbench_block *block, const struct unixbench_result *result)
{
	return result->test->depends_on_libc && !block->classic;
}

double unixbench_index(const struct unixbench_block *block, bool comparable, unsigned *count)
{
	double indexes[UNIXBENCH_TESTS];
	unsigned used = 0;

	for (unsigned i = 0; i < block->result_count; i++) {
		const struct unixbench_result *result = &block->results[i];

		if (result->ok && !(comparable && is_marked(block, result)))
			indexes[used++] = score_index(result->test, result->score);
	}
	*count = used;
	return score_total(indexes, used);
}

static int compare_titles(const void *a, const void *b)
{
	const struct unixbench_result *const *left = a, *const *right = b;

	return strcmp((*left)->test->title, (*right)->test->title);
}

void part_sort(const struct unixbench_block *block,
               const struct unixbench_result *sorted[UNIXBENCH_TESTS])
{
	for (unsigned i = 0; i < block->result_count; i++)
		sorted[i] = &block->results[i];
	qsort(sorted, block->result_count, sizeof(sorted[0]), compare_titles);
}

const char *part_mark(const struct unixbench_block *block, const struct unixbench_result *result)
{
	return is_marked(block, result) ? " *" : "";
}

bool part_any_mark(const struct unixbench_block *block)
{
	for (unsigned i = 0; i < block->result_count; i++)
		if (block->results[i].ok && is_marked(block, &block->results[i]))
			return true;
	return false;
}

void part_footnote(FILE *out)
{
	fputs(
	    "* Done with static programs and the BusyBox shell, which is less work than the same\n"
	    "  test on a distribution: not comparable with the results of other programs. The\n"
	    "  classic userland makes it comparable.\n",
	    out);
}

void unixbench_print(FILE *out, const struct machine *machine, const struct unixbench_block *blocks,
                     size_t block_count, enum unixbench_layout layout)
{
	bool marks = false;

	if (layout == LAYOUT_4_1)
		part_system_4_1(out, "");
	else
		part_system_6_0(out, machine, "", clock_wall_ns());
	for (size_t i = 0; i < block_count; i++) {
		if (layout == LAYOUT_4_1)
			part_block_4_1(out, &blocks[i]);
		else
			part_block_6_0(out, machine->cpu.threads, &blocks[i]);
		marks |= part_any_mark(&blocks[i]);
	}
	if (marks)
		part_footnote(out);
}
