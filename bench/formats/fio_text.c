/* SPDX-License-Identifier: MIT */
/* fio_text.c - the report of fio 3.33, line for line */

#include "bench/formats/fio_part.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#define DIGITS 4         /* of a number in the text */
#define LATENCY_DIGITS 6 /* of the least and most of a latency */

static void print_header(FILE *out, const struct fio_report *report, const struct fio_unit *unit)
{
	time_t now = (time_t)(report->wall_ns / SECONDS(1));
	char date[32];

	fio_print_head(out, unit);
	fprintf(out, ": %s", ctime_r(&now, date));
	if (unit->job->description[0])
		fprintf(out, "  Description  : [%s]\n", unit->job->description);
}

static void print_latency(FILE *out, const char *name, const struct moments *moments)
{
	char min[FIO_NUMBER_BYTES], max[FIO_NUMBER_BYTES];
	struct fio_scale scale = fio_scale_of(moments);

	if (moments->count == 0)
		return;
	fprintf(out, "    %s (%s): min=%s, max=%s, avg=%5.2f, stdev=%5.2f\n", name, scale.name,
	        fio_number(min, moments->min / scale.ns, LATENCY_DIGITS, false, ""),
	        fio_number(max, moments->max / scale.ns, LATENCY_DIGITS, false, ""),
	        moments_mean(moments) / (double)scale.ns,
	        moments_deviation(moments) / (double)scale.ns);
}

static void print_percentiles(FILE *out, const char *name, const struct histogram *histogram,
                              const struct fio_job *job)
{
	const unsigned precision = 2, line = 73, frame = 10;
	uint64_t values[FIO_PERCENTILES_MAX];
	struct fio_scale scale;
	unsigned width = 5, per_line;
	char largest[24];

	if (histogram->count == 0)
		return;
	scale = fio_percentiles_of(histogram, job, values);
	for (unsigned i = 0; i < job->percentile_count; i++)
		values[i] = (values[i] + scale.ns - 1) / scale.ns;
	snprintf(largest, sizeof(largest), "%" PRIu64, values[job->percentile_count - 1]);
	if (strlen(largest) > width)
		width = (unsigned)strlen(largest);
	per_line = line / (precision + frame + width);
	fprintf(out, "    %s percentiles (%s):", name, scale.name);
	for (unsigned i = 0; i < job->percentile_count; i++) {
		fputs(i == 0 ? "\n     |" : i % per_line == 0 ? ",\n     |" : ",", out);
		fprintf(out, " %5.*fth=[%*" PRIu64 "]", (int)precision, job->percentiles[i],
		        (int)width, values[i]);
	}
	fputc('\n', out);
}

static void print_rates(FILE *out, const struct fio_unit *unit, unsigned direction,
                        const struct fio_group *group)
{
	const struct fio_rate *bw = &unit->bw_kib_per_s[direction], *iops = &unit->iops[direction];
	double divisor = bw->mean > 1024 * 1024 ? 1024 : 1;

	if (bw->samples)
		fprintf(out,
		        "   bw (%5s/s): min=%5.0f, max=%5.0f, per=%3.2f%%, avg=%5.2f, "
		        "stdev=%5.2f, samples=%" PRIu64 "\n",
		        divisor > 1 ? "MiB" : "KiB", bw->min / divisor, bw->max / divisor,
		        fio_rate_share(bw, group), bw->mean / divisor,
		        fio_rate_deviation(bw) / divisor, bw->samples);
	if (iops->samples)
		fprintf(out,
		        "   iops        : min=%5.0f, max=%5.0f, avg=%5.2f, stdev=%5.2f, "
		        "samples=%" PRIu64 "\n",
		        iops->min, iops->max, iops->mean, fio_rate_deviation(iops), iops->samples);
}

