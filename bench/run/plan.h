/* SPDX-License-Identifier: MIT */
/* plan.h - which benchmarks, on what, how long: known before the first one starts */

#ifndef ASSAY_PLAN_H
#define ASSAY_PLAN_H

#include "bench/bench.h"
#include "bench/lib/settings.h"

#define JOBS_MAX 2048
#define LEFT_OUT_MAX 256

/* A plan that a user can name; the table is in bench/run/plans.c. */
struct plan_kind {
	const char *name;    /* "quick" */
	const char *title;   /* one line for people */
	const char *tests;   /* shell patterns of what it runs; "" = everything */
	const char *without; /* of what it leaves out unless only= names it; "" = nothing */
	struct pace pace;
	uint64_t limit_s; /* jobs that would end after this are left out */
};

extern const struct plan_kind plan_kinds[];
extern const size_t plan_kind_count;

/* What is written to one disk, or to the directory, by all jobs together. */
struct plan_writes {
	uint64_t bytes;       /* at most */
	uint64_t estimate_ns; /* of the jobs that write */
};

/* Something that this plan does not run, and why: "left out" is always said. */
struct left_out {
	char test[48];
	char target[32]; /* "" = the machine */
	char reason[96];
};

struct plan {
	const struct plan_kind *kind;
	struct job jobs[JOBS_MAX];
	unsigned job_count;
	struct left_out left_out[LEFT_OUT_MAX];
	unsigned left_out_count;              /* all of them, even those not listed */
	uint64_t estimate_ns;                 /* sum over jobs */
	struct plan_writes writes[DISKS_MAX]; /* by index of the disk */
	struct plan_writes directory_writes;
};

/*
 * What a run may write at most to @disk, or to a directory (NULL), in bytes: what the user says.
 * Else 1 TB, or 24 times the capacity if that is more: all tests of the full plan fit into it.
 */
uint64_t plan_write_limit(const struct settings *settings, const struct disk *disk);

/* The plan called @name, or NULL. */
const struct plan_kind *plan_kind_find(const char *name);

/*
 * Make the plan that @settings asks for on @machine.
 *
 * What cannot be used (an unknown plan: the default one is taken; a pattern that
 * matches no test; a disk or directory that is not there) is told to @complain in one line.
 */
void plan_make(struct plan *plan, const struct settings *settings, const struct machine *machine,
               void (*complain)(void *context, const char *why), void *context);

#endif
