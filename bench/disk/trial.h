/* SPDX-License-Identifier: MIT */
/* trial.h - a disk under one load after the other: opened safely, watched, its errors named */

#ifndef ASSAY_DISK_TRIAL_H
#define ASSAY_DISK_TRIAL_H

#include "bench/bench.h"
#include "bench/disk/cost.h"
#include "bench/disk/probe.h"
#include "bench/io/io.h"

/* A read or write that takes longer will never end: the disk is given up. */
#define TRIAL_DEADLINE_NS SECONDS(20)

/* What a disk is asked to do. */
struct stimulus {
	uint32_t block_bytes; /* or the logical block of the disk, if that is larger */
	unsigned depth;       /* I/Os in flight, 1 to IO_DEPTH_MAX */
	bool random;          /* uniform over the region, else from its start and over again */
	unsigned read_percent;
	uint64_t seed; /* of random: not 0, and another one for each benchmark */
	uint64_t start_bytes, region_bytes; /* 0 bytes = up to the end of the disk */
	uint64_t limit_bytes;               /* done after so many; 0 = no limit */
	bool verify; /* what is written says where it belongs; what is read is checked for it */
};

/* run->state of the benchmarks here. */
struct trial {
	int fd;
	bool writes;
	struct io *io; /* of the stimulus that acts now, or NULL */
	struct stimulus stimulus;
	struct io_outcome slice; /* what the last trial_slice() did */
	uint64_t ios;            /* of all stimuli */
	uint64_t written_bytes;
	struct cost start, spent;
	int temperature_mc; /* highest; 0 = nothing tells it */
	uint64_t next_look_ns;
	struct probe probe; /* of a trial that only reads */
};

/*
 * Open job->disk past the page cache: for a trial that writes by disk_open_for_write(), else for
 * reading, with a probe of its data. Flags what was never written (reading) or not purged
 * (writing, of a disk that does not turn). Sets run->state.
 *
 * @block_bytes  the disk must have room for one block of it at least
 * Returns 0, or the value of skip(), fail() or broken().
 */
MUST_CHECK int trial_open(struct run *run, bool writes, uint32_t block_bytes);

/* Note what the numbers of @stimulus depend on as parameters of the result. */
void trial_note(struct run *run, const struct stimulus *stimulus);

/*
 * Begin a load; trial_end() must follow. Nothing is read or written yet.
 * Returns 0, or the value of skip() or broken().
 */
MUST_CHECK int trial_begin(struct run *run, const struct stimulus *stimulus);

/*
 * Let it act for @duration_ns and until at least one I/O has ended, or until its limit or
 * job->write_limit_bytes is reached (trial.slice.done). I/Os in flight at the end of a slice are
 * counted in the next one, so that slices can follow each other without a gap.
 *
 * Returns 0; or fail() naming the first bad place, with the others as parameters; or, when one
 * I/O never ended, STATUS_TIMED_OUT naming it; or broken().
 */
MUST_CHECK int trial_slice(struct run *run, uint64_t duration_ns);

/* Wait for what is in flight and end the load; returns as trial_slice(). */
MUST_CHECK int trial_end(struct run *run);

/*
 * What a job may write at most, for its writes_bytes() hook: what its disk can take of @stimulus
 * in @time_ns (forecast.h), and what trial_verify() writes; but not more than @most_bytes.
 */
uint64_t trial_writes_bytes(const struct run *run, const struct stimulus *stimulus,
                            uint64_t time_ns, uint64_t most_bytes);

/* How long trial_samples() lets a load act. */
uint64_t trial_samples_ns(const struct run *run);

/* How long a benchmark with a time of its own is to act: all passes together. */
uint64_t trial_time_ns(const struct run *run);

/* What this trial may still write. */
uint64_t trial_budget_bytes(const struct run *run);

/*
 * The end of a measure() hook: note CPU cost and temperature; what was written is brought to the
 * medium, and noted how much of the disk's life is used by then. Returns 0 or fail().
 */
MUST_CHECK int trial_finish(struct run *run);

/* What trial_samples() makes metrics of. */
#define TRIAL_THROUGHPUT (1 << 0)
#define TRIAL_RATE (1 << 1)
#define TRIAL_LATENCY (1 << 2)

/*
 * A whole measure() hook: one load, a slice to warm up, then a sample of each of @metrics for
 * pace->samples slices of pace->sample_ns, or as many as may be written; then trial_finish().
 */
MUST_CHECK int trial_samples(struct run *run, const struct stimulus *stimulus, unsigned metrics);

/*
 * A verify() hook. Reading: the probe is read again, and a disk that nobody writes to must give
 * the same bytes twice; nothing is said about a disk in use, which others may have written to.
 * Writing: 64 blocks in the middle of the disk are written and must be read back as they were,
 * if that much may still be written.
 *
 * Returns 0, or fail() naming the place.
 */
int trial_verify(struct run *run);

#endif
