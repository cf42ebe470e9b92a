/* SPDX-License-Identifier: MIT */
/* fio_lines.c - lines that all layouts of fio's text have, and those before the first I/O */

#include "bench/formats/fio_part.h"

#include <inttypes.h>

static const char *const depth_labels[7] = { "1", "2", "4", "8", "16", "32", ">=64" };
static const char *const batch_labels[7] = { "0", "4", "8", "16", "32", "64", ">=64" };

static uint64_t sum_of(const uint64_t counts[7])
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < 7; i++)
		sum += counts[i];
	return sum;
}

static void print_classes(FILE *out, const char *const labels[7], const uint64_t counts[7],
                          uint64_t whole)
{
	for (unsigned i = 0; i < 7; i++)
		fprintf(out, "%s%s=%3.1f%%", i ? ", " : "", labels[i],
		        fio_share(counts[i], whole, 0.1));
	fputc('\n', out);
}

void fio_print_head(FILE *out, const struct fio_unit *unit)
{
	fprintf(out, "%s: (groupid=%u, jobs=%u): err=%2d", unit->job->name, unit->group,
	        unit->threads, unit->error);
	if (unit->error)
		fprintf(out, " (file:%s, error=%s)", unit->path, unit->why);
	fprintf(out, ": pid=%d", unit->tid);
}

void fio_print_cpu(FILE *out, const struct fio_unit *unit)
{
	const struct io_outcome *outcome = unit->outcome;

	fprintf(out,
	        "  cpu          : usr=%3.2f%%, sys=%3.2f%%, ctx=%" PRIu64 ", majf=%" PRIu64
	        ", minf=%" PRIu64 "\n  IO depths    : ",
	        fio_user_percent(unit), fio_system_percent(unit), outcome->switches,
	        outcome->major_faults, outcome->minor_faults);
	print_classes(out, depth_labels, outcome->depths, fio_unit_ios(unit));
	fputs("     submit    : ", out);
	print_classes(out, batch_labels, outcome->submits, sum_of(outcome->submits));
	fputs("     complete  : ", out);
	print_classes(out, batch_labels, outcome->completes, sum_of(outcome->completes));
}

/* The labels are the upper bounds; the last class of ms has none. */
static void print_spread_unit(FILE *out, const char *unit, const uint64_t *counts, unsigned classes,
                              uint64_t whole, bool old)
{
	unsigned shown = 0;

	for (unsigned i = 0; i < classes; i++) {
		if (counts[i] == 0)
			continue;
		if (shown % 5 == 0)
			fprintf(out,
			        old ? "%s     lat (%s): " : "%s  lat (%s)   : ", shown ? "\n" : "",
			        unit);
		fprintf(out, "%s%s%u=%3.2f%%", shown % 5 ? ", " : "",
		        i == FIO_MS_CLASSES - 1 ? ">=" : "", fio_class_bounds[i],
		        fio_share(counts[i], whole, 0.01));
		shown++;
	}
	if (shown)
		fputc('\n', out);
}

void fio_print_spread(FILE *out, const struct io_outcome *outcome, bool old)
{
	struct fio_spread spread;

	fio_spread_make(&spread, outcome);
	if (old)
		fio_spread_fold(&spread);
	print_spread_unit(out, "nsec", spread.ns, FIO_NS_CLASSES, spread.count, old);
	print_spread_unit(out, "usec", spread.us, FIO_NS_CLASSES, spread.count, old);
	print_spread_unit(out, "msec", spread.ms, FIO_MS_CLASSES, spread.count, old);
}

static void print_sizes(FILE *out, const struct fio_sizes sizes[FIO_SIZES])
{
	static const char letters[] = "RWT";
	char least[FIO_NUMBER_BYTES], most[FIO_NUMBER_BYTES];

	for (unsigned i = 0; i < FIO_SIZES; i++)
		fprintf(out, "%s(%c) %s-%s", i ? ", " : "", letters[i],
		        fio_number(least, fio_least_bytes(&sizes[i]), 4, true, "B"),
		        fio_number(most, fio_most_bytes(&sizes[i]), 4, true, "B"));
}

static void print_old_sizes(FILE *out, const struct fio_sizes sizes[FIO_SIZES])
{
	char least[FIO_NUMBER_BYTES], most[FIO_NUMBER_BYTES];

	for (unsigned i = 0; i < IO_DIRECTIONS; i++) {
		fprintf(out, "%s%s-%s", i ? "/" : "",
		        fio_old_size(least, fio_least_bytes(&sizes[i])),
		        fio_old_size(most, fio_most_bytes(&sizes[i])));
	}
}

void fio_print_begin(FILE *out, const struct fio_run *run)
{
	const struct fio_job *last = NULL;
	bool old = run->request->old_layout;

	for (unsigned i = 0; i < run->thread_count; i++) {
		const struct fio_job *job = run->threads[i].job;

		if (job == last)
			continue;
		last = job;
		fprintf(out, "%s: (g=%u): rw=%s, bs=", job->name, run->threads[i].group,
		        fio_rw_name(job));
		if (old)
			print_old_sizes(out, job->sizes);
		else
			print_sizes(out, job->sizes);
		fprintf(out, ", ioengine=%s, iodepth=%" PRIu64 "\n%s",
		        io_engine_name((enum io_engine)job->engine), job->depth,
		        job->numjobs > 1 ? "...\n" : "");
	}
	fprintf(out, "%s\nStarting %u thread%s\n", old ? FIO_OLD_VERSION : FIO_VERSION,
	        run->thread_count, run->thread_count == 1 ? "" : "s");
}

void fio_print_laying_out(FILE *out, const struct fio_thread *thread, bool old)
{
	fprintf(out,
	        old ? "%s: Laying out IO file(s) (1 file(s) / %" PRIu64 "MB)\n"
	            : "%s: Laying out IO file (1 file / %" PRIu64 "MiB)\n",
	        thread->job->name, thread->lay_out_bytes >> 20);
}

/* @lead  what stands before each name: fio has "aggr" for what the members did */
static void print_stat(FILE *out, const char *lead, const struct fio_stat *stat, double percent)
{
	fprintf(out,
	        "%sios=%" PRIu64 "/%" PRIu64 ", %smerge=%" PRIu64 "/%" PRIu64 ", %sticks=%" PRIu64
	        "/%" PRIu64 ", %sin_queue=%" PRIu64 ", %sutil=%3.2f%%",
	        lead, stat->ios[0], stat->ios[1], lead, stat->merges[0], stat->merges[1], lead,
	        stat->ticks_ms[0], stat->ticks_ms[1], lead, stat->queue_ms, lead, percent);
}

void fio_print_disks(FILE *out, const struct fio_report *report)
{
	if (report->stat_count)
		fputs("\nDisk stats (read/write):\n", out);
	for (unsigned i = 0; i < report->stat_count; i++) {
		const struct fio_stat_source *source = &report->stats[i];
		struct fio_stat mean;
		double most_percent;

		fprintf(out, "%s%s: ", source->member_count ? "    " : "  ", source->name);
		print_stat(out, "", &source->sum, fio_stat_percent(&source->sum));
		if (source->member_count) {
			fio_stat_aggregate(source, &mean, &most_percent);
			fputs(", ", out);
			print_stat(out, "aggr", &mean, most_percent);
		}
		fputc('\n', out);
	}
}
