/* SPDX-License-Identifier: MIT */
/* report.h - where results go, as they come and when all is over */

#ifndef ASSAY_REPORT_H
#define ASSAY_REPORT_H

#include "bench/bench.h"
#include "bench/lib/settings.h"
#include "bench/run/kmsg.h"
#include "bench/run/plan.h"

#define RUN_ID_BYTES 37 /* a UUID and the NUL */

/* What is known of a run before it starts. */
struct run_info {
	char id[RUN_ID_BYTES]; /* UUIDv4 */
	char identity[80];     /* machine_identity() */
	uint64_t started_wall_ns, started_ns;
	const char *directory; /* holds journal.ndjson and report.json; "" = keep nothing */
	const struct settings *settings;
	const struct origins *origins; /* of the settings; NULL = not known */
	const struct machine *machine;
	const struct plan *plan;
};

/* What is known when it is over. */
struct run_outcome {
	int exit_status;                       /* enum exit_status, before delivery */
	unsigned counts[STATUS_TIMED_OUT + 1]; /* jobs by enum status */
	uint64_t ended_wall_ns, elapsed_ns;
};

/*
 * One place that results go to. A sink keeps its own state, says itself what goes
 * wrong with it, and never makes the run fail. Any hook may be NULL.
 */
struct sink {
	const char *name;
	void (*begin)(const struct run_info *info);
	void (*start)(unsigned number, const struct job *job); /* numbers count from 1 */
	void (*result)(unsigned number, const struct job *job, const struct result *result);
	void (*event)(const struct event *event);
	/* what was looked at again at the end: addresses and time came meanwhile */
	void (*machine)(const struct machine *machine);
	void (*end)(const struct run_outcome *outcome);
};

extern const struct sink sink_journal; /* journal.ndjson: safe before the next job starts */
extern const struct sink sink_console; /* lines for people, on standard output */
extern const struct sink sink_state;   /* state.json: what goes on right now */
extern const struct sink sink_ktap;    /* the verdict of the tests, on its own serial port */

/*
 * For struct runner: say in state.json how far the job is, and rest a moment in which screens
 * are drawn. NULL if that would be a write to a disk: only what is in memory costs nothing.
 */
void (*state_shower(void))(const struct run *run);

/* Whether @directory is in memory: gone when the machine is switched off, and no I/O to write. */
bool state_in_memory(const char *directory);

/* Say in @directory/state.json how the upload goes, in one line. */
void state_upload(const char *directory, const char *line);

/*
 * Derive DIRECTORY/report.json from DIRECTORY/journal.ndjson, whole or cut off anywhere.
 *
 * Returns 0, or -errno with one line printed that names the file.
 */
MUST_CHECK int report_write(const char *directory);

/*
 * Add an event to the journal of a run that is over, and make the report anew. A line is printed
 * if that is not possible.
 */
void report_add_note(const char *directory, const char *text);

#endif
