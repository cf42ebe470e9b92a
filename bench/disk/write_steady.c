/* SPDX-License-Identifier: MIT */
/*
 * disk.write.steady - what a disk can do for ever: its rates once it has come to rest under load
 *
 * Method: the disk is written twice from end to end, 128 KiB at a time, 32 in flight (or as
 * much of it as half of the time allows, then flagged as short-region). Then rounds: I/O at
 * places drawn uniformly from the whole disk, 32 in flight, past the page cache (O_DIRECT) by
 * io_uring, with data that cannot be compressed, one point after another for each share of
 * reads - 100, 95, 65, 50, 35, 5, 0 % - and each block size - 1024, 128, 64, 32, 16, 8, 4, 0.5
 * KiB, none below the logical block -, without a pause. In shorter plans only 100, 65 and 0 %,
 * and 1024, 128 and 4 KiB. It ends when the rate of 4 KiB writes was steady for five rounds:
 * within 20 % of their average, and the slope of the line through them within 10 %. After 25
 * rounds, or when time or bytes are used up, the last five count and are flagged as
 * not-steady. At most twelve times the capacity is written (8 GiB if that is more), or what the
 * interface of the disk carries in that time.
 * Unit:   operations per second: the average over the last five rounds in the grid, for each
 * share of reads and block size; of 4 KiB writes, reads, and two reads to one write also as
 * numbers.
 * Error:  the disk is not purged before, and is flagged. A point lasts seconds, a minute in
 * the source; one thread with 32 in flight does not get all out of the fastest disks.
 * Source: SNIA Solid State Storage Performance Test Specification 2.0.2, IOPS test
 */

#include "bench/disk/forecast.h"
#include "bench/disk/steady.h"
#include "bench/disk/trial.h"

#include <stdio.h>

#define CAPACITIES 12           /* written at most, 2 of them before the rounds; */
#define MOST_LEAST_BYTES GIB(8) /* of a small disk more, or it gives no number */
#define SETTLED_ROUNDS 8        /* that it usually takes */
#define TRACKED_BYTES 4096u
#define DEPTH 32

static const unsigned all_reads[] = { 100, 95, 65, 50, 35, 5, 0 }, few_reads[] = { 100, 65, 0 };
static const uint32_t all_blocks[] = { 1 << 20, 1 << 17, 1 << 16, 1 << 15,
	                               1 << 14, 1 << 13, 1 << 12, 1 << 9 },
		      few_blocks[] = { 1 << 20, 1 << 17, 1 << 12 };

#define READS_MAX countof(all_reads)
#define BLOCKS_MAX countof(all_blocks)

static struct rounds {
	unsigned reads[READS_MAX], read_count; /* percent */
	uint32_t blocks[BLOCKS_MAX];
	unsigned block_count;
	unsigned tracked; /* the block that decides, with no reads */
	uint64_t points;  /* measured: each draws from a seed of its own */
	unsigned count;   /* of whole rounds */
	double rates[STEADY_ROUNDS_MAX][READS_MAX][BLOCKS_MAX];
	double tracks[STEADY_ROUNDS_MAX];
	struct steadiness steadiness;
	bool steady;
} rounds;

/* The matrix: all of it in the plan that has the time. */
static void choose_points(const struct run *run, struct rounds *r)
{
	const bool all = run->pace->classic_passes == 0;
	const unsigned *reads = all ? all_reads : few_reads;
	const uint32_t *blocks = all ? all_blocks : few_blocks;

	r->read_count = all ? countof(all_reads) : countof(few_reads);
	for (unsigned i = 0; i < r->read_count; i++)
		r->reads[i] = reads[i];
	for (unsigned i = 0; i < (all ? countof(all_blocks) : countof(few_blocks)); i++) {
		if (blocks[i] < run->job->disk->logical_block_bytes)
			continue;
		if (blocks[i] >= TRACKED_BYTES)
			r->tracked = r->block_count;
		r->blocks[r->block_count++] = blocks[i];
	}
}

