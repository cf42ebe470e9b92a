/* SPDX-License-Identifier: MIT */
/* bonnie_text.c - the table of bonnie++, of both generations */

#include "bench/formats/bonnie_part.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define COLUMN 19 /* letters of the first column */

static bool is_old(const struct bonnie_words *words)
{
	return words->layout == BONNIE_1_96;
}

/* Five letters, or more if it must be: KiB/s, as k, m or g in 2.00. */
static void print_speed(FILE *out, double kib, bool old)
{
	double mib = floor(kib) / 1024;

	if (old)
		fprintf(out, " %5" PRIu64, (uint64_t)kib);
	else if (kib < 10000)
		fprintf(out, " %4dk", (int)kib);
	else if (mib < 99.95)
		fprintf(out, " %4.1fm", mib);
	else if (mib < 1000)
		fprintf(out, " %4.0fm", mib);
	else
		fprintf(out, " %4.1fg", mib / 1024);
}

static void print_figure(FILE *out, const struct bonnie_figure *figure, int phase, bool old)
{
	double rate = bonnie_rate(figure);

	if (figure->elapsed_ns == 0) {
		fprintf(out, "%10s", "");
		return;
	}
	if (bonnie_is_short(figure)) {
		fprintf(out, " +++++ +++");
		return;
	}
	if (phase < BONNIE_SEEK)
		print_speed(out, rate, old);
	else if (phase == BONNIE_SEEK)
		fprintf(out, rate < 1000 ? " %5.1f" : " %5.0f", rate);
	else
		fprintf(out, " %5" PRIu64, (uint64_t)rate);
	fprintf(out, " %3u", bonnie_cpu_percent(figure));
}

/* The six figures and the six latencies of one table. */
static void print_figures(FILE *out, const struct bonnie_words *words,
                          const struct bonnie_figure *figures, int first)
{
	char text[16];

	for (int i = 0; i < BONNIE_PHASES / 2; i++)
		print_figure(out, &figures[first + i], first + i, is_old(words));
	fprintf(out, "\nLatency          ");
	for (int i = 0; i < BONNIE_PHASES / 2; i++)
		fprintf(out, " %9s", bonnie_latency(text, figures[first + i].longest_ns));
	fprintf(out, "\n");
	if (!words->percentiles)
		return;
	fprintf(out, "Latency p99      ");
	for (int i = 0; i < BONNIE_PHASES / 2; i++)
		fprintf(out, " %9s", bonnie_latency(text, figures[first + i].p99_ns));
	fprintf(out, "\n");
}

/* "1G:4k:2:8000:3": the size, and what is not as ever; a part between may be empty. */
static const char *file_label(char label[96], const struct bonnie_words *words)
{
	const struct bonnie_options *options = &words->options;
	char parts[4][16] = { "" }, size[24];
	int used, last = 4;

	if (options->chunk_bytes != BONNIE_CHUNK_BYTES && options->chunk_bytes % 1024 == 0)
		snprintf(parts[0], sizeof(parts[0]), "%uk", (unsigned)options->chunk_bytes / 1024);
	else if (options->chunk_bytes != BONNIE_CHUNK_BYTES)
		snprintf(parts[0], sizeof(parts[0]), "%u", (unsigned)options->chunk_bytes);
	if (words->concurrency != 1)
		snprintf(parts[1], sizeof(parts[1]), "%u", words->concurrency);
	if (options->seeks != BONNIE_SEEKS)
		snprintf(parts[2], sizeof(parts[2]), "%u", (unsigned)options->seeks);
	if (options->seekers != BONNIE_SEEKERS)
		snprintf(parts[3], sizeof(parts[3]), "%u", (unsigned)options->seekers);
	while (last > 0 && parts[last - 1][0] == '\0')
		last--;
	used = snprintf(label, 96, "%s", bonnie_size(size, options->size_mib));
	for (int i = 0; i < last; i++)
		used += snprintf(label + used, 96 - (size_t)used, ":%s", parts[i]);
	return label;
}

/* The machine at the left, cut if need be, @label at the right. */
static void print_first_column(FILE *out, const char *name, const char *label)
{
	int room = COLUMN - 1 - (int)strlen(label);

	if (room > 0)
		fprintf(out, "%-*.*s ", room, room, name);
	fprintf(out, "%s", label);
}

static void print_large(FILE *out, const struct bonnie_words *words,
                        const struct bonnie_outcome *outcome)
{
	char label[96];

	fprintf(out,
	        "Version %5s       ------Sequential Output------ --Sequential Input- "
	        "--Random-\n",
	        is_old(words) ? "1.96" : "2.00a");
	if (is_old(words))
		fprintf(out, "Concurrency %3u     ", words->concurrency);
	else
		fprintf(out, "%20s", "");
	fprintf(out, "-Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n");
	if (is_old(words))
		fprintf(out, "Machine        Size K/sec %%CP K/sec %%CP K/sec %%CP K/sec %%CP "
		             "K/sec %%CP  /sec %%CP\n");
	else
		fprintf(out, "Name:Size etc        /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP  "
		             "/sec %%CP  /sec %%CP\n");
	print_first_column(out, words->name, file_label(label, words));
	print_figures(out, words, outcome->figures, BONNIE_PUTC);
}

/* "16:1000:10/4", "16:link". */
static const char *files_label(char label[96], const struct bonnie_options *options)
{
	int used = snprintf(label, 96, "%u", (unsigned)options->file_count / BONNIE_FILES_UNIT);

	if (options->kind != BONNIE_FILES)
		used += snprintf(label + used, 96 - (size_t)used,
		                 options->kind == BONNIE_LINKS ? ":link" : ":symlink");
	else if (options->file_bytes_max)
		used +=
		    snprintf(label + used, 96 - (size_t)used, ":%u:%u",
		             (unsigned)options->file_bytes_max, (unsigned)options->file_bytes_min);
	if (options->directories > 1)
		snprintf(label + used, 96 - (size_t)used, "/%u", (unsigned)options->directories);
	return label;
}

static void print_small(FILE *out, const struct bonnie_words *words,
                        const struct bonnie_outcome *outcome)
{
	const struct bonnie_options *options = &words->options;
	const char *head = "              files";
	char label[96];

	if (options->kind != BONNIE_FILES)
		head = "files:max";
	else if (options->file_bytes_max)
		head = "files:max:min";
	fprintf(out,
	        "Version %5s       ------Sequential Create------ --------Random Create--------\n"
	        "%-19.19s -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
	        "%-19s  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP\n"
	        "%19s",
	        is_old(words) ? "1.96" : "2.00a", words->name, head, files_label(label, options));
	print_figures(out, words, outcome->figures, BONNIE_CREATE_SEQUENTIAL);
}

void bonnie_print_text(FILE *out, const struct bonnie_words *words,
                       const struct bonnie_outcome *outcome)
{
	if (words->options.size_mib)
		print_large(out, words, outcome);
	if (words->options.file_count)
		print_small(out, words, outcome);
	else
		fprintf(out, "\n");
}