static void print_direction(FILE *out, const struct fio_unit *unit, unsigned direction,
                            const struct fio_group *group)
{
	const struct io_tally *tally = &unit->outcome->tally[direction];
	uint64_t bytes_per_s = fio_unit_bytes_per_s(unit, (enum io_direction)direction);
	char iops[FIO_NUMBER_BYTES], binary[FIO_NUMBER_BYTES], decimal[FIO_NUMBER_BYTES];
	char bytes[FIO_NUMBER_BYTES];

	if (tally->bytes == 0)
		return;
	fprintf(out, "  %s: IOPS=%s, BW=%s (%s)(%s/%" PRIu64 "msec)%s\n",
	        direction == IO_READ ? "read" : "write",
	        fio_number(iops, (uint64_t)fio_unit_iops(unit, (enum io_direction)direction),
	                   DIGITS, false, ""),
	        fio_number(binary, bytes_per_s, DIGITS, true, "B/s"),
	        fio_number(decimal, bytes_per_s, DIGITS, false, "B/s"),
	        fio_number(bytes, tally->bytes, DIGITS, true, "B"), unit->runtime_ms[direction],
	        direction == IO_READ ? "" : "; 0 zone resets");
	print_latency(out, "slat", &tally->slat);
	print_latency(out, "clat", &tally->clat);
	print_latency(out, " lat", &tally->lat);
	if (unit->job->slat_percentiles)
		print_percentiles(out, "slat", &tally->slat_histogram, unit->job);
	if (unit->job->clat_percentiles)
		print_percentiles(out, "clat", &tally->clat_histogram, unit->job);
	if (unit->job->lat_percentiles)
		print_percentiles(out, "lat", &tally->lat_histogram, unit->job);
	print_rates(out, unit, direction, group);
}

static void print_work(FILE *out, const struct fio_unit *unit)
{
	const struct io_outcome *outcome = unit->outcome;

	if (outcome->sync.count) {
		fputs("  fsync/fdatasync/sync_file_range:\n", out);
		print_latency(out, "sync", &outcome->sync);
		print_percentiles(out, "sync", &outcome->sync_histogram, unit->job);
	}
	fio_print_cpu(out, unit);
	fprintf(out,
	        "     issued rwts: total=%" PRIu64 ",%" PRIu64 ",0,%" PRIu64 " short=%" PRIu64
	        ",%" PRIu64 ",0,0 dropped=0,0,0,0\n",
	        outcome->tally[IO_READ].ios, outcome->tally[IO_WRITE].ios, outcome->sync.count,
	        outcome->tally[IO_READ].short_ios, outcome->tally[IO_WRITE].short_ios);
	fprintf(out,
	        "     latency   : target=0, window=0, percentile=100.00%%, depth=%" PRIu64 "\n",
	        unit->job->depth);
}

static void print_group(FILE *out, unsigned number, const struct fio_group groups[IO_DIRECTIONS])
{
	static const char *const names[] = { "READ", "WRITE" };
	char text[8][FIO_NUMBER_BYTES];

	fprintf(out, "\nRun status group %u (all jobs):\n", number);
	for (unsigned i = 0; i < IO_DIRECTIONS; i++) {
		const struct fio_group *group = &groups[i];
		uint64_t least = group->least_bytes_per_s, most = group->most_bytes_per_s;

		if (group->bytes == 0)
			continue;
		fprintf(out,
		        "%7s: bw=%s (%s), %s-%s (%s-%s), io=%s (%s), run=%" PRIu64 "-%" PRIu64
		        "msec\n",
		        names[i], fio_number(text[0], group->bytes_per_s, DIGITS, true, "B/s"),
		        fio_number(text[1], group->bytes_per_s, DIGITS, false, "B/s"),
		        fio_number(text[2], least, DIGITS, true, "B/s"),
		        fio_number(text[3], most, DIGITS, true, "B/s"),
		        fio_number(text[4], least, DIGITS, false, "B/s"),
		        fio_number(text[5], most, DIGITS, false, "B/s"),
		        fio_number(text[6], group->bytes, DIGITS, true, "B"),
		        fio_number(text[7], group->bytes, DIGITS, false, "B"), group->least_ms,
		        group->most_ms);
	}
}

void fio_print_text(FILE *out, const struct fio_report *report)
{
	if (report->request->old_layout) {
		fio_print_1_59(out, report);
		return;
	}
	fputc('\n', out);
	for (unsigned i = 0; i < report->unit_count; i++) {
		const struct fio_unit *unit = &report->units[i];

		print_header(out, report, unit);
		for (unsigned direction = 0; direction < IO_DIRECTIONS; direction++)
			print_direction(out, unit, direction,
			                &report->groups[unit->group][direction]);
		fio_print_spread(out, unit->outcome, false);
		print_work(out, unit);
	}
	for (unsigned i = 0; i < report->group_count; i++)
		print_group(out, i, report->groups[i]);
	fio_print_disks(out, report);
}