/* Time is looked at between two rounds, and what is left is shared out to all there may be. */
static uint64_t round_ns(const struct run *run, const struct rounds *r, uint64_t left_ns)
{
	uint64_t points = (uint64_t)r->read_count * r->block_count;
	uint64_t point_ns = left_ns / STEADY_ROUNDS_MAX / points;

	return points * (point_ns > run->pace->sample_ns ? point_ns : run->pace->sample_ns);
}

static uint64_t writes_bytes(const struct run *run)
{
	const struct stimulus largest = { .block_bytes = all_blocks[0], .depth = DEPTH };
	uint64_t most_bytes = CAPACITIES * run->job->disk->bytes, time_ns = trial_time_ns(run);
	struct rounds r = { .count = 0 };

	choose_points(run, &r);
	time_ns += run->pace->sample_ns + round_ns(run, &r, time_ns);
	return trial_writes_bytes(run, &largest, time_ns,
	                          most_bytes > MOST_LEAST_BYTES ? most_bytes : MOST_LEAST_BYTES);
}

static uint64_t expect_ns(const struct run *run)
{
	const struct disk *disk = run->job->disk;
	uint64_t time_ns = trial_time_ns(run), first_ns = time_ns / 2, twice_ns;
	struct rounds r = { .count = 0 };

	choose_points(run, &r);
	twice_ns = forecast_time_ns(disk, 2 * disk->bytes, MIB(1));
	if (twice_ns < first_ns)
		first_ns = twice_ns;
	return first_ns + SETTLED_ROUNDS * round_ns(run, &r, time_ns - first_ns);
}

static int prepare_steady(struct run *run)
{
	run->result->warnings |= WARN_NOT_PURGED;
	rounds = (struct rounds){ 0 };
	choose_points(run, &rounds);
	return trial_open(run, true, rounds.blocks[0]);
}

/* Write the disk twice, in order. */
static int precondition(struct run *run, uint64_t time_ns)
{
	const struct stimulus stimulus = { .block_bytes = 128 << 10,
		                           .depth = DEPTH,
		                           .limit_bytes = 2 * run->job->disk->bytes };
	const struct trial *trial = run->state;
	uint64_t elapsed_ns = 0;
	int rc = trial_begin(run, &stimulus);

	while (rc == 0 && !trial->slice.done && elapsed_ns < time_ns) {
		rc = trial_slice(run, run->pace->sample_ns);
		elapsed_ns += trial->slice.elapsed_ns;
	}
	if (rc == 0 && elapsed_ns >= time_ns)
		run->result->warnings |= WARN_SHORT_REGION;
	if (rc == 0)
		rc = trial_end(run);
	param_number(run, "preconditioned_bytes", (double)trial->written_bytes);
	return rc;
}

/*
 * One point of the matrix in this round, at places of its own. Its rate stays 0 when no more may
 * be written.
 */
static int measure_point(struct run *run, struct rounds *r, unsigned i, unsigned j,
                         uint64_t time_ns)
{
	const struct stimulus stimulus = { .block_bytes = r->blocks[j],
		                           .depth = DEPTH,
		                           .random = true,
		                           .read_percent = r->reads[i],
		                           .seed = ++r->points * 0x9e3779b97f4a7c15u };
	const struct trial *trial = run->state;
	const struct io_tally *tally = trial->slice.tally;
	int rc;

	if (r->reads[i] < 100 && trial_budget_bytes(run) < r->blocks[j])
		return 0;
	rc = trial_begin(run, &stimulus);
	if (rc == 0)
		rc = trial_slice(run, time_ns);
	if (rc)
		return rc;
	if (!trial->slice.done)
		r->rates[r->count][i][j] = (double)(tally[IO_READ].ios + tally[IO_WRITE].ios) *
		                           1e9 / (double)trial->slice.elapsed_ns;
	return trial_end(run);
}

