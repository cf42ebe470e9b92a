/* SPDX-License-Identifier: MIT */
/*
 * queue.c - how the kernel treats a disk: noted, set for a job, put back whatever happens
 *
 * Source: Documentation/ABI/stable/sysfs-block of Linux.
 */

#include "bench/disk/queue.h"

#include "bench/lib/keeper.h"
#include "bench/lib/text.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The files below /sys/block/NAME/queue, and what they are called in a report. */
enum { SCHEDULER, READ_AHEAD, WRITE_CACHE, KNOBS };
static const struct {
	const char *file, *name;
} knobs[KNOBS] = {
	[SCHEDULER] = { "scheduler", "scheduler" },
	[READ_AHEAD] = { "read_ahead_kb", "read_ahead_kib" },
	[WRITE_CACHE] = { "write_cache", "write_cache" },
};

/* Those that are to be put back, with their value as it was. */
static struct {
	char path[96];
	char was[64];
	bool set;
} saved[KNOBS];

static const char *below;
static pid_t keeper;

/* The value in use: of the schedulers that there are, the chosen one. "" = there is none. */
static void read_knob(const char *root, const struct disk *disk, int knob, char *value, size_t size)
{
	sysfs_text(root, value, size, "/sys/block/%s/queue/%s", disk->name, knobs[knob].file);
	sysfs_choice(value);
}

void queue_note(struct run *run, const struct disk *disk)
{
	char value[64];

	for (int i = 0; i < KNOBS; i++) {
		read_knob("", disk, i, value, sizeof(value));
		if (value[0] == '\0')
			continue; /* not every kind of disk has every knob */
		if (i == READ_AHEAD)
			param_number(run, knobs[i].name,
			             (double)sysfs_number("", "/sys/block/%s/queue/%s", disk->name,
			                                  knobs[i].file));
		else
			param_text(run, knobs[i].name, value);
	}
}

static void put_back(void *context)
{
	(void)context;
	for (int i = KNOBS; i-- > 0;)
		if (saved[i].set && text_write(below, saved[i].path, saved[i].was))
			fprintf(stderr, "assay: cannot put back %s: it is to be %s\n",
			        saved[i].path, saved[i].was);
}

/* Mark as to be set what differs from @wanted. Returns how many, or -errno. */
static int note_difference(const struct disk *disk, const char *const wanted[KNOBS], char *why,
                           size_t why_size)
{
	int count = 0;

	for (int i = 0; i < KNOBS; i++) {
		saved[i].set = false;
		if (wanted[i][0] == '\0')
			continue;
		read_knob(below, disk, i, saved[i].was, sizeof(saved[i].was));
		snprintf(saved[i].path, sizeof(saved[i].path), "/sys/block/%s/queue/%s", disk->name,
		         knobs[i].file);
		if (saved[i].was[0] == '\0') {
			snprintf(why, why_size, "%s has no %s to set", disk->name, knobs[i].name);
			return -ENOENT;
		}
		saved[i].set = strcmp(saved[i].was, wanted[i]) != 0;
		count += saved[i].set;
	}
	return count;
}

/* Returns 0, or -errno with everything put back. */
static int set_all(const struct disk *disk, const char *const wanted[KNOBS], char *why,
                   size_t why_size)
{
	int rc;

	for (int i = 0; i < KNOBS; i++) {
		rc = saved[i].set ? text_write(below, saved[i].path, wanted[i]) : 0;
		if (rc == 0)
			continue;
		snprintf(why, why_size, "%s of %s cannot be %s: %s", knobs[i].name, disk->name,
		         wanted[i], strerror(-rc));
		saved[i].set = false;
		queue_end();
		return rc;
	}
	return 0;
}

int queue_begin(const struct disk *disk, const char *root, const struct queue_wish *wish, char *why,
                size_t why_size)
{
	char read_ahead[16] = "";
	const char *const wanted[KNOBS] = { [SCHEDULER] = wish->scheduler,
		                            [READ_AHEAD] = read_ahead,
		                            [WRITE_CACHE] = wish->write_cache };
	int rc;

	below = root;
	keeper = 0;
	if (wish->read_ahead_kib)
		snprintf(read_ahead, sizeof(read_ahead), "%u", (unsigned)wish->read_ahead_kib);
	rc = note_difference(disk, wanted, why, why_size);
	if (rc <= 0) {
		memset(saved, 0, sizeof(saved));
		return rc;
	}
	keeper = keeper_start(put_back, NULL);
	if (keeper < 0) {
		snprintf(why, why_size, "cannot start what would put %s back: %s", disk->name,
		         strerror(-keeper));
		memset(saved, 0, sizeof(saved));
		return keeper;
	}
	return set_all(disk, wanted, why, why_size);
}

void queue_end(void)
{
	put_back(NULL);
	memset(saved, 0, sizeof(saved));
	keeper_end(keeper);
	keeper = 0;
}
