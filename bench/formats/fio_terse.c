/* SPDX-License-Identifier: MIT */
/* fio_terse.c - one line of semicolons for each unit, as version 3 of fio's terse output */

#include "bench/formats/fio_part.h"

#include <inttypes.h>

#define NS_PER_US 1000

static void print_moments(FILE *out, const struct moments *moments)
{
	fprintf(out, ";%" PRIu64 ";%" PRIu64 ";%f;%f", moments->min / NS_PER_US,
	        moments->max / NS_PER_US, moments_mean(moments) / NS_PER_US,
	        moments_deviation(moments) / NS_PER_US);
}

static void print_percentiles(FILE *out, const struct fio_job *job,
                              const struct histogram *histogram)
{
	uint64_t values[FIO_PERCENTILES_MAX];

	fio_percentiles_of(histogram, job, values);
	for (unsigned i = 0; i < FIO_PERCENTILES_MAX; i++)
		if (i < job->percentile_count)
			fprintf(out, ";%f%%=%" PRIu64, job->percentiles[i], values[i] / NS_PER_US);
		else
			fputs(";0%=0", out);
}

static void print_direction(FILE *out, const struct fio_unit *unit, unsigned direction,
                            const struct fio_group *group)
{
	const struct io_tally *tally = &unit->outcome->tally[direction];
	const struct fio_rate *bw = &unit->bw_kib_per_s[direction];

	fprintf(out, ";%" PRIu64 ";%" PRIu64 ";%" PRIu64 ";%" PRIu64, tally->bytes >> 10,
	        fio_unit_bytes_per_s(unit, (enum io_direction)direction) >> 10,
	        (uint64_t)fio_unit_iops(unit, (enum io_direction)direction),
	        unit->runtime_ms[direction]);
	print_moments(out, &tally->slat);
	print_moments(out, &tally->clat);
	print_percentiles(out, unit->job, &tally->clat_histogram);
	print_moments(out, &tally->lat);
	fprintf(out, ";%.0f;%.0f;%f%%;%f;%f", bw->min, bw->max, fio_rate_share(bw, group), bw->mean,
	        fio_rate_deviation(bw));
}

static void print_spread(FILE *out, const struct io_outcome *outcome)
{
	struct fio_spread spread;

	fio_spread_make(&spread, outcome);
	fio_spread_fold(&spread);
	for (unsigned i = 0; i < FIO_NS_CLASSES; i++)
		fprintf(out, ";%3.2f%%", fio_share(spread.us[i], spread.count, 0.01));
	for (unsigned i = 0; i < FIO_MS_CLASSES; i++)
		fprintf(out, ";%3.2f%%", fio_share(spread.ms[i], spread.count, 0.01));
}

static void print_disks(FILE *out, const struct fio_report *report)
{
	for (unsigned i = 0; i < report->stat_count; i++) {
		const struct fio_stat *stat = &report->stats[i].sum;

		fprintf(out,
		        ";%s;%" PRIu64 ";%" PRIu64 ";%" PRIu64 ";%" PRIu64 ";%" PRIu64 ";%" PRIu64
		        ";%" PRIu64 ";%3.2f%%",
		        report->stats[i].name, stat->ios[0], stat->ios[1], stat->merges[0],
		        stat->merges[1], stat->ticks_ms[0], stat->ticks_ms[1], stat->queue_ms,
		        fio_stat_percent(stat));
	}
}

void fio_print_terse(FILE *out, const struct fio_report *report)
{
	for (unsigned i = 0; i < report->unit_count; i++) {
		const struct fio_unit *unit = &report->units[i];
		const struct io_outcome *outcome = unit->outcome;

		fprintf(out, "3;%s;%s;%u;%d", report->version, unit->job->name, unit->group,
		        unit->error);
		for (unsigned direction = 0; direction < IO_DIRECTIONS; direction++)
			print_direction(out, unit, direction,
			                &report->groups[unit->group][direction]);
		fprintf(out, ";%f%%;%f%%;%" PRIu64 ";%" PRIu64 ";%" PRIu64, fio_user_percent(unit),
		        fio_system_percent(unit), outcome->switches, outcome->major_faults,
		        outcome->minor_faults);
		for (unsigned class = 0; class < countof(outcome->depths); class ++)
			fprintf(out, ";%3.1f%%",
			        fio_share(outcome->depths[class], fio_unit_ios(unit), 0.1));
		print_spread(out, outcome);
		print_disks(out, report);
		if (unit->job->description[0])
			fprintf(out, ";%s", unit->job->description);
		fputc('\n', out);
	}
}
