/* SPDX-License-Identifier: MIT */
/* in_force.c - the settings that count as a file, for init and assay run; and files of the user */

#include "bench/config/config.h"
#include "bench/lib/lines.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Comments that mean something here; to everybody else they are comments. */
#define FROM "# from "
#define NOTE "# note "

void config_note(void *context, const char *line)
{
	struct config_notes *notes = context;

	if (notes->count < countof(notes->lines))
		text_copy(notes->lines[notes->count++], sizeof(notes->lines[0]), line);
}

int config_write(const char *path, const struct settings *settings, const struct origins *origins,
                 const struct config_notes *notes)
{
	/* passwords may be in it */
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
	char text[4096];

	if (!file)
		return -errno;
	for (size_t i = 0; i < settings_count; i++)
		if (origins->of[i][0])
			fprintf(file, FROM "%s\n%s=\"%s\"\n", origins->of[i],
			        settings_table[i].name,
			        settings_text(settings, &settings_table[i], text, sizeof(text)));
	for (unsigned i = 0; i < notes->count; i++)
		fprintf(file, NOTE "%s\n", notes->lines[i]);
	if (fflush(file) != 0 || ferror(file)) {
		fclose(file);
		return -EIO;
	}
	return fclose(file) == 0 ? 0 : -errno;
}

/* A file while it is read. */
struct reading {
	const char *path;
	struct settings *settings;
	struct origins *origins;
	const struct config_listener *listener;
	char from[sizeof(((struct origins *)0)->of[0])]; /* where the next line came from */
	unsigned number, bad;                            /* of the line; lines that were no use */
};

static void tell(const struct reading *reading, const char *line)
{
	if (reading->listener)
		reading->listener->tell(reading->listener->context, line);
}

/* Complain about a line, or about many at once. */
static void complain(struct reading *reading, const char *why)
{
	char line[256];

	if (reading->bad++ >= CONFIG_COMPLAINTS_MAX)
		return;
	snprintf(line, sizeof(line), "%s: line %u: %s", reading->path, reading->number, why);
	tell(reading, line);
}

static void take(struct reading *reading, const char *text)
{
	struct lines line = { .rest = text };
	int row, rc = lines_next(&line);
	char why[256];

	if (rc < 0)
		snprintf(why, sizeof(why), "%s: expected NAME=VALUE%s", line.name,
		         settings_allow_nothing(reading->settings, line.name)
		             ? "; nothing will be written"
		             : "");
	if (rc > 0)
		rc = settings_set(reading->settings, line.name, line.value, why, sizeof(why));
	if (rc < 0)
		complain(reading, why);
	row = settings_row(line.name);
	if (rc == 0 && row >= 0)
		text_copy(reading->origins->of[row], sizeof(reading->from), reading->from);
}

static void take_line(struct reading *reading, const char *line)
{
	reading->number++;
	if (strncmp(line, FROM, strlen(FROM)) == 0)
		text_copy(reading->from, sizeof(reading->from), line + strlen(FROM));
	else if (strncmp(line, NOTE, strlen(NOTE)) == 0)
		tell(reading, line + strlen(NOTE));
	else
		take(reading, line);
}

int config_read(const char *path, struct settings *settings, struct origins *origins,
                const struct config_listener *listener)
{
	struct reading reading = { path, settings, origins, listener, "", 0, 0 };
	static char text[LINES_BYTES_MAX + 1];
	int length = text_read("", path, text, sizeof(text));
	char *line, *rest = text, why[256];

	if (length < 0)
		return length;
	if (lines_refuse(text, (size_t)length))
		return -EBADMSG;
	text_copy(reading.from, sizeof(reading.from), path);
	while ((line = strsep(&rest, "\n")))
		take_line(&reading, line);
	snprintf(why, sizeof(why), "%s: %u more lines cannot be used", path,
	         reading.bad - CONFIG_COMPLAINTS_MAX);
	if (reading.bad > CONFIG_COMPLAINTS_MAX)
		tell(&reading, why);
	return 0;
}
