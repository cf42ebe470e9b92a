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
	ROW_MACHINE = 1,
	ROW_ACCESS = 2,
	ROW_PROGRESS = 3,
	ROW_FAMILIES = 4, /* 3 rows of 4 */
	ROW_NOW = 7,      /* title, and 2 rows */
	ROW_RESULTS = 10, /* title, and VIEW_RESULTS rows */
	ROW_HEALTH = 17,  /* title, and 2 rows */
	ROW_LOG = 20,     /* VIEW_LOG rows, or less; the last row of the screen is for keys */
};

#define FAMILY_COLUMNS 20
#define BAR_COLUMNS 34

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

/* "+1:02:03" after the run began. Returns @text. */
static const char *clock_text(char text[TIME_BYTES], double s)
{
	unsigned whole = (unsigned)s;

	snprintf(text, TIME_BYTES, "+%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
	return text;
}

static void draw_bar(const struct view *view, struct screen *screen)
{
	double s = view->status[0] ? view->elapsed_s : age_s(view, view->health.now_ns);
	char right[64], clock[TIME_BYTES];

	screen_fill(screen, ROW_BAR, LOOK_BAR);
	screen_put(screen, ROW_BAR, 1, LOOK_BAR, "assay %s  %.24s  %.30s", view->version,
	           view->machine, view->product);
	snprintf(right, sizeof(right), " %s %s ", view->plan, clock_text(clock, s));
	screen_put(screen, ROW_BAR, SCREEN_COLUMNS - (unsigned)strlen(right), LOOK_BAR, "%s",
	           right);
}

/* The model of the CPU gives way to the numbers. */
static void draw_machine(const struct view *view, struct screen *screen)
{
	char parts[96], size[32] = "";
	unsigned at;

	if (view->sockets == 0) {
		screen_put(screen, ROW_MACHINE, 0, LOOK_PLAIN, "taking the inventory");
		return;
	}
	if (view->disk_count > 0)
		table_si(size, sizeof(size), (double)view->disks_bytes);
	snprintf(parts, sizeof(parts), "; %u cores, %u threads; %llu MiB; %u disk%s%s%s%s",
	         view->cores, view->threads, (unsigned long long)(view->memory_bytes >> 20),
	         view->disk_count, view->disk_count == 1 ? "" : "s", size[0] ? ", " : "", size,
	         size[0] ? "B" : "");
	at = screen_put(screen, ROW_MACHINE, 0, LOOK_PLAIN, "%u x ", view->sockets);
	at = screen_put(screen, ROW_MACHINE, at, LOOK_PLAIN, "%.*s",
	                SCREEN_COLUMNS - (int)(at + strlen(parts)), view->cpu);
	screen_put(screen, ROW_MACHINE, at, view->disk_count ? LOOK_PLAIN : LOOK_BAD, "%s", parts);
}

static void draw_access(const struct view *view, struct screen *screen)
{
	const char *address = view->health.address;

	if (address[0] == '\0')
		screen_put(screen, ROW_ACCESS, 0, LOOK_WARN, "no network address");
	else if (view->fingerprint[0])
		screen_put(screen, ROW_ACCESS, 0, LOOK_PLAIN, "ssh root@%s  %s", address,
		           view->fingerprint);
	else
		screen_put(screen, ROW_ACCESS, 0, LOOK_PLAIN, "%s", address);
}

static void draw_progress(const struct view *view, struct screen *screen)
{
	unsigned filled = view->job_count ? BAR_COLUMNS * view->done / view->job_count : 0, at = 0;
	char left[TIME_BYTES];

	at = screen_put(screen, ROW_PROGRESS, at, LOOK_PLAIN, "[");
	for (unsigned i = 0; i < BAR_COLUMNS; i++)
		at = screen_put(screen, ROW_PROGRESS, at, i < filled ? LOOK_GOOD : LOOK_PLAIN, "%c",
		                i < filled ? '#' : '.');
	at = screen_put(screen, ROW_PROGRESS, at, LOOK_PLAIN, "]  %u of %u tests", view->done,
	                view->job_count);
	if (view->job_count)
		screen_put(screen, ROW_PROGRESS, at, LOOK_PLAIN, ", about %s left",
		           table_time(left, view_left_s(view)));
}

/* NULL between tests. */
static const struct view_job *job_at_work(const struct view *view)
{
	unsigned number = view->state.job;

	return number > 0 && number <= view->job_count ? &view->jobs[number - 1] : NULL;
}

/* "> disk 12/30" is at work, "! disk 12/30" has findings. */
static void draw_families(const struct view *view, struct screen *screen)
{
	const struct view_job *job =
	    view->state.job > 0 && view->state.job <= view->job_count && view->status[0] == '\0'
		? &view->jobs[view->state.job - 1]
		: NULL;

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
		screen_put(screen, ROW_FAMILIES + i / 4, i % 4 * FAMILY_COLUMNS,
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
	if (view->health.gone) {
		screen_put(screen, ROW_NOW + 1, 0, LOOK_BAD, "assay died: its log says how");
		return;
	}
	if (!job) {
		screen_put(screen, ROW_NOW + 1, 0, LOOK_PLAIN, "no test has begun yet");
		return;
	}
	at = screen_put(screen, ROW_NOW + 1, 0, LOOK_TITLE, "%s %s", job->test, job->target);
	screen_put(screen, ROW_NOW + 1, at, LOOK_PLAIN, " began at %s, takes about %s",
	           clock_text(began, age_s(view, view->state.since_ns)),
	           table_time(time, job->estimate_s < 1 ? 1 : job->estimate_s));
	draw_rate(view, screen);
}

/* What failed first, then the newest. */
static void draw_results(const struct view *view, struct screen *screen)
{
	unsigned row = ROW_RESULTS + 1;
	char text[ROW_BYTES];

	screen_put(screen, ROW_RESULTS, 0, LOOK_TITLE, "%s ", table_heading(text));
	for (unsigned i = 0; i < view->finding_count && i < VIEW_FINDINGS; i++)
		screen_put(screen, row++, 0, LOOK_BAD, "%s",
		           view->findings[(view->finding_count - 1 - i) % VIEW_FINDINGS]);
	for (unsigned i = 0; i < view->result_count && row <= ROW_RESULTS + VIEW_RESULTS; i++)
		screen_put(screen, row++, 0, LOOK_PLAIN, "%s",
		           view->results[(view->result_count - 1 - i) % VIEW_RESULTS]);
}

static void draw_foot(const struct view *view, unsigned row, struct screen *screen)
{
	static const char still[] = "asleep while a test measures ";
	bool is_over = view->status[0] != '\0';

	screen_fill(screen, row, LOOK_BAR);
	screen_put(screen, row, 1, LOOK_BAR, "%s",
	           !view->health.is_console ? "q: leave; the run goes on"
	           : is_over                ? "q: plain lines, then Enter: a shell"
	                                    : "q: plain lines, then Ctrl-C: a shell");
	if (job_at_work(view))
		screen_put(screen, row, SCREEN_COLUMNS + 1 - sizeof(still), LOOK_BAR, "%s", still);
}

unsigned view_draw(const struct view *view, unsigned rows, struct screen *screen)
{
	unsigned last = rows < SCREEN_ROWS ? rows - 1 : SCREEN_ROWS - 1;
	unsigned room = last > ROW_LOG ? last - ROW_LOG : 0;
	unsigned first = view->log_count > room ? view->log_count - room : 0;

	screen_clear(screen);
	draw_bar(view, screen);
	draw_machine(view, screen);
	draw_access(view, screen);
	if (view->status[0]) {
		draw_card(view, ROW_PROGRESS, screen);
	} else {
		draw_progress(view, screen);
		draw_families(view, screen);
		draw_now(view, screen);
	}
	draw_results(view, screen);
	draw_title(screen, ROW_HEALTH, "health");
	draw_health(view, ROW_HEALTH + 1, screen);
	for (unsigned i = first; i < view->log_count; i++)
		screen_put(screen, ROW_LOG + i - first, 0, LOOK_PLAIN, "%s", view->log[i]);
	if (rows > 0)
		draw_foot(view, last, screen);
	return ROW_LOG;
}
