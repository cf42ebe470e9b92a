/* SPDX-License-Identifier: MIT */
/* grant.c - which disks the user allows to be written */

#include "bench/machine/grant.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "bench/machine/blank.h"
#include "bench/machine/disk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define BLANK_WITHIN_MS 120000 /* some 1,100 places of a slow disk, while all are asked */

/* Who asks, and who is told what was refused. */
struct request {
	struct machine *machine;
	void (*complain)(void *context, const char *why);
	void *context;
};

static void refuse(const struct request *request, const char *word, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Say in one line why @word allows nothing. */
static void refuse(const struct request *request, const char *word, const char *format, ...)
{
	char why[256];
	va_list args;
	int used;

	used = snprintf(why, sizeof(why), "setting write: %.120s: ", word);
	va_start(args, format);
	vsnprintf(why + used, sizeof(why) - (size_t)used, format, args);
	va_end(args);
	if (request->complain)
		request->complain(request->context, why);
}

/* Another disk that says it is this one: a second path to it, or a maker without care. */
static const struct disk *twin_of(const struct machine *machine, const struct disk *disk)
{
	for (unsigned i = 0; i < machine->disk_count; i++) {
		const struct disk *other = &machine->disks[i];
		bool same_wwn = strcmp(other->wwn, disk->wwn) == 0;
		bool has_wwn = other->wwn[0] != '\0' && disk->wwn[0] != '\0';
		bool same_serial =
		    disk->serial[0] != '\0' && strcmp(other->serial, disk->serial) == 0;

		if (other != disk && (has_wwn ? same_wwn : same_serial))
			return other;
	}
	return NULL;
}

static bool host_is_ours(const struct request *request, const char *host)
{
	const struct firmware *firmware = &request->machine->firmware;

	return identity_is_real(host) &&
	       (strcmp(host, firmware->serial) == 0 || strcasecmp(host, firmware->uuid) == 0);
}

static void refuse_host(const struct request *request, const char *word)
{
	const struct firmware *firmware = &request->machine->firmware;
	bool serial = identity_is_real(firmware->serial), uuid = identity_is_real(firmware->uuid);

	if (serial || uuid)
		refuse(request, word, "meant for another machine: this one is %s%s%s",
		       serial ? firmware->serial : "", serial && uuid ? " or " : "",
		       uuid ? firmware->uuid : "");
	else
		refuse(request, word, "this machine has no serial or UUID that could be read");
}

/* No disk answers to @word: say what it is instead, or what there is. */
static void refuse_missing(const struct request *request, const char *word)
{
	const struct machine *machine = request->machine;
	const char *name = strncmp(word, "/dev/", 5) == 0 ? word + 5 : word;
	char there[128] = "";
	size_t used = 0;

	for (unsigned i = 0; i < machine->disk_count; i++) {
		const struct disk *disk = &machine->disks[i];

		if (strcmp(disk->name, name) == 0) {
			refuse(request, word,
			       "a kernel name may mean another disk after the next boot: "
			       "expected its serial%s%s",
			       disk->serial[0] ? ", " : " or WWN",
			       disk->serial[0] ? disk->serial : "");
			return;
		}
		if (used < sizeof(there))
			used += (size_t)snprintf(there + used, sizeof(there) - used, " %s",
			                         disk->serial[0] ? disk->serial : disk->name);
	}
	refuse(request, word, "no disk of this machine has that serial or WWN; it has%s",
	       machine->disk_count ? there : " no disk");
}

/* The one disk that @word names, if it may be allowed. Returns 0 or -ENODEV. */
static int grant_named(const struct request *request, const char *word)
{
	struct disk *found = NULL;
	const struct disk *twin;
	unsigned answers = 0;

	for (unsigned i = 0; i < request->machine->disk_count; i++)
		if (disk_answers(&request->machine->disks[i], word)) {
			found = &request->machine->disks[i];
			answers++;
		}
	if (answers == 0) {
		refuse_missing(request, word);
		return -ENODEV;
	}
	twin = twin_of(request->machine, found);
	if (!identity_is_real(word))
		refuse(request, word, "does not say which disk it is");
	else if (answers > 1)
		refuse(request, word, "%u disks answer to it: expected the WWN of one", answers);
	else if (twin)
		refuse(request, word, "%s and %s say they are the same disk", found->name,
		       twin->name);
	else if (found->in_use_because[0] != '\0')
		refuse(request, word, "%s: %s", found->name, found->in_use_because);
	else
		found->may_write = true;
	return found->may_write ? 0 : -ENODEV;
}

/* A word that is not blank: DISK@HOST. Returns 0 or -ENODEV. */
static int grant_word(const struct request *request, const char *word)
{
	const char *at = strrchr(word, '@');
	char disk[256];

	if (!at || at == word || at[1] == '\0') {
		refuse(request, word,
		       "expected DISK@HOST, where HOST is the serial or UUID of this machine");
		return -ENODEV;
	}
	if (!host_is_ours(request, at + 1)) {
		refuse_host(request, word);
		return 0;
	}
	snprintf(disk, sizeof(disk), "%.*s", (int)(at - word), word);
	return grant_named(request, disk);
}

/* What else speaks against a disk that nobody named; "" = nothing. */
static const char *why_not_blank(const struct machine *machine, const struct disk *disk)
{
	if (!identity_is_real(disk->serial) && !identity_is_real(disk->wwn))
		return "has no serial or WWN to know it by";
	if (twin_of(machine, disk))
		return "is not the only disk with its serial or WWN";
	if (strcmp(disk->transport, "usb") == 0)
		return "is on USB: allowed only by name";
	return "";
}

/* In a process of its own: allow the disk if it is blank, else say why not. */
static void ask_blank(struct disk *disk, const char *root)
{
	struct window window = { .fd = disk_open(disk, root) };
	struct medium medium = { window_read, &window, disk->bytes };
	size_t size = sizeof(disk->in_use_because);
	uint64_t offset = 0;
	int rc = window.fd;

	if (rc >= 0) {
		rc = blank_check(&medium, clock_now_ns() | 1, &offset); /* each time elsewhere */
		close(window.fd);
	}
	disk->may_write = rc > 0;
	if (rc < 0)
		snprintf(disk->in_use_because, size, "cannot be read: %s", strerror(-rc));
	else if (rc == 0)
		snprintf(disk->in_use_because, size, "byte %" PRIu64 " is not zero", offset);
}

static void grant_blank(const struct request *request, const char *root)
{
	struct machine *machine = request->machine;
	bool chosen[DISKS_MAX] = { false };
	unsigned allowed = 0;

	for (unsigned i = 0; i < machine->disk_count; i++) {
		const struct disk *disk = &machine->disks[i];
		const char *why = why_not_blank(machine, disk);

		if (disk->may_write || disk->in_use_because[0] != '\0')
			continue; /* the inventory says what it is */
		chosen[i] = why[0] == '\0';
		if (!chosen[i])
			refuse(request, "blank", "%s: %s", disk->name, why);
	}
	disks_ask(machine, chosen, root, ask_blank, BLANK_WITHIN_MS);
	for (unsigned i = 0; i < machine->disk_count; i++) {
		struct disk *disk = &machine->disks[i];

		if (!chosen[i])
			continue;
		allowed += disk->may_write;
		if (disk->in_use_because[0] != '\0')
			refuse(request, "blank", "%s: %s", disk->name, disk->in_use_because);
		if (!disk->silent) /* it is not in use, and could be allowed by name */
			disk->in_use_because[0] = '\0';
	}
	if (allowed == 0)
		refuse(request, "blank", "no disk of this machine is empty");
}

int grant_apply(struct machine *machine, const char *root, const char *write,
                void (*complain)(void *context, const char *why), void *context)
{
	const struct request request = { machine, complain, context };
	bool blank = false;
	char word[256];
	int rc = 0;

	for (unsigned i = 0; i < machine->disk_count; i++)
		machine->disks[i].may_write = false;
	while (text_next(&write, ",", word, sizeof(word))) {
		if (strcmp(word, "blank") == 0)
			blank = true;
		else if (grant_word(&request, word))
			rc = -ENODEV;
	}
	if (blank)
		grant_blank(&request, root);
	return rc;
}
