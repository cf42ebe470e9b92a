/* SPDX-License-Identifier: MIT */
/*
 * shell_data.c - a text with the statistics of a shell script
 *
 * A third of the lines are short ones of a script, some of them many times; the others are
 * made of random letters without "h", so that only the lines that are to have a "the" do.
 * The numbers of the tables were chosen together: the unit test says what they add up to.
 */

#include "bench/system/shell_data.h"

#include "bench/lib/random.h"
#include "bench/lib/text.h"

#include <string.h>

#define LINE_BYTES 84

static const struct {
	const char *text;
	unsigned lines;
} repeated[] = {
	{ "}", 19 },        { "fi", 21 },       { ";;", 8 },       { "do", 5 },
	{ "-*)", 10 },      { "esac", 6 },      { "done", 6 },     { "then", 6 },
	{ "else", 5 },      { "break", 2 },     { "shift", 2 },    { "return", 4 },
	{ "exit 1", 3 },    { "set -e", 2 },    { "esac ;;", 5 },  { "wait $!", 1 },
	{ "case $1", 1 },   { "cd $dir", 1 },   { "trap : 2", 1 }, { "umask 22", 1 },
	{ "exec 3>&1", 1 }, { "set -- $*", 1 }, { "export x", 1 }, { "for i do", 1 },
	{ "(exit 1)", 1 },  { "x=${1}", 1 },    { "y=`pwd`", 1 },
};

/* So many lines, with lengths from @first to @last, in bytes. */
struct spread {
	unsigned lines, first, last;
};

static const struct spread plain[] = {
	{ 55, 10, 17 }, { 16, 18, 19 }, { 53, 21, 29 }, { 11, 30, 34 }, { 14, 35, 39 },
	{ 26, 41, 49 }, { 24, 51, 59 }, { 14, 61, 69 }, { 3, 70, 75 },  { 1, 82, 82 },
};
#define PLAIN_BYTES 6909
#define PLAIN_WORDS 921

static const struct spread found[] = {
	{ 9, 10, 18 }, { 8, 20, 29 }, { 4, 30, 39 }, { 3, 40, 49 }, { 3, 50, 59 }, { 2, 60, 69 },
};
#define FOUND_BYTES 865
#define FOUND_WORDS 140

/* The text as it is made, not yet in its order. */
struct lines {
	unsigned count;
	char text[SHELL_DATA_LINES][LINE_BYTES];
	uint64_t random;
};

/* One line of @length bytes: @words of about the same length. */
static void line_add(struct lines *lines, unsigned length, unsigned words, const char *ending)
{
	static const char letters[] = "aeioudlmnrstcp$_=\"-/";
	char *line = lines->text[lines->count++];
	unsigned at = 0, letter_count = length - (words - 1);

	for (unsigned word = 0; word < words; word++) {
		if (word > 0)
			line[at++] = ' ';
		while (at < letter_count * (word + 1) / words + word)
			line[at++] =
			    letters[(random_next(&lines->random) >> 32) % (sizeof(letters) - 1)];
	}
	memcpy(line + length - strlen(ending), ending, strlen(ending));
	line[at] = '\0';
}

/* Lines of @bytes together, with so many @words in proportion to their lengths. */
static void lines_add(struct lines *lines, const struct spread *spreads, size_t count,
                      unsigned bytes, unsigned words, const char *ending)
{
	unsigned done = 0;

	for (const struct spread *s = spreads; s < spreads + count; s++)
		for (unsigned i = 0; i < s->lines; i++) {
			unsigned length = s->first + (s->last - s->first + 1) * i / s->lines;
			unsigned before = words * done / bytes;

			done += length;
			line_add(lines, length, words * done / bytes - before, ending);
		}
}

/* Put the lines into @text in an order that looks random. */
static void lines_shuffle(struct lines *lines, char *text)
{
	while (lines->count > 0) {
		unsigned chosen = random_next(&lines->random) >> 32;
		char *line = lines->text[chosen % lines->count--];
		size_t length = strlen(line);

		memcpy(text, line, length);
		text[length] = '\n';
		text += length + 1;
		memmove(line, lines->text[lines->count], LINE_BYTES);
	}
}

void shell_data_make(char text[SHELL_DATA_BYTES])
{
	static struct lines lines;

	lines.count = 0;
	lines.random = 1992;
	for (size_t i = 0; i < countof(repeated); i++)
		for (unsigned n = 0; n < repeated[i].lines; n++)
			text_copy(lines.text[lines.count++], LINE_BYTES, repeated[i].text);
	lines_add(&lines, plain, countof(plain), PLAIN_BYTES, PLAIN_WORDS, "");
	lines_add(&lines, found, countof(found), FOUND_BYTES, FOUND_WORDS, "the");
	lines_shuffle(&lines, text);
}
