/* SPDX-License-Identifier: MIT */
/* fio_report.c - the numbers of a run, added up as they are shown */

#include "bench/fio/fio_report.h"
#include "bench/lib/clock.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const unsigned fio_class_bounds[FIO_MS_CLASSES] = { 2,   4,   10,  20,   50,   100,
	                                            250, 500, 750, 1000, 2000, 2000 };

static void add_rate(struct fio_rate *sum, const struct moments *more)
{
	double deviation = moments_deviation(more);

	if (more->count == 0)
		return;
	sum->samples += more->count;
	sum->min += (double)more->min;
	sum->max += (double)more->max;
	sum->mean += moments_mean(more);
	sum->squares += deviation * deviation * (double)(more->count - 1);
}

double fio_rate_deviation(const struct fio_rate *rate)
{
	return rate->samples > 1 ? sqrt(rate->squares / (double)(rate->samples - 1)) : 0;
}

static void add_thread(struct fio_unit *unit, const struct fio_thread *thread)
{
	io_outcome_merge(unit->outcome, &thread->outcome);
	unit->threads++;
	unit->elapsed_ms += thread->elapsed_ms;
	if (thread->error && !unit->error) {
		unit->error = thread->error;
		unit->why = thread->why;
		unit->path = thread->path;
	}
	for (unsigned i = 0; i < IO_DIRECTIONS; i++) {
		if (thread->runtime_ms[i] > unit->runtime_ms[i])
			unit->runtime_ms[i] = thread->runtime_ms[i];
		add_rate(&unit->bw_kib_per_s[i], &thread->rates[i].bw_kib_per_s);
		add_rate(&unit->iops[i], &thread->rates[i].iops);
	}
}

/* Is a thread shown together with the one before it? */
static bool goes_on(const struct fio_unit *unit, const struct fio_thread *thread)
{
	return thread->job->group_reporting && unit->group == thread->group;
}

static int make_units(struct fio_report *report, const struct fio_run *run)
{
	for (unsigned i = 0; i < run->thread_count; i++) {
		const struct fio_thread *thread = &run->threads[i];
		struct fio_unit *unit = &report->units[report->unit_count - 1];

		if (report->unit_count == 0 || !goes_on(unit, thread)) {
			unit = &report->units[report->unit_count++];
			*unit = (struct fio_unit){ .job = thread->job,
				                   .group = thread->group,
				                   .tid = (int)thread->tid,
				                   .why = "",
				                   .path = thread->path,
				                   .outcome = calloc(1, sizeof(*unit->outcome)) };
			if (!unit->outcome)
				return -ENOMEM;
		}
		add_thread(unit, thread);
	}
	return 0;
}

static void add_unit(struct fio_group *group, const struct fio_unit *unit, unsigned direction)
{
	uint64_t runtime_ms = unit->runtime_ms[direction];
	uint64_t bytes_per_s = fio_unit_bytes_per_s(unit, (enum io_direction)direction);

	if (runtime_ms == 0)
		return;
	if (group->bytes == 0 || bytes_per_s < group->least_bytes_per_s)
		group->least_bytes_per_s = bytes_per_s;
	if (bytes_per_s > group->most_bytes_per_s)
		group->most_bytes_per_s = bytes_per_s;
	if (group->bytes == 0 || runtime_ms < group->least_ms)
		group->least_ms = runtime_ms;
	if (runtime_ms > group->most_ms)
		group->most_ms = runtime_ms;
	group->bytes += unit->outcome->tally[direction].bytes;
	group->bytes_per_s = (uint64_t)((double)group->bytes * 1000 / (double)group->most_ms);
}

int fio_report_make(struct fio_report *report, const struct fio_run *run)
{
	*report = (struct fio_report){
		.request = run->request,
		.version = FIO_VERSION,
		.wall_ns = clock_wall_ns(),
		.elapsed_s = (clock_now_ns() - run->started_ns + SECONDS(1) - 1) / SECONDS(1),
		.group_count = run->group_count,
		.units = calloc(run->thread_count, sizeof(*report->units)),
		.groups = calloc(run->group_count, sizeof(*report->groups)),
		.stats = run->stats,
		.stat_count = run->stat_count,
	};
	if (!report->units || !report->groups || make_units(report, run) != 0)
		return -ENOMEM;
	for (unsigned i = 0; i < report->unit_count; i++)
		for (unsigned direction = 0; direction < IO_DIRECTIONS; direction++)
			add_unit(&report->groups[report->units[i].group][direction],
			         &report->units[i], direction);
	return 0;
}

void fio_report_free(struct fio_report *report)
{
	for (unsigned i = 0; i < report->unit_count; i++)
		free(report->units[i].outcome);
	free(report->units);
	free(report->groups);
}

uint64_t fio_unit_bytes_per_s(const struct fio_unit *unit, enum io_direction direction)
{
	uint64_t runtime_ms = unit->runtime_ms[direction];

	if (runtime_ms == 0)
		return 0;
	return (uint64_t)((unsigned __int128)unit->outcome->tally[direction].bytes * 1000 /
	                  runtime_ms);
}

double fio_unit_iops(const struct fio_unit *unit, enum io_direction direction)
{
	uint64_t runtime_ms = unit->runtime_ms[direction];

	if (runtime_ms == 0)
		return 0;
	return 1000 * (double)unit->outcome->tally[direction].ios / (double)runtime_ms;
}

double fio_rate_share(const struct fio_rate *rate, const struct fio_group *group)
{
	double share =
	    group->bytes_per_s ? floor(rate->mean) * 100 / ((double)group->bytes_per_s / 1024) : 0;

	return share > 100 ? 100 : share;
}

static double cpu_percent(const struct fio_unit *unit, uint64_t ns)
{
	return unit->elapsed_ms ? (double)ns / 10000 / (double)unit->elapsed_ms : 0;
}

double fio_user_percent(const struct fio_unit *unit)
{
	return cpu_percent(unit, unit->outcome->user_ns);
}

double fio_system_percent(const struct fio_unit *unit)
{
	return cpu_percent(unit, unit->outcome->system_ns);
}

static unsigned class_of(uint64_t value, unsigned classes)
{
	unsigned class = 0;

	while (class < classes - 1 && value >= fio_class_bounds[class])
		class ++;
	return class;
}

void fio_spread_make(struct fio_spread *spread, const struct io_outcome *outcome)
{
	memset(spread, 0, sizeof(*spread));
	for (unsigned bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++) {
		uint64_t ns = (uint64_t)histogram_value(bucket), count = 0;

		for (unsigned i = 0; i < IO_DIRECTIONS; i++)
			count += outcome->tally[i].clat_histogram.buckets[bucket];
		if (count == 0)
			continue;
		spread->count += count;
		if (ns < 1000)
			spread->ns[class_of(ns, FIO_NS_CLASSES)] += count;
		else if (ns < 1000000)
			spread->us[class_of(ns / 1000, FIO_NS_CLASSES)] += count;
		else
			spread->ms[class_of(ns / 1000000, FIO_MS_CLASSES)] += count;
	}
}

void fio_spread_fold(struct fio_spread *spread)
{
	for (unsigned i = 0; i < FIO_NS_CLASSES; i++) {
		spread->us[0] += spread->ns[i];
		spread->ns[i] = 0;
	}
}

double fio_share(uint64_t part, uint64_t whole, double least)
{
	double percent = whole ? 100 * (double)part / (double)whole : 0;

	return percent > 0 && percent < least ? least : percent;
}
