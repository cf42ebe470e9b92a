/* SPDX-License-Identifier: MIT */
/*
 * quiet.c - what makes numbers differ from run to run: set before, put back after
 *
 * Turbo and transparent huge pages stay as they are: they are part of what a user
 * measures, and the inventory says how they were.
 *
 * Source: Documentation/admin-guide/pm/cpufreq.rst, .../sysctl/{kernel,vm}.rst of Linux.
 */

#include "bench/run/quiet.h"

#include "bench/lib/keeper.h"
#include "bench/lib/text.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define POLICIES "/sys/devices/system/cpu/cpufreq"
#define SAVED_MAX 4096 /* two for each frequency policy, of which each core may be one */

/*
 * In this order: while the governor is performance, the preference cannot be written
 * (intel_pstate, amd_pstate). They are put back in the opposite order.
 */
static const struct knob {
	const char *name, *wanted;
	const char *directory; /* the file is in each policy* of it; NULL = it is one file */
	const char *file;
} knobs[] = {
	{ "energy_performance_preference", "performance", POLICIES,
	  "energy_performance_preference" },
	{ "governor", "performance", POLICIES, "scaling_governor" },
	{ "nmi_watchdog", "0", NULL, "/proc/sys/kernel/nmi_watchdog" },
	{ "vm.stat_interval", "60", NULL, "/proc/sys/vm/stat_interval" },
};

/* One file whose value is not the wanted one. */
static struct saved {
	char path[96];
	char value[32]; /* as it was */
	bool set;       /* it is to be put back */
} saved[SAVED_MAX];

static unsigned saved_count;
static const char *below;
static pid_t keeper;

/* A text for people that grows; what does not fit is cut. */
struct line {
	char text[sizeof(((struct event *)0)->text)];
	size_t used;
};

static void line_add(struct line *line, const char *format, ...) PRINTF_LIKE(2, 3);

static void line_add(struct line *line, const char *format, ...)
{
	size_t room = sizeof(line->text) - line->used;
	va_list args;
	int length;

	line->used += (size_t)snprintf(line->text + line->used, room, "%s", line->used ? ", " : "");
	if (line->used >= sizeof(line->text))
		line->used = sizeof(line->text) - 1;
	room = sizeof(line->text) - line->used;
	va_start(args, format);
	length = vsnprintf(line->text + line->used, room, format, args);
	va_end(args);
	line->used += (size_t)length < room ? (size_t)length : room - 1;
}

/* Keep the value at @path in saved[], if there is one and another is wanted. */
static void save(const struct knob *knob, const char *path, bool *is_there)
{
	struct saved *one = &saved[saved_count];

	if (saved_count == SAVED_MAX || text_copy(one->path, sizeof(one->path), path) ||
	    text_read(below, path, one->value, sizeof(one->value)) <= 0)
		return;
	*is_there = true;
	one->set = false;
	if (strcmp(one->value, knob->wanted) != 0)
		saved_count++;
}

/* Returns whether the knob is there at all. */
static bool save_knob(const struct knob *knob)
{
	char path[PATH_MAX];
	struct listing policies;
	bool is_there = false;

	if (!knob->directory) {
		save(knob, knob->file, &is_there);
		return is_there;
	}
	listing_open(&policies, below, "%s", knob->directory);
	for (int i = 0; i < policies.count; i++) {
		snprintf(path, sizeof(path), "%s/%s/%s", knob->directory,
		         listing_name(&policies, i), knob->file);
		save(knob, path, &is_there);
	}
	listing_close(&policies);
	return is_there;
}

/* Returns how many could not be put back, with the first one of them and why. */
static unsigned restore(const struct saved **first, int *why)
{
	unsigned lost = 0;

	for (unsigned i = saved_count; i-- > 0;) {
		int rc = saved[i].set ? text_write(below, saved[i].path, saved[i].value) : 0;

		if (rc && lost++ == 0) {
			*first = &saved[i];
			*why = rc;
		}
	}
	return lost;
}

/* What the keeper does. */
static void restore_all(void *context)
{
	const struct saved *first;
	int why;

	(void)context;
	for (unsigned i = 0; i < saved_count; i++)
		saved[i].set = true; /* assay may have died before or after it was */
	restore(&first, &why);
}

/*
 * Set saved[from] to saved[to - 1], which belong to @knob, unless @cannot (-errno)
 * says why nothing may be, and put into words how that went.
 */
static void set_knob(const struct knob *knob, unsigned from, unsigned to, int cannot,
                     struct line *done, struct line *left)
{
	const char *value = saved[from].value;
	unsigned count = 0;
	int rc, why = 0;

	for (unsigned i = from; i < to; i++) {
		rc = cannot ? cannot : text_write(below, saved[i].path, knob->wanted);
		saved[i].set = rc == 0;
		count += rc == 0;
		if (rc)
			why = rc;
	}
	if (count)
		line_add(done, "%s %s -> %s", knob->name, value, knob->wanted);
	if (why)
		line_add(left, "%s %s (%s, %u of %u)", knob->name, value, strerror(-why),
		         to - from - count, to - from);
}

void quiet_begin(const char *root, const struct event_listener *listener)
{
	struct line done = { .used = 0 }, left = { .used = 0 };
	unsigned ends[countof(knobs) + 1] = { 0 };
	bool is_there[countof(knobs)];
	int cannot;

	below = root;
	saved_count = 0;
	for (size_t i = 0; i < countof(knobs); i++) {
		is_there[i] = save_knob(&knobs[i]);
		ends[i + 1] = saved_count;
	}
	keeper = saved_count ? keeper_start(restore_all, NULL) : 0;
	cannot = keeper < 0 ? keeper : 0;
	for (size_t i = 0; i < countof(knobs); i++) {
		if (!is_there[i])
			line_add(&left, "%s (not there)", knobs[i].name);
		else if (ends[i] == ends[i + 1])
			line_add(&done, "%s %s as it was", knobs[i].name, knobs[i].wanted);
		else
			set_knob(&knobs[i], ends[i], ends[i + 1], cannot, &done, &left);
	}
	if (done.used)
		event_tell(listener, EVENT_NOTE, "quiet: %s", done.text);
	if (left.used)
		event_tell(listener, EVENT_NOTE, "quiet: not set: %s", left.text);
}

void quiet_end(const struct event_listener *listener)
{
	const struct saved *first = NULL;
	unsigned lost, count = 0;
	int why = 0;

	for (unsigned i = 0; i < saved_count; i++)
		count += saved[i].set;
	lost = restore(&first, &why);
	keeper_end(keeper);
	saved_count = 0;
	if (lost)
		event_tell(listener, EVENT_SETTING,
		           "quiet: values not put back: %u; %s is to be %s (%s)", lost, first->path,
		           first->value, strerror(-why));
	else if (count)
		event_tell(listener, EVENT_NOTE, "quiet: values put back: %u", count);
}
