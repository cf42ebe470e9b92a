/* SPDX-License-Identifier: MIT */
/*
 * disk.read.tail - how slow the slowest of many small reads are
 *
 * Method: reads of 4096 bytes (or one logical block, if that is larger), one at a time, past the
 * page cache (O_DIRECT) by io_uring, at places drawn uniformly from the whole disk, the same ones
 * on every run. All of them are counted together: percentiles from 50 to 99.999, and the slowest
 * read of all. A percentile needs as many reads as leave ten beyond it - 20, 100, 1,000, 10,000,
 * 100,000, 1,000,000 - and is left out when there were fewer; "reads" says how many there were.
 * It ends after a million reads, or its time.
 * Unit:   nanoseconds.
 * Error:  percentiles are exact to 1 %; with ten reads beyond it a percentile is that of a long
 * run to about a third of its distance from 100. A solid-state disk that holds next to nothing
 * is flagged as unwritten.
 * Source: SNIA Solid State Storage Performance Test Specification 2.0.2, latency test (QD 1)
 */

#include "bench/disk/tail.h"
#include "bench/disk/trial.h"

static const struct stimulus stimulus = { .block_bytes = 4096,
	                                  .depth = 1,
	                                  .random = true,
	                                  .read_percent = 100,
	                                  .seed = 0x6a09e667f3bcc909u };

static int prepare_tail(struct run *run)
{
	return trial_open(run, false, stimulus.block_bytes);
}

/* Reads for all of the time, or until there are enough of them. */
static int read_many(struct run *run, struct io_tally *sum)
{
	const uint64_t time_ns = trial_time_ns(run);
	const struct trial *trial = run->state;
	uint64_t elapsed_ns = 0;
	int rc;

	rc = trial_slice(run, run->pace->sample_ns); /* to warm up */
	while (rc == 0 && elapsed_ns < time_ns && sum->ios < tail_wants()) {
		rc = trial_slice(run, run->pace->sample_ns);
		elapsed_ns += trial->slice.elapsed_ns;
		sum->ios += trial->slice.tally[IO_READ].ios;
		histogram_merge(&sum->clat_histogram, &trial->slice.tally[IO_READ].clat_histogram);
		moments_merge(&sum->clat, &trial->slice.tally[IO_READ].clat);
	}
	return rc ? rc : trial_end(run);
}

static int measure_tail(struct run *run)
{
	static struct io_tally sum;
	int rc;

	sum = (struct io_tally){ 0 };
	trial_note(run, &stimulus);
	rc = trial_begin(run, &stimulus);
	if (rc == 0)
		rc = read_many(run, &sum);
	if (rc)
		return rc;
	param_number(run, "reads", (double)sum.ios);
	tail_add(run, &sum.clat_histogram);
	metric_sample(metric_add(run, "latency_max", UNIT_NS, BETTER_LOWER), (double)sum.clat.max);
	return trial_finish(run);
}

const struct benchmark disk_read_tail = {
	.name = "disk.read.tail",
	.title = "Reads of 4 KiB one at a time: percentiles to 99.999",
	.source = "SNIA PTS 2.0.2, latency at QD 1",
	.target = TARGET_DISK,
	.classic = { .pass_s = 10, .passes = 10 },
	.prepare = prepare_tail,
	.measure = measure_tail,
	.verify = trial_verify,
};
