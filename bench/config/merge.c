/* SPDX-License-Identifier: MIT */
/* merge.c - of all that was said, what counts: the strongest place wins, setting by setting */

#include "bench/config/config.h"

#include "bench/lib/lines.h"
#include "bench/lib/secret.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By these a disk may lose what is on it; ssh.key lets somebody in who may do that, too. */
static const char *const powerful[] = { "write", "write.limit", "ssh.key" };

/* These are needed before any other place than the command line is looked at. */
static const char *const early[] = { "verdict", "devices.timeout" };

/* One text while it is taken. */
struct taking {
	const struct config *config;
	const struct config_text *text;
	struct settings *settings;
	struct origins *origins;
	bool seen[SETTINGS_MAX];
	unsigned complaints;
};

void config_complain(const struct config *config, const char *format, ...)
{
	char line[256];
	va_list args;

	if (!config->complaint.tell)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	config->complaint.tell(config->complaint.context, line);
}

void config_add(struct config *config, enum config_source source, bool may_allow_writing,
                const char *name, const char *text, size_t length)
{
	const char *refusal = length > LINES_BYTES_MAX ? "longer than 64 KiB" : NULL;
	struct config_text *added = &config->texts[config->count];
	char shown[sizeof(added->name)];

	if (length == 0)
		return;
	text_clean(shown, sizeof(shown), name);
	if (!refusal)
		refusal = lines_refuse(text, length);
	if (!refusal && config->count == CONFIG_TEXTS_MAX)
		refusal = "one file too many";
	added = refusal ? NULL : added;
	if (added)
		*added =
		    (struct config_text){ source, may_allow_writing, "", strndup(text, length) };
	if (added && added->text) {
		text_copy(added->name, sizeof(added->name), shown);
		config->count++;
		return;
	}
	config_complain(config, "%s: %s: expected lines NAME=VALUE; it is not used", shown,
	                refusal ? refusal : "no memory for it");
}

void config_close(struct config *config)
{
	while (config->count > 0)
		free(config->texts[--config->count].text);
}

static bool is_one_of(const char *const names[], size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* Why this text must not say this, though it may be well said; NULL if it may. */
static const char *refusal_of(const struct config_text *text, const struct lines *line)
{
	bool fetched = text->source == CONFIG_FROM_URL || text->source == CONFIG_FROM_DHCP;
	bool is_cmdline = text->source >= CONFIG_FROM_CMDLINE;

	if (is_one_of(powerful, countof(powerful), line->name) && !text->may_allow_writing)
		return "refused: only the command line, " CONFIG_FILE ", a config= of these, and "
		       "the own medium may allow writing or a login";
	if (is_one_of(early, countof(early), line->name) && !is_cmdline)
		return "needed earlier: it counts on the kernel command line only";
	if (strcmp(line->name, "medium") == 0 && !is_cmdline)
		return "only the loader entry of the medium itself says it";
	if (fetched && strcmp(line->name, "config") == 0)
		return "one file that was fetched cannot name another";
	if (strcmp(line->name, "ssh.key") == 0 && secret_setting(line->name, line->value))
		return "a private key: expected the public one, from the file .pub";
	if (is_cmdline && secret_setting(line->name, line->value))
		return "everybody can read secrets that stand there: put it "
		       "into " CONFIG_FILE
		       ", assay.conf of the medium, or the file of assay.config=";
	return NULL;
}

static void PRINTF_LIKE(2, 3) complain(struct taking *taking, const char *format, ...)
{
	char what[256];
	va_list args;

	if (taking->complaints++ >= CONFIG_COMPLAINTS_MAX)
		return;
	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	config_complain(taking->config, "%s: %s", taking->text->name, what);
}

/* What it says of @name cannot be used. A weaker place is listened to, but not about writing. */
static void spoil(struct taking *taking, const char *name)
{
	int row = settings_row(name);

	if (taking->text->may_allow_writing && settings_allow_nothing(taking->settings, name))
		text_copy(taking->origins->of[row], sizeof(taking->origins->of[row]),
		          taking->text->name);
}

/* Take a line that is well formed. */
static void take(struct taking *taking, const struct lines *line)
{
	const char *refusal = refusal_of(taking->text, line);
	int row = settings_row(line->name);
	char why[256];

	if (refusal) {
		complain(taking, "%s: %s", line->name, refusal);
		return;
	}
	if (settings_set(taking->settings, line->name, line->value, why, sizeof(why))) {
		complain(taking, "%s", why);
		spoil(taking, line->name);
		return;
	}
	text_copy(taking->origins->of[row], sizeof(taking->origins->of[row]), taking->text->name);
	/* who appends to a command line means just that */
	if (taking->seen[row] && taking->text->source < CONFIG_FROM_CMDLINE)
		complain(taking, "%s stands there more than once: the last one counts", line->name);
	taking->seen[row] = true;
}

static void take_text(struct taking *taking)
{
	const char *prefix = taking->text->source == CONFIG_FROM_CMDLINE ? "assay." : "";
	struct lines line = { .rest = taking->text->text };
	int rc;

	while ((rc = lines_next(&line)) != 0) {
		if (rc < 0)
			spoil(taking, line.name);
		if (rc > 0)
			take(taking, &line);
		else if (rc == -ENAMETOOLONG)
			complain(taking, "%s: longer than any setting", line.name);
		else
			complain(taking, "line %u, %s%s: expected %sNAME=VALUE", line.number,
			         prefix, line.name, prefix);
	}
	if (taking->complaints > CONFIG_COMPLAINTS_MAX)
		config_complain(taking->config, "%s: %u more lines cannot be used",
		                taking->text->name, taking->complaints - CONFIG_COMPLAINTS_MAX);
}

void config_merge(const struct config *config, struct settings *settings, struct origins *origins)
{
	settings_default(settings);
	memset(origins, 0, sizeof(*origins));
	for (int source = CONFIG_FROM_FW_CFG; source <= CONFIG_FROM_OPTION; source++)
		for (unsigned i = 0; i < config->count; i++) {
			struct taking taking = { config,  &config->texts[i], settings,
				                 origins, { false },         0 };

			if ((int)config->texts[i].source == source)
				take_text(&taking);
		}
}
