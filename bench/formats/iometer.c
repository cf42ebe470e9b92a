/* SPDX-License-Identifier: MIT */
/* iometer.c - results.csv of Iometer 1.1.0 */

#include "bench/formats/iometer.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <inttypes.h>
#include <string.h>

/* The upper ends of the latency bins, us; the last has none. */
static const uint64_t bins_us[] = { 50,     100,     200,     500,     1000,    2000,    5000,
	                            10000,  15000,   20000,   30000,   50000,   100000,  200000,
	                            500000, 1000000, 2000000, 4700000, 5000000, 10000000 };

static const char columns[] =
    "'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,"
    "IOps,Read IOps,Write IOps,MiBps (Binary),Read MiBps (Binary),Write MiBps (Binary),"
    "MBps (Decimal),Read MBps (Decimal),Write MBps (Decimal),"
    "Transactions per Second,Connections per Second,"
    "Average Response Time,Average Read Response Time,Average Write Response Time,"
    "Average Transaction Time,Average Connection Time,"
    "Maximum Response Time,Maximum Read Response Time,Maximum Write Response Time,"
    "Maximum Transaction Time,Maximum Connection Time,Errors,Read Errors,Write Errors,"
    "Bytes Read,Bytes Written,Read I/Os,Write I/Os,Connections,Transactions per Connection,"
    "Total Raw Read Response Time,Total Raw Write Response Time,Total Raw Transaction Time,"
    "Total Raw Connection Time,Maximum Raw Read Response Time,Maximum Raw Write Response Time,"
    "Maximum Raw Transaction Time,Maximum Raw Connection Time,Total Raw Run Time,"
    "Starting Sector,Maximum Size,Queue Depth,% CPU Utilization,% User Time,% Privileged Time,"
    "% DPC Time,% Interrupt Time,Processor Speed,Interrupts per Second,CPU Effectiveness,"
    "Packets/Second,Packet Errors,Segments Retransmitted/Second,"
    "0 to 50 uS,50 to 100 uS,100 to 200 uS,200 to 500 uS,0.5 to 1 mS,1 to 2 mS,2 to 5 mS,"
    "5 to 10 mS,10 to 15 mS,15 to 20 mS,20 to 30 mS,30 to 50 mS,50 to 100 mS,100 to 200 mS,"
    "200 to 500 mS,0.5 to 1 S,1 to 2 S,2 to 4.7 S,4.7 to 5 S,5 to 10 S,>= 10 S\n";

/* One row, and what its numbers come from. */
struct row {
	const struct iometer_test *test;
	const struct io_outcome *sum;
	const struct iometer_target *target; /* NULL: not one of them alone */
	struct moments clat;                 /* of reads and writes */
};

static void put_real(FILE *out, double value)
{
	fprintf(out, ",%.6f", value);
}

static void put_count(FILE *out, uint64_t value)
{
	fprintf(out, ",%" PRIu64, value);
}

static void put_zeros(FILE *out, unsigned count)
{
	while (count--)
		put_count(out, 0);
}

/* Both directions together, then each alone. */
static void put_rates(FILE *out, const struct row *row, double reads, double writes)
{
	double elapsed_s = (double)row->sum->elapsed_ns / 1e9;
	double per_s = elapsed_s > 0 ? 1 / elapsed_s : 0;

	put_real(out, (reads + writes) * per_s);
	put_real(out, reads * per_s);
	put_real(out, writes * per_s);
}

static void put_throughput(FILE *out, const struct row *row)
{
	double reads = (double)row->sum->tally[IO_READ].ios;
	double writes = (double)row->sum->tally[IO_WRITE].ios;
	double read_bytes = (double)row->sum->tally[IO_READ].bytes;
	double write_bytes = (double)row->sum->tally[IO_WRITE].bytes;
	double elapsed_s = (double)row->sum->elapsed_ns / 1e9;

	put_rates(out, row, reads, writes);
	put_rates(out, row, read_bytes / (1 << 20), write_bytes / (1 << 20));
	put_rates(out, row, read_bytes / 1e6, write_bytes / 1e6);
	put_real(out, elapsed_s > 0 ? (reads + writes) / elapsed_s : 0); /* transactions */
	put_zeros(out, 1);                                               /* connections */
}

