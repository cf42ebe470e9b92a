/* SPDX-License-Identifier: MIT */
/* bonnie_csv.c - the CSV line of bonnie++: 48 fields in version 1.96, 50 in 1.98 */

#include "bench/formats/bonnie_part.h"

#include <inttypes.h>

bool bonnie_is_short(const struct bonnie_figure *figure)
{
	return figure->elapsed_ns < BONNIE_SHORTEST_NS;
}

const char *bonnie_latency(char text[16], uint64_t ns)
{
	double us = (double)ns / 1e3;

	if (us > 99999999)
		snprintf(text, 16, "%ds", (int)(us / 1e6));
	else if (us > 99999)
		snprintf(text, 16, "%dms", (int)(us / 1e3));
	else
		snprintf(text, 16, "%dus", (int)us);
	if (ns == 0)
		text[0] = '\0';
	return text;
}

const char *bonnie_size(char text[24], uint64_t size_mib)
{
	if (size_mib && size_mib % 1024 == 0)
		snprintf(text, 24, "%" PRIu64 "G", size_mib / 1024);
	else
		snprintf(text, 24, "%" PRIu64 "M", size_mib);
	return text;
}

/* ",rate,cpu". Seeks that are slow have a decimal. */
static void print_figure(FILE *out, const struct bonnie_figure *figure, bool seeks)
{
	double rate = bonnie_rate(figure);

	if (figure->elapsed_ns == 0)
		fprintf(out, ",,");
	else if (bonnie_is_short(figure))
		fprintf(out, ",+++++,+++");
	else if (seeks && rate < 1000)
		fprintf(out, ",%.1f,%u", rate, bonnie_cpu_percent(figure));
	else
		fprintf(out, ",%" PRIu64 ",%u", (uint64_t)rate, bonnie_cpu_percent(figure));
}

static void print_number(FILE *out, uint64_t number, uint64_t unless)
{
	if (number == unless)
		fprintf(out, ",");
	else
		fprintf(out, ",%" PRIu64, number);
}

/* num_files to file_chunk_size. */
static void print_files(FILE *out, const struct bonnie_options *options)
{
	static const char *const kinds[] = {
		[BONNIE_LINKS] = "link", [BONNIE_SYMLINKS] = "symlink"
	};

	if (options->file_count == 0) {
		fprintf(out, ",,,,,");
		return;
	}
	fprintf(out, ",%u", (unsigned)options->file_count / BONNIE_FILES_UNIT);
	if (options->kind == BONNIE_FILES)
		print_number(out, options->file_bytes_max, 0);
	else
		fprintf(out, ",%s", kinds[options->kind]);
	print_number(out, options->file_bytes_min, 0);
	print_number(out, options->directories, 1);
	print_number(out, options->file_chunk_bytes, BONNIE_CHUNK_BYTES);
}

void bonnie_print_csv(FILE *out, const struct bonnie_words *words,
                      const struct bonnie_outcome *outcome)
{
	const struct bonnie_options *options = &words->options;
	bool old = words->layout == BONNIE_1_96;
	char text[24];

	fprintf(out, "%s,%s,%u,%" PRIu64 ",%s,", old ? "1.96,1.96" : "1.98,2.00a", words->name,
	        words->concurrency, options->seed,
	        options->size_mib ? bonnie_size(text, options->size_mib) : "");
	if (!old && options->size_mib)
		fprintf(out, ",%u,%u", (unsigned)options->seeks, (unsigned)options->seekers);
	else if (!old)
		fprintf(out, ",,");
	for (int phase = 0; phase < BONNIE_PHASES; phase++) {
		if (phase == BONNIE_CREATE_SEQUENTIAL)
			print_files(out, options);
		print_figure(out, &outcome->figures[phase], phase == BONNIE_SEEK);
	}
	for (int phase = 0; phase < BONNIE_PHASES; phase++)
		fprintf(out, ",%s", bonnie_latency(text, outcome->figures[phase].longest_ns));
	fprintf(out, "\n");
}

void bonnie_print_csv_header(FILE *out, enum bonnie_layout layout)
{
	const char *name;

	fprintf(out,
	        "format_version,bonnie_version,name,concurrency,seed,file_size,"
	        "io_chunk_size%s",
	        layout == BONNIE_1_96 ? "" : ",random_seeks,seek_procs");
	for (int phase = 0; phase < BONNIE_PHASES; phase++) {
		if (phase == BONNIE_CREATE_SEQUENTIAL)
			fprintf(out, ",num_files,max_size,min_size,num_dirs,file_chunk_size");
		name = bonnie_phase_name((enum bonnie_phase)phase);
		fprintf(out, ",%s,%s_cpu", name, name);
	}
	for (int phase = 0; phase < BONNIE_PHASES; phase++)
		fprintf(out, ",%s_latency", bonnie_phase_name((enum bonnie_phase)phase));
	fprintf(out, "\n");
}
