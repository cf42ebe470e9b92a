/* SPDX-License-Identifier: MIT */
/* unixbench_6_0.c - scores and indexes in the layout of UnixBench 5 and 6 */

#include "bench/formats/unixbench_part.h"
#include "bench/system/unixbench_score.h"

#include <string.h>
#include <time.h>

#define RULE "------------------------------------------------------------------------"

static void local_time(struct tm *local, uint64_t wall_ns)
{
	time_t at_s = (time_t)(wall_ns / SECONDS(1));

	if (!localtime_r(&at_s, local)) /* a year beyond all reckoning */
		memset(local, 0, sizeof(*local));
}

static void print_heading(FILE *out, unsigned cpus, const struct unixbench_block *block)
{
	struct tm started, ended;
	char text[64];

	local_time(&started, block->started_wall_ns);
	local_time(&ended, block->ended_wall_ns);
	strftime(text, sizeof(text), "%a %b %d %Y %H:%M:%S", &started);
	fprintf(out, RULE "\nBenchmark Run: %s", text);
	strftime(text, sizeof(text), "%H:%M:%S", &ended);
	fprintf(out, " - %s\n", text);
	fprintf(out, "%u CPU%s in system; running %u parallel cop%s of tests\n\n", cpus,
	        cpus == 1 ? "" : "s", block->copies, block->copies == 1 ? "y" : "ies");
}

static void print_score(FILE *out, const struct unixbench_block *block,
                        const struct unixbench_result *result)
{
	const struct unixbench_test *test = result->test;

	if (result->ok)
		fprintf(out, "%-40s %12.1f %-5s (%.1f s, %u samples)%s\n", test->title,
		        result->score, test->unit, result->time_s, result->samples,
		        part_mark(block, result));
	else
		fprintf(out, "%-40s %12s %-5s (%s)\n", test->title, "---", test->unit,
		        result->reason);
}

static void print_indexes(FILE *out, const struct unixbench_block *block,
                          const struct unixbench_result *const sorted[UNIXBENCH_TESTS])
{
	unsigned count, comparable_count;
	double index = unixbench_index(block, false, &count);
	double comparable = unixbench_index(block, true, &comparable_count);
	bool partial = count < UNIXBENCH_TESTS;
	char title[64];

	if (count == 0)
		return;
	fprintf(out, "%-40s %12s %12s %8s\n",
	        partial ? "System Benchmarks Partial Index" : "System Benchmarks Index Values",
	        "BASELINE", "RESULT", "INDEX");
	for (unsigned i = 0; i < block->result_count; i++)
		if (sorted[i]->ok)
			fprintf(out, "%-40s %12.1f %12.1f %8.1f%s\n", sorted[i]->test->title,
			        sorted[i]->test->baseline, sorted[i]->score,
			        score_index(sorted[i]->test, sorted[i]->score),
			        part_mark(block, sorted[i]));
	fprintf(out, "%75s\n", "========");
	fprintf(out, "%-66s %8.1f%s\n",
	        partial ? "System Benchmarks Index Score (Partial Only)"
	                : "System Benchmarks Index Score",
	        index, part_any_mark(block) ? " *" : "");
	if (!part_any_mark(block) || comparable_count == 0)
		return;
	snprintf(title, sizeof(title), "Comparable Index Score (the %u test%s without *)",
	         comparable_count, comparable_count == 1 ? "" : "s");
	fprintf(out, "%-66s %8.1f\n", title, comparable);
}

void part_block_6_0(FILE *out, unsigned cpus, const struct unixbench_block *block)
{
	const struct unixbench_result *sorted[UNIXBENCH_TESTS];

	part_sort(block, sorted);
	print_heading(out, cpus, block);
	for (unsigned i = 0; i < block->result_count; i++)
		print_score(out, block, sorted[i]);
	fputc('\n', out);
	print_indexes(out, block, sorted);
	fputc('\n', out);
}
