/* SPDX-License-Identifier: MIT */
/*
 * fio_1_59.c - the report in the layout of fio 1.59
 *
 * Its layout, not its faults: decimals are a fraction of 1000, a terabyte is a T, and the
 * bandwidths of a group are all in the same KB, of 1024 bytes.
 */

#include "bench/formats/fio_part.h"

#include <inttypes.h>

#define NS_PER_US 1000.0

/* In us, or in ms if all four are beyond 1000. */
static void print_latency(FILE *out, const char *name, const struct moments *moments)
{
	double mean = moments_mean(moments) / NS_PER_US;
	double deviation = moments_deviation(moments) / NS_PER_US;
	uint64_t min = moments->min / 1000, max = moments->max / 1000;
	bool long_ones = min > 1000 && max > 1000 && mean > 1000 && deviation > 1000;
	char least[FIO_NUMBER_BYTES], most[FIO_NUMBER_BYTES];

	if (moments->count == 0)
		return;
	if (long_ones) {
		min /= 1000;
		max /= 1000;
		mean /= 1000;
		deviation /= 1000;
	}
	fprintf(out, "    %s (%s): min=%s, max=%s, avg=%5.2f, stdev=%5.2f\n", name,
	        long_ones ? "msec" : "usec", fio_old_number(least, min, false),
	        fio_old_number(most, max, false), mean, deviation);
}

static void print_direction(FILE *out, const struct fio_unit *unit, unsigned direction,
                            const struct fio_group *group)
{
	const struct io_tally *tally = &unit->outcome->tally[direction];
	const struct fio_rate *bw = &unit->bw_kib_per_s[direction];
	uint64_t bytes_per_s = fio_unit_bytes_per_s(unit, (enum io_direction)direction);
	uint64_t ios_per_s = (uint64_t)fio_unit_iops(unit, (enum io_direction)direction);
	char bytes[FIO_NUMBER_BYTES], rate[FIO_NUMBER_BYTES], iops[FIO_NUMBER_BYTES];

	if (tally->bytes == 0)
		return;
	fprintf(out, "  %s: io=%sB, bw=%sB/s, iops=%s, runt=%6" PRIu64 "msec\n",
	        direction == IO_READ ? "read " : "write", fio_old_number(bytes, tally->bytes, true),
	        fio_old_number(rate, bytes_per_s, true), fio_old_number(iops, ios_per_s, false),
	        unit->runtime_ms[direction]);
	print_latency(out, "slat", &tally->slat);
	print_latency(out, "clat", &tally->clat);
	print_latency(out, " lat", &tally->lat);
	if (bw->samples)
		fprintf(out,
		        "    bw (KB/s) : min=%5.0f, max=%5.0f, per=%3.2f%%, avg=%5.2f, "
		        "stdev=%5.2f\n",
		        bw->min, bw->max, fio_rate_share(bw, group), bw->mean,
		        fio_rate_deviation(bw));
}

static void print_unit(FILE *out, const struct fio_report *report, const struct fio_unit *unit)
{
	const struct io_outcome *outcome = unit->outcome;

	fio_print_head(out, unit);
	fputc('\n', out);
	for (unsigned direction = 0; direction < IO_DIRECTIONS; direction++)
		print_direction(out, unit, direction, &report->groups[unit->group][direction]);
	fio_print_cpu(out, unit);
	fprintf(out,
	        "     issued r/w/d: total=%" PRIu64 "/%" PRIu64 "/0, short=%" PRIu64 "/%" PRIu64
	        "/0\n",
	        outcome->tally[IO_READ].ios, outcome->tally[IO_WRITE].ios,
	        outcome->tally[IO_READ].short_ios, outcome->tally[IO_WRITE].short_ios);
	fio_print_spread(out, outcome, true);
}

static void print_group(FILE *out, unsigned number, const struct fio_group groups[IO_DIRECTIONS])
{
	static const char *const names[] = { "READ", "WRITE" };
	char bytes[FIO_NUMBER_BYTES], sum[FIO_NUMBER_BYTES], least[FIO_NUMBER_BYTES];
	char most[FIO_NUMBER_BYTES];

	fprintf(out, "\nRun status group %u (all jobs):\n", number);
	for (unsigned i = 0; i < IO_DIRECTIONS; i++) {
		const struct fio_group *group = &groups[i];

		if (group->bytes == 0)
			continue;
		fprintf(out,
		        "%7s: io=%sB, aggrb=%sB/s, minb=%sB/s, maxb=%sB/s, mint=%" PRIu64
		        "msec, maxt=%" PRIu64 "msec\n",
		        names[i], fio_old_number(bytes, group->bytes, true),
		        fio_old_number(sum, group->bytes_per_s, true),
		        fio_old_number(least, group->least_bytes_per_s, true),
		        fio_old_number(most, group->most_bytes_per_s, true), group->least_ms,
		        group->most_ms);
	}
}

void fio_print_1_59(FILE *out, const struct fio_report *report)
{
	fputc('\n', out);
	for (unsigned i = 0; i < report->unit_count; i++)
		print_unit(out, report, &report->units[i]);
	for (unsigned i = 0; i < report->group_count; i++)
		print_group(out, i, report->groups[i]);
	fio_print_disks(out, report);
}
