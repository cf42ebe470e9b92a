/* SPDX-License-Identifier: MIT */
/* view.h - a run as somebody who looks on sees it: read from its directory, drawn on a screen */

#ifndef ASSAY_VIEW_H
#define ASSAY_VIEW_H

#include "bench/bench.h"
#include "bench/report/table.h"
#include "bench/run/plan.h"
#include "bench/view/screen.h"

#define VIEW_FAMILIES_MAX 12 /* what there is no room for shares the last one */
#define VIEW_RESULTS 6       /* rows of results */
#define VIEW_FINDINGS 3      /* of them at most, for what failed */
#define VIEW_LOG 4           /* lines of the log */

/* The tests whose names begin alike: "disk". */
struct view_family {
	char name[16];
	unsigned jobs, done, bad; /* bad: failed, broken or timed out */
};

struct view_job {
	char test[48], target[32]; /* target "" = the machine */
	double estimate_s;
};

struct view_disk {
	char name[32], serial[40];
	char label[96]; /* "ST4000NM0035, serial ZC123 at 0000:03:00.0 1000:0060" */
	bool is_bad;    /* a test of it failed or never ended */
};

/* state.json: what goes on right now. */
struct view_state {
	int pid;                       /* of the run; 0 = no such file */
	unsigned job;                  /* which one is at work, from 1; 0 = none */
	uint64_t started_ns, since_ns; /* of clock_now_ns(): the run, the job */
	char metric[32], unit[16];
	double value;     /* the newest number of the job, */
	unsigned samples; /* of so many */
	char upload[256]; /* what the upload said last; "" = it has not begun */
};

/* What the machine is like at this moment. */
struct view_health {
	int temperature_mc; /* of the hottest CPU, thousandths of a degree; INT_MIN = not known */
	double watts;       /* of all CPUs, mean since the last look; NAN = not known */
	double energy_j;    /* of all CPUs at the last look */
	char address[64];   /* by which it is reached; "" = none */
	unsigned ports;     /* of the network, with a driver; not those of a BMC */
	unsigned links;     /* those of them whose cable leads to something that is on */
	bool delivered;     /* all uploads were acknowledged */
	char medium[160];   /* where on the own medium the results are; "" = they are not */
	bool in_memory;     /* the results are, and nowhere else that lasts */
	bool gone;          /* the process of the run died before its end */
	bool is_console;    /* the screen of the machine itself */
	uint64_t now_ns;    /* clock_now_ns() */
};

/* Large: one is enough. Zeroed memory is a run of which nothing is known yet. */
struct view {
	/* of the journal, as far as it was read */
	long journal_bytes;
	char machine[80], product[136], version[24], plan[32], upload_to[96];
	char cpu[64]; /* "Intel Xeon E5-2680 v4" */
	unsigned sockets, cores, threads;
	char fingerprint[96];
	uint64_t memory_bytes, disks_bytes;
	struct view_disk disks[DISKS_MAX];
	unsigned disk_count;
	struct view_job jobs[JOBS_MAX];
	unsigned job_count, done;
	struct view_family families[VIEW_FAMILIES_MAX];
	unsigned family_count;
	unsigned counts[STATUS_TIMED_OUT + 1];   /* results by enum status */
	unsigned throttled, ecc, noisy;          /* results with these warnings */
	unsigned hardware_events, kernel_events; /* what the kernel complained about */
	char results[VIEW_RESULTS][ROW_BYTES];   /* the newest, in a ring */
	unsigned result_count;                   /* of all times */
	char findings[VIEW_FINDINGS][ROW_BYTES]; /* the newest, in a ring */
	unsigned finding_count;                  /* of all times */
	char status[24]; /* how it ended: "ok", "test-failed"; "" = not yet */
	double elapsed_s;

	struct view_state state;
	struct view_health health;
	char log[VIEW_LOG][ROW_BYTES]; /* the last lines of the log, oldest first */
	unsigned log_count;
};

/*
 * Read what is new in the journal of @directory, its state, and the end of its log.
 * Files that are missing or cut off are no error: there is less to see.
 */
void view_read(struct view *view, const char *directory);

/* The parts of view_read(), for each file. */
void view_read_journal(struct view *view, const char *directory);
void view_read_state(struct view_state *state, const char *directory);
void view_read_log(struct view *view, const char *directory);

/* Put one line of a journal into @view; one that is none of ours changes nothing. */
void view_take_line(struct view *view, const char *line, size_t length);

/* Look at temperature, power and addresses below @root ("" = this machine). */
void view_look(struct view_health *health, const char *root);

/* What the jobs that are not done will take, s. */
double view_left_s(const struct view *view);

/*
 * Draw on a terminal with so many rows: with fewer than 25 there is less of the log, with fewer
 * than 21 less of the rest.
 * Depends on nothing but @view. Returns the row in which the log begins.
 */
unsigned view_draw(const struct view *view, unsigned rows, struct screen *screen);

#endif