static void put_times(FILE *out, const struct row *row)
{
	const struct moments *read = &row->sum->tally[IO_READ].clat;
	const struct moments *write = &row->sum->tally[IO_WRITE].clat;

	put_real(out, moments_mean(&row->clat) / 1e6);
	put_real(out, moments_mean(read) / 1e6);
	put_real(out, moments_mean(write) / 1e6);
	put_real(out, moments_mean(&row->clat) / 1e6); /* a transaction is one I/O */
	put_zeros(out, 1);
	put_real(out, (double)row->clat.max / 1e6);
	put_real(out, (double)read->max / 1e6);
	put_real(out, (double)write->max / 1e6);
	put_real(out, (double)row->clat.max / 1e6);
	put_zeros(out, 1);
}

static void put_counts(FILE *out, const struct row *row)
{
	const struct io_tally *reads = &row->sum->tally[IO_READ];
	const struct io_tally *writes = &row->sum->tally[IO_WRITE];

	put_zeros(out, 3); /* an error ends the measurement: there is no row */
	put_count(out, reads->bytes);
	put_count(out, writes->bytes);
	put_count(out, reads->ios);
	put_count(out, writes->ios);
	put_zeros(out, 2);
	put_count(out, reads->clat.sum);
	put_count(out, writes->clat.sum);
	put_count(out, row->clat.sum);
	put_zeros(out, 1);
	put_count(out, reads->clat.max);
	put_count(out, writes->clat.max);
	put_count(out, row->clat.max);
	put_zeros(out, 1);
	put_count(out, row->sum->elapsed_ns);
}

/* The CPU columns are of the machine, and so the same in each row of a test. */
static void put_settings_and_cpu(FILE *out, const struct row *row)
{
	const struct iometer_outcome *outcome = row->test->outcome;
	double all_ns = (double)row->sum->elapsed_ns * row->test->cpus;
	double percent = all_ns > 0 ? 100 / all_ns : 0;
	double busy = (double)outcome->cost.machine_ns * percent;
	double ios = (double)(row->sum->tally[IO_READ].ios + row->sum->tally[IO_WRITE].ios);
	double elapsed_s = (double)row->sum->elapsed_ns / 1e9;

	if (row->target)
		fprintf(out, ",0,%" PRIu64, row->target->region_bytes / row->target->sector_bytes);
	else
		fprintf(out, ",,");
	put_count(out, row->test->load->outstanding);
	put_real(out, busy);
	put_real(out, (double)row->sum->user_ns * percent);
	put_real(out, (double)row->sum->system_ns * percent);
	put_zeros(out, 2);
	put_count(out, 1000000000); /* raw times are ns */
	put_zeros(out, 1);
	put_real(out, busy > 0 ? ios / elapsed_s / busy : 0);
	put_zeros(out, 3);
}

static void put_bins(FILE *out, const struct row *row)
{
	const struct histogram *reads = &row->sum->tally[IO_READ].clat_histogram;
	const struct histogram *writes = &row->sum->tally[IO_WRITE].clat_histogram;
	uint64_t before = 0;

	for (size_t i = 0; i < countof(bins_us); i++) {
		uint64_t below = histogram_count_below(reads, bins_us[i] * 1000) +
		                 histogram_count_below(writes, bins_us[i] * 1000);

		put_count(out, below - before);
		before = below;
	}
	put_count(out, reads->count + writes->count - before);
}

