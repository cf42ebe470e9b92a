/* SPDX-License-Identifier: MIT */
/* iometer_row.c - the rows of results.csv: 80 columns of one measurement, or a part of it */

#include "bench/formats/iometer_part.h"

#include <inttypes.h>

/* The upper ends of the latency bins, us; the last has none. */
static const uint64_t bins_us[] = { 50,     100,     200,     500,     1000,    2000,    5000,
	                            10000,  15000,   20000,   30000,   50000,   100000,  200000,
	                            500000, 1000000, 2000000, 4700000, 5000000, 10000000 };

/* Of the original: a number that is not the same for all, or not set. */
#define AMBIGUOUS "-1"
#define SECTOR_BYTES 512
#define TICKS_PER_S 1000000000 /* of the raw times */

/* One row, and what its numbers come from. */
struct row {
	const struct iometer_test *test;
	enum iometer_scope scope;
	const struct io_outcome *sum;
	const struct iometer_target *target; /* of IOMETER_SCOPE_DISK */
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

static void put_empty(FILE *out, unsigned count)
{
	while (count--)
		fputc(',', out);
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
	put_zeros(out, 1); /* connections */
	fputs("," AMBIGUOUS, out);
}

static void put_raw(FILE *out, const struct row *row)
{
	const struct io_tally *reads = &row->sum->tally[IO_READ];
	const struct io_tally *writes = &row->sum->tally[IO_WRITE];

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

static uint64_t sectors_of(const struct iometer_target *target)
{
	return target->region_bytes / SECTOR_BYTES;
}

/* The region of the disk, or the one that all have. */
static void put_settings(FILE *out, const struct row *row)
{
	const struct iometer_target *targets = row->test->targets;
	bool same = true;

	for (unsigned i = 1; i < row->test->outcome->target_count; i++)
		same &= sectors_of(&targets[i]) == sectors_of(&targets[0]);
	put_zeros(out, 1);
	if (row->target || same)
		put_count(out, sectors_of(row->target ? row->target : &targets[0]));
	else
		fputs("," AMBIGUOUS, out);
	put_count(out, row->test->load->outstanding);
}

/* In percent of @elapsed_ns: all, user, privileged, deferred (softirq) and interrupts. */
static double put_cpu(FILE *out, const struct iometer_cpu *cpu, uint64_t elapsed_ns)
{
	double percent = elapsed_ns ? 100 / (double)elapsed_ns : 0;
	double user = (double)cpu->user_ns * percent, system = (double)cpu->system_ns * percent;
	double softirq = (double)cpu->softirq_ns * percent, irq = (double)cpu->irq_ns * percent;

	put_real(out, user + system + softirq + irq);
	put_real(out, user);
	put_real(out, system);
	put_real(out, softirq);
	put_real(out, irq);
	return user + system + softirq + irq;
}

/* The machine: its CPUs on average, all of its interrupts. */
static void put_machine(FILE *out, const struct row *row)
{
	const struct iometer_cpus *cpus = &row->test->outcome->cpus;
	uint64_t ios = row->sum->tally[IO_READ].ios + row->sum->tally[IO_WRITE].ios;
	double elapsed_s = (double)row->sum->elapsed_ns / 1e9, busy;
	struct iometer_cpu sum = { 0 };

	for (unsigned i = 0; i < cpus->count; i++) {
		sum.user_ns += cpus->cpus[i].user_ns;
		sum.system_ns += cpus->cpus[i].system_ns;
		sum.softirq_ns += cpus->cpus[i].softirq_ns;
		sum.irq_ns += cpus->cpus[i].irq_ns;
	}
	busy = put_cpu(out, &sum, row->sum->elapsed_ns * cpus->count);
	if (row->scope == IOMETER_SCOPE_ALL)
		put_empty(out, 1);
	else
		put_count(out, TICKS_PER_S);
	put_real(out, elapsed_s > 0 ? (double)cpus->interrupts / elapsed_s : 0);
	put_real(out, busy > 0 ? (double)ios / elapsed_s / busy : 0);
	put_zeros(out, 3); /* network */
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

void iometer_put_row(FILE *out, const struct iometer_test *test, enum iometer_scope scope,
                     unsigned target, unsigned worker, const char *names)
{
	static struct io_outcome sum; /* large */
	struct row row = { .test = test, .scope = scope, .sum = &sum };

	iometer_sum(test->outcome, target, worker, &sum);
	if (target != IOMETER_ALL)
		row.target = &test->targets[target];
	row.clat = sum.tally[IO_READ].clat;
	moments_merge(&row.clat, &sum.tally[IO_WRITE].clat);
	fputs(names, out);
	put_throughput(out, &row);
	put_times(out, &row);
	put_counts(out, &row);
	if (scope == IOMETER_SCOPE_ALL)
		put_empty(out, 9);
	else
		put_raw(out, &row);
	put_settings(out, &row);
	if (scope == IOMETER_SCOPE_ALL || scope == IOMETER_SCOPE_MANAGER) {
		put_machine(out, &row);
	} else {
		put_empty(out, 5);
		put_count(out, TICKS_PER_S);
		put_empty(out, 5);
	}
	put_bins(out, &row);
	fputc('\n', out);
}

void iometer_put_processors(FILE *out, const struct iometer_outcome *outcome)
{
	static struct io_outcome sum; /* large */

	iometer_sum(outcome, IOMETER_ALL, IOMETER_ALL, &sum);
	for (unsigned i = 0; i < outcome->cpus.count; i++) {
		fprintf(out, "PROCESSOR,CPU %u", outcome->cpus.cpus[i].number);
		put_empty(out, 46);
		put_cpu(out, &outcome->cpus.cpus[i], sum.elapsed_ns);
		put_count(out, TICKS_PER_S);
		put_empty(out, 5 + countof(bins_us) + 1);
		fputc('\n', out);
	}
}
