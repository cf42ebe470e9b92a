/* SPDX-License-Identifier: MIT */
/* unixbench_4_1.c - the scores and indexes of UnixBench 6.0 in the layout of version 4.1 */

#include "bench/formats/unixbench_part.h"
#include "bench/system/unixbench_score.h"

#include <string.h>
#include <time.h>

#define LINE_WIDTH 74

/* In the middle of a line as wide as the table. */
static void print_centred(FILE *out, const char *text)
{
	fprintf(out, "%*s\n", (int)(LINE_WIDTH + strlen(text)) / 2, text);
}

/* Version 4.1 ran one copy only, and did not say so. */
static void print_start(FILE *out, const struct unixbench_block *block)
{
	time_t at_s = (time_t)(block->started_wall_ns / SECONDS(1));
	char text[64] = "";
	struct tm local;

	if (localtime_r(&at_s, &local))
		strftime(text, sizeof(text), "%a %b %e %H:%M:%S %Z %Y", &local);
	fprintf(out, "  Start Benchmark Run: %s\n", text);
	if (block->copies != 1)
		fprintf(out, "  %u parallel copies of tests\n", block->copies);
}

static void print_score(FILE *out, const struct unixbench_block *block,
                        const struct unixbench_result *result)
{
	const struct unixbench_test *test = result->test;

	if (result->ok)
		fprintf(out, "%-40.40s %8.1f %-5s (%.1f secs, %u samples)%s\n", test->title,
		        result->score, test->unit, result->time_s, result->samples,
		        part_mark(block, result));
	else
		fprintf(out, "%-40.40s %8s %-5s (%s)\n", test->title, "---", test->unit,
		        result->reason);
}

static void print_total(FILE *out, const char *title, double index, const char *mark)
{
	fprintf(out, "     %-49s%20.1f%s\n", title, index, mark);
}

static void print_indexes(FILE *out, const struct unixbench_block *block,
                          const struct unixbench_result *const sorted[UNIXBENCH_TESTS])
{
	bool marks = part_any_mark(block);
	double index;
	unsigned count;

	index = unixbench_index(block, false, &count);
	if (count == 0)
		return;
	print_centred(out, "INDEX VALUES");
	fprintf(out, "%-40s  %10s %10s %10s\n\n", "TEST", "BASELINE", "RESULT", "INDEX");
	for (unsigned i = 0; i < block->result_count; i++)
		if (sorted[i]->ok)
			fprintf(out, "%-40s  %10.1f %10.1f %10.1f%s\n", sorted[i]->test->title,
			        sorted[i]->test->baseline, sorted[i]->score,
			        score_index(sorted[i]->test, sorted[i]->score),
			        part_mark(block, sorted[i]));
	fprintf(out, "%*s\n", LINE_WIDTH, "=========");
	print_total(out, "FINAL SCORE", index, marks ? " *" : "");
	index = unixbench_index(block, true, &count);
	if (marks && count > 0)
		print_total(out, "COMPARABLE SCORE (without *)", index, "");
}

void part_block_4_1(FILE *out, const struct unixbench_block *block)
{
	const struct unixbench_result *sorted[UNIXBENCH_TESTS];

	part_sort(block, sorted);
	print_start(out, block);
	for (unsigned i = 0; i < block->result_count; i++)
		print_score(out, block, sorted[i]);
	fputs("\n\n", out);
	print_indexes(out, block, sorted);
	fputc('\n', out);
}
