/* SPDX-License-Identifier: MIT */
/*
 * draw.c - a run on one screen: what it is, how far it is, what it found, how the machine does
 *
 * Words say what colours say: neither a screen without them nor an eye misses anything.
 */

#include "bench/view/draw.h"

#include <stdio.h>
#include <string.h>

/* Where each part begins. */
enum {
	ROW_BAR = 0,
	ROW_MACHINE = 1, /* 2 rows */
	ROW_PROGRESS = 3,
	ROW_FAMILIES = 4, /* 3 rows of 4 */
	ROW_NOW = 7,      /* title, and 2 rows */
	ROW_RESULTS = 10, /* title, and VIEW_RESULTS rows */
	ROW_HEALTH = 17,  /* title, and 2 rows or 3; then the log; the last row is for keys */
};

#define FAMILY_COLUMNS 20
#define FAMILIES_IN_ROW (SCREEN_COLUMNS / FAMILY_COLUMNS)
#define BAR_COLUMNS 20

double view_left_s(const struct view *view)
{
	double left_s = 0;

	for (unsigned i = view->done; i < view->job_count; i++)
		left_s += view->jobs[i].estimate_s;
	return left_s;
}

/* Since the run began, s. */
static double age_s(const struct view *view, uint64_t then_ns)
{
	const struct view_state *state = &view->state;

	return state->started_ns && then_ns > state->started_ns
	           ? (double)(then_ns - state->started_ns) / 1e9
	           : 0;
}

