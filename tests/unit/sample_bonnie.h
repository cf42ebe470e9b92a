/* SPDX-License-Identifier: MIT */
/* sample_bonnie.h - a run of bonnie++ 2.00a that was observed, and looks at what is printed of it
 */

#ifndef ASSAY_SAMPLE_BONNIE_H
#define ASSAY_SAMPLE_BONNIE_H

#include "tests/unit/check.h"

#include "bench/formats/bonnie_part.h"

#include <stdlib.h>
#include <string.h>

static struct bonnie_words words;
static struct bonnie_outcome outcome;

/* A phase of 10 s; a rate of 0 stands for +++++. */
static inline struct bonnie_figure figure(double rate, unsigned cpu_percent, uint64_t longest_us)
{
	return (struct bonnie_figure){
		.work = rate > 0 ? (uint64_t)(rate * 10) : 1,
		.elapsed_ns = rate > 0 ? SECONDS(10) : MS(499),
		.cpu_ns = SECONDS(cpu_percent) / 10,
		.longest_ns = 1000 * longest_us + 999, /* which is cut */
	};
}

/* A run of 2.00a that was observed, from its numbers. */
static inline int set_up(void **state)
{
	const struct bonnie_figure figures[BONNIE_PHASES] = {
		figure(762, 86, 27518), figure(280836, 34, 6035), figure(438629, 37, 334),
		figure(773, 59, 24955), figure(0, 0, 4119),       figure(0, 0, 33538),
		figure(0, 0, 8105),     figure(0, 0, 15786),      figure(0, 0, 8737),
		figure(0, 0, 20766),    figure(717, 38, 4148),    figure(0, 0, 5015),
	};

	(void)state;
	memcpy(outcome.figures, figures, sizeof(figures));
	memset(&words, 0, sizeof(words));
	bonnie_default(&words.options);
	words.options.size_mib = 256;
	words.options.file_count = 4096;
	words.options.seed = 42;
	words.layout = BONNIE_2_00;
	words.concurrency = 1;
	strncpy(words.name, "testhost", sizeof(words.name) - 1);
	return 0;
}

/* What @print prints; free() it. */
static inline char *text_of(void (*print)(FILE *, const struct bonnie_words *,
                                          const struct bonnie_outcome *))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	print(out, &words, &outcome);
	fclose(out);
	return text;
}

static inline void check_csv(const char *expected)
{
	char *text = text_of(bonnie_print_csv);

	assert_string_equal(text, expected);
	free(text);
}

/* That line @number of the table, from 0, is this. */
static inline void check_line(unsigned number, const char *expected)
{
	char *text = text_of(bonnie_print_text), *line = text;

	for (unsigned i = 0; i < number; i++) {
		line = strchr(line, '\n');
		assert_non_null(line);
		line++;
	}
	line[strcspn(line, "\n")] = '\0';
	assert_string_equal(line, expected);
	free(text);
}

#endif