/* All points once. Returns 1 when it was not finished because no more may be written. */
static int measure_round(struct run *run, struct rounds *r, uint64_t point_ns)
{
	for (unsigned i = 0; i < r->read_count; i++)
		for (unsigned j = 0; j < r->block_count; j++) {
			int rc = measure_point(run, r, i, j, point_ns);

			if (rc)
				return rc;
			if (r->rates[r->count][i][j] == 0)
				return 1;
		}
	r->tracks[r->count] = r->rates[r->count][r->read_count - 1][r->tracked];
	r->steady = steady_judge(r->tracks, ++r->count, &r->steadiness);
	return 0;
}

static void add_rate(struct run *run, const struct rounds *r, const char *name, unsigned read)
{
	struct metric *metric = metric_add(run, name, UNIT_OPS_PER_S, BETTER_HIGHER);

	for (unsigned i = r->count < STEADY_ROUNDS ? 0 : r->count - STEADY_ROUNDS; i < r->count;
	     i++)
		metric_sample(metric, r->rates[i][read][r->tracked]);
}

static void fill_grid(struct run *run, const struct rounds *r)
{
	struct grid *grid = grid_add(run, "rate", UNIT_OPS_PER_S, r->block_count, r->read_count);
	unsigned first = r->count < STEADY_ROUNDS ? 0 : r->count - STEADY_ROUNDS;

	snprintf(grid->x_name, sizeof(grid->x_name), "block_bytes");
	snprintf(grid->y_name, sizeof(grid->y_name), "read_percent");
	for (unsigned i = 0; i < r->read_count; i++)
		for (unsigned j = 0; j < r->block_count; j++) {
			double sum = 0;

			for (unsigned round = first; round < r->count; round++)
				sum += r->rates[round][i][j];
			grid->x[j] = r->blocks[j];
			grid->y[i] = r->reads[i];
			grid->values[i * r->block_count + j] = sum / (r->count - first);
		}
}

static void report(struct run *run, const struct rounds *r)
{
	unsigned mixed = 0;

	while (r->reads[mixed] != 65)
		mixed++;
	add_rate(run, r, "write", r->read_count - 1);
	add_rate(run, r, "mixed", mixed);
	add_rate(run, r, "read", 0);
	fill_grid(run, r);
	param_number(run, "block_bytes", r->blocks[r->tracked]);
	param_number(run, "depth", DEPTH);
	param_number(run, "rounds", r->count);
	if (r->count >= STEADY_ROUNDS) {
		param_number(run, "excursion", r->steadiness.excursion);
		param_number(run, "slope", r->steadiness.slope);
	}
	if (!r->steady)
		run->result->warnings |= WARN_NOT_STEADY;
}

static int measure_steady(struct run *run)
{
	const uint64_t time_ns = trial_time_ns(run);
	const uint64_t end_ns = run->pace->now() + time_ns;
	struct rounds *r = &rounds;
	uint64_t now_ns, point_ns;
	int rc = precondition(run, time_ns / 2);

	now_ns = run->pace->now();
	point_ns = round_ns(run, r, now_ns < end_ns ? end_ns - now_ns : 0) / r->read_count /
	           r->block_count;
	while (rc == 0 && !r->steady && r->count < STEADY_ROUNDS_MAX &&
	       (r->count == 0 || run->pace->now() < end_ns))
		rc = measure_round(run, r, point_ns);
	if (rc < 0)
		return rc;
	if (r->count == 0)
		return skip(run, "it may not write as much as one round takes");
	param_number(run, "point_ns", (double)point_ns);
	report(run, r);
	return trial_finish(run);
}

const struct benchmark disk_write_steady = {
	.name = "disk.write.steady",
	.title = "I/O of many sizes and mixes once the disk is at rest",
	.source = "SNIA PTS 2.0.2, IOPS test",
	.target = TARGET_WRITE,
	.classic = { .pass_s = 300, .passes = 72 },
	.estimate_ns = expect_ns,
	.writes_bytes = writes_bytes,
	.prepare = prepare_steady,
	.measure = measure_steady,
	.verify = trial_verify,
};