/* "1:02:03" after the run began. Returns @text. */
static const char *clock_text(char text[TIME_BYTES], double s)
{
	unsigned whole = (unsigned)s;

	snprintf(text, TIME_BYTES, "%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
	return text;
}

static void draw_bar(const struct view *view, struct screen *screen)
{
	double s = view->status[0] ? view->elapsed_s : age_s(view, view->health.now_ns);
	char right[64], clock[TIME_BYTES];

	screen_fill(screen, ROW_BAR, LOOK_BAR);
	screen_put(screen, ROW_BAR, 1, LOOK_BAR, "assay %s  %.24s  %.30s",
	           view->version[0] ? view->version : ASSAY_VERSION, view->machine, view->product);
	if (view->plan[0])
		snprintf(right, sizeof(right), " plan %.20s  %s ", view->plan,
		         clock_text(clock, s));
	else
		snprintf(right, sizeof(right), " starting ");
	screen_put(screen, ROW_BAR, SCREEN_COLUMNS - (unsigned)strlen(right), LOOK_BAR, "%s",
	           right);
}

unsigned view_bad(const struct view *view)
{
	return view->counts[STATUS_FAILED] + view->counts[STATUS_BROKEN] +
	       view->counts[STATUS_TIMED_OUT];
}

/* Is all well until now? In words, at the right edge. */
static void draw_verdict(const struct view *view, struct screen *screen)
{
	unsigned bad = view_bad(view);
	char text[32];

	if (bad)
		snprintf(text, sizeof(text), "%u FAILED", bad);
	else
		snprintf(text, sizeof(text), "%s",
		         view->hardware_events ? "HARDWARE ERRORS"
		         : view->kernel_events ? "KERNEL ERRORS"
		                               : "all well so far");
	screen_put(screen, ROW_PROGRESS, SCREEN_COLUMNS - (unsigned)strlen(text),
	           text[0] == 'a' ? LOOK_GOOD : LOOK_BAD, "%s", text);
}

static void draw_progress(const struct view *view, struct screen *screen)
{
	char left[TIME_BYTES];
	unsigned filled, at;

	if (view->job_count == 0) {
		screen_put(screen, ROW_PROGRESS, 0, LOOK_PLAIN, "the plan comes next");
		return;
	}
	filled = BAR_COLUMNS * view->done / view->job_count;
	at = screen_put(screen, ROW_PROGRESS, 0, LOOK_PLAIN, "[");
	for (unsigned i = 0; i < BAR_COLUMNS; i++)
		at = screen_put(screen, ROW_PROGRESS, at, i < filled ? LOOK_GOOD : LOOK_PLAIN, "%c",
		                i < filled ? '#' : '.');
	at = screen_put(screen, ROW_PROGRESS, at, LOOK_PLAIN, "]  %u of %u tests, about %s left",
	                view->done, view->job_count, table_time(left, view_left_s(view)));
	draw_verdict(view, screen);
}

static bool is_over(const struct view *view)
{
	return view->status[0] || view->health.gone;
}

/* NULL between tests. */
static const struct view_job *job_at_work(const struct view *view)
{
	unsigned number = view->state.job;

	return number > 0 && number <= view->job_count && !is_over(view) ? &view->jobs[number - 1]
	                                                                 : NULL;
}

/* "> disk 12/30" is at work, "! disk 12/30" has findings. */
static void draw_families(const struct view *view, struct screen *screen)
{
	const struct view_job *job = job_at_work(view);

	for (unsigned i = 0; i < view->family_count; i++) {
		const struct view_family *family = &view->families[i];
		size_t length = strlen(family->name);
		bool at_work = job && strncmp(job->test, family->name, length) == 0 &&
		               strchr(".", job->test[length]);
		bool over = family->done >= family->jobs;
		char text[32];

		snprintf(text, sizeof(text), "%c %-10.10s %u/%u",
		         family->bad ? '!'
		         : at_work   ? '>'
		         : over      ? '+'
		                     : ' ',
		         family->name, family->done, family->jobs);
		screen_put(screen, ROW_FAMILIES + i / FAMILIES_IN_ROW,
		           i % FAMILIES_IN_ROW * FAMILY_COLUMNS,
		           family->bad ? LOOK_BAD
		           : at_work   ? LOOK_TITLE
		           : over      ? LOOK_GOOD
		                       : LOOK_PLAIN,
		           "%.*s", FAMILY_COLUMNS, text);
	}
}

static void draw_title(struct screen *screen, unsigned row, const char *title)
{
	unsigned at = screen_put(screen, row, 0, LOOK_TITLE, "-- %s ", title);

	while (at < SCREEN_COLUMNS)
		at = screen_put(screen, row, at, LOOK_TITLE, "-");
}

/* The newest number of the test that is at work. */
static void draw_rate(const struct view *view, struct screen *screen)
{
	const struct view_state *state = &view->state;
	char number[32], time[TIME_BYTES];

	if (state->samples == 0)
		screen_put(screen, ROW_NOW + 2, 2, LOOK_PLAIN, "measuring, no number yet");
	else
		screen_put(
		    screen, ROW_NOW + 2, 2, LOOK_PLAIN, "%s %s, sample %u, after %s", state->metric,
		    table_value(number, sizeof(number), state->value, state->unit), state->samples,
		    table_time(time, (double)(view->health.now_ns - state->since_ns) / 1e9));
}

static void draw_now(const struct view *view, struct screen *screen)
{
	const struct view_job *job = job_at_work(view);
	char time[TIME_BYTES], began[TIME_BYTES];
	unsigned at;

	draw_title(screen, ROW_NOW, "now");
	if (!job) {
		screen_put(screen, ROW_NOW + 1, 0, LOOK_PLAIN, "no test has begun yet");
		return;
	}
	at = screen_put(screen, ROW_NOW + 1, 0, LOOK_TITLE, "%s %s", job->test, job->target);
	screen_put(screen, ROW_NOW + 1, at, LOOK_PLAIN, "  began at %s, takes about %s",
	           clock_text(began, age_s(view, view->state.since_ns)),
	           table_time(time, job->estimate_s < 1 ? 1 : job->estimate_s));
	draw_rate(view, screen);
}

/* A row that is cut says so. */
static void draw_row(struct screen *screen, unsigned row, enum look look, const char *text)
{
	if (strlen(text) > SCREEN_COLUMNS)
		screen_put(screen, row, 0, look, "%.*s>", SCREEN_COLUMNS - 1, text);
	else
		screen_put(screen, row, 0, look, "%s", text);
}

/* What failed first, then the newest. */
static void draw_results(const struct view *view, struct screen *screen)
{
	unsigned row = ROW_RESULTS + 1;
	char text[ROW_BYTES];

	screen_put(screen, ROW_RESULTS, 0, LOOK_TITLE, "%s ", table_heading(text));
	for (unsigned i = 0; i < view->finding_count && i < VIEW_FINDINGS; i++)
		draw_row(screen, row++, LOOK_BAD,
		         view->findings[(view->finding_count - 1 - i) % VIEW_FINDINGS]);
	for (unsigned i = 0; i < view->result_count && row <= ROW_RESULTS + VIEW_RESULTS; i++)
		draw_row(screen, row++, LOOK_PLAIN,
		         view->results[(view->result_count - 1 - i) % VIEW_RESULTS]);
}

static void draw_foot(const struct view *view, unsigned row, struct screen *screen)
{
	static const char still[] = "updated between measurements ";

	screen_fill(screen, row, LOOK_BAR);
	screen_put(screen, row, 1, LOOK_BAR, "%s",
	           view->health.is_console ? "q: plain lines, then Ctrl-C: a shell"
	                                   : "q: leave; the run goes on");
	if (job_at_work(view))
		screen_put(screen, row, SCREEN_COLUMNS + 1 - sizeof(still), LOOK_BAR, "%s", still);
}

unsigned view_draw(const struct view *view, unsigned rows, struct screen *screen)
{
	unsigned last = rows < SCREEN_ROWS ? rows - 1 : SCREEN_ROWS - 1;
	unsigned log, room, first;

	screen_clear(screen);
	draw_bar(view, screen);
	draw_machine(view, ROW_MACHINE, screen);
	if (is_over(view)) {
		draw_card(view, ROW_PROGRESS, screen);
	} else {
		draw_progress(view, screen);
		draw_families(view, screen);
		if (view->family_count <= 2 * FAMILIES_IN_ROW)
			draw_bad_disks(view, ROW_NOW - 1, 1, screen);
		draw_now(view, screen);
	}
	draw_results(view, screen);
	draw_title(screen, ROW_HEALTH, "health");
	log = draw_health(view, ROW_HEALTH + 1, screen);
	room = last > log ? last - log : 0;
	first = view->log_count > room ? view->log_count - room : 0;
	for (unsigned i = first; i < view->log_count; i++)
		draw_row(screen, log + i - first, LOOK_PLAIN, view->log[i]);
	if (rows > 0)
		draw_foot(view, last, screen);
	return log;
}