/* @names: the first six columns. */
static void put_row(FILE *out, const struct iometer_test *test, unsigned target, unsigned worker,
                    const char *names)
{
	static struct io_outcome sum; /* large */
	struct row row = { .test = test, .sum = &sum };

	iometer_sum(test->outcome, target, worker, &sum);
	if (target != IOMETER_ALL)
		row.target = &test->targets[target];
	row.clat = sum.tally[IO_READ].clat;
	moments_merge(&row.clat, &sum.tally[IO_WRITE].clat);
	fputs(names, out);
	put_throughput(out, &row);
	put_times(out, &row);
	put_counts(out, &row);
	put_settings_and_cpu(out, &row);
	put_bins(out, &row);
	fputc('\n', out);
}

/* A comma in a name would begin another column. */
static void copy_name(char *to, size_t size, const char *from)
{
	text_copy(to, size, from);
	for (char *comma = to; (comma = strchr(comma, ','));)
		*comma = ';';
}

static void put_rows(FILE *out, const struct iometer_test *test, const char *load)
{
	unsigned targets = test->outcome->target_count, workers = test->outcome->workers;
	char names[256], target[64];

	snprintf(names, sizeof(names), "ALL,All,%s,1,%u,%u", load, workers, targets);
	put_row(out, test, IOMETER_ALL, IOMETER_ALL, names);
	snprintf(names, sizeof(names), "MANAGER,%s,%s,,%u,%u", test->host, load, workers, targets);
	put_row(out, test, IOMETER_ALL, IOMETER_ALL, names);
	for (unsigned w = 0; w < workers; w++) {
		snprintf(names, sizeof(names), "WORKER,Worker %u,%s,,,%u", w + 1, load, targets);
		put_row(out, test, IOMETER_ALL, w, names);
		for (unsigned t = 0; t < targets; t++) {
			copy_name(target, sizeof(target), test->targets[t].name);
			snprintf(names, sizeof(names), "DISK,%s,%s,,,", target, load);
			put_row(out, test, t, w, names);
		}
	}
}

static void put_time_stamp(FILE *out, uint64_t wall_ns)
{
	char text[UTC_TEXT_BYTES];

	clock_utc(wall_ns, text); /* 2026-11-30T15:35:02.123Z */
	fprintf(out, "'Time Stamp\n%.10s %.8s:%.3s\n", text, text + 11, text + 20);
}

static void put_specification(FILE *out, const struct iometer_test *test, const char *load)
{
	const struct iometer_profile *profile = test->load->profile;
	struct io_size sizes[IOMETER_SIZES_MAX];
	uint32_t sector_bytes = test->targets[0].sector_bytes;
	unsigned count = iometer_sizes(test->load, sector_bytes, sizes);

	fprintf(out,
	        "'Access specifications\n"
	        "'Access specification name,default assignment\n%s,0\n"
	        "'size,%% of size,%% reads,%% random,delay,burst,align,reply\n",
	        load);
	for (unsigned i = 0; i < count; i++)
		fprintf(out, "%" PRIu32 ",%u,%u,%u,0,1,%" PRIu32 ",0,\n", sizes[i].bytes,
		        sizes[i].percent, profile->read_percent, profile->random_percent,
		        test->load->block_bytes ? test->load->block_bytes : sector_bytes);
	fprintf(out, "'End access specifications\n");
}

void iometer_csv_test(FILE *out, const struct iometer_test *test)
{
	char load[48];

	iometer_load_name(test->load, load, sizeof(load));
	fprintf(out, "'Test Type,Test Description\n0,%s\n'Version\n1.1.0\n",
	        test->load->profile->title);
	put_time_stamp(out, test->outcome->started_wall_ns);
	put_specification(out, test, load);
	fprintf(out, "'Results\n%s", columns);
	put_rows(out, test, load);
	put_time_stamp(out, test->outcome->ended_wall_ns);
}

void iometer_csv_end(FILE *out)
{
	fputs("'End Test\n", out);
}
