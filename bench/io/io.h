/* SPDX-License-Identifier: MIT */
/* io.h - keep I/O in flight on one open file or disk, and count what becomes of it */

#ifndef ASSAY_IO_H
#define ASSAY_IO_H

#include "bench/io/histogram.h"
#include "bench/io/moments.h"
#include "bench/lib/base.h"

#define IO_DEPTH_MAX 1024
#define IO_SIZES_MAX 32
#define IO_ERRORS_MAX 8 /* kept with their place; all are counted */

enum io_engine {
	IO_URING,  /* io_uring, everything registered that can be */
	IO_PSYNC,  /* pread() and pwrite(), depth 1 */
	IO_SYNC,   /* lseek() when the place differs, read() and write(), depth 1 */
	IO_LIBAIO, /* io_submit() and io_getevents(), without a library */
	IO_NULL,   /* ends at once: what the counting itself costs */
};

enum io_mode {
	IO_MEASURE, /* latencies; the clock is read per batch, never per I/O */
	IO_PEAK,    /* counts only: as fast as it goes */
};

enum io_direction { IO_READ, IO_WRITE, IO_DIRECTIONS };

/* What is written. */
enum io_fill {
	IO_RANDOM,   /* incompressible, another content in each block: the default */
	IO_ZEROES,   /* as dd of /dev/zero */
	IO_REPEATED, /* one random block over and over, a few words of it changed: fio's default */
	IO_REFILLED, /* new random content for every write */
};

/* One line of a mix of block sizes. */
struct io_size {
	uint32_t bytes;
	unsigned percent; /* of the I/Os of its direction; those of a direction add up to 100 */
};

/* One I/O that has ended, for those who log each. */
struct io_event {
	enum io_direction direction;
	uint64_t offset_bytes;
	uint32_t bytes;
	uint64_t start_ns, issue_ns, end_ns; /* prepared, handed over, seen to have ended */
	int result;                          /* bytes, or -errno */
};

struct io_outcome;

/* What one thread does. All zero but engine, fd, depth, sizes and region is a sensible work. */
struct io_work {
	enum io_engine engine;
	enum io_mode mode;
	int fd;                /* open; stays the caller's. -1 with IO_NULL */
	unsigned depth;        /* I/Os in flight, 1 to IO_DEPTH_MAX */
	unsigned submit_batch; /* refill when so many places are free; 0 = whatever has ended */
	bool poll;             /* IOPOLL if the queue really polls; else falls back, and says so */

	uint64_t region_start_bytes, region_bytes; /* multiples of align_bytes */
	uint32_t align_bytes;                      /* of places; 0 = the smallest size */
	unsigned random_percent;                   /* 0 = in order, 100 = anywhere */
	/* Random, and one size: each block of the region once, then done, or again if @repeat. */
	bool exactly_once;
	bool one_stream;       /* in order: reads and writes share one place, not one each */
	unsigned read_percent; /* 100 = only reads, 0 = only writes */
	struct io_size sizes[IO_DIRECTIONS][IO_SIZES_MAX];
	unsigned size_count[IO_DIRECTIONS];
	uint64_t seed; /* 0 = a fixed one */

	uint64_t limit_bytes;       /* done after so many, read and written; 0 = no limit */
	bool repeat;                /* at the end of the region begin again; else done */
	uint64_t write_limit_bytes; /* never write more; 0 = never write at all */
	uint64_t rate_bytes_per_s[IO_DIRECTIONS]; /* not faster than this; 0 = as it goes */
	uint64_t rate_ios_per_s[IO_DIRECTIONS];

	unsigned fsync_every, fdatasync_every; /* after so many writes; 0 = never */
	enum io_fill fill;
	unsigned compress_percent; /* of each block are zeroes */
	bool verify; /* writes carry place and CRC-32C; reads are checked against them */

	uint64_t deadline_ns; /* an I/O that takes longer has hung; 0 = never */
	unsigned errors_max;  /* go on after so many errors; 0 = the first one ends it */

	bool slat_histogram, lat_histogram; /* kept besides that of clat */

	uint64_t sample_ns; /* call sample() about so often; 0 = never */
	/* Both run in the thread that does the I/O, and may be NULL. */
	void (*sample)(void *context, uint64_t now_ns, const struct io_outcome *so_far);
	void (*each)(void *context, const struct io_event *event);
	void *context;
};

/* What became of the I/Os of one direction. */
struct io_tally {
	uint64_t ios, bytes, short_ios; /* a short one counts as an error too */
	/* All in ns. IO_PEAK leaves them empty. */
	struct moments slat; /* from prepared to handed over; only of asynchronous engines */
	struct moments clat; /* from handed over to seen to have ended */
	struct moments lat;  /* both together */
	struct histogram slat_histogram, clat_histogram, lat_histogram; /* the two if work asks */
	uint64_t elapsed_ns; /* while I/Os of this direction could run */
};

struct io_error {
	enum io_direction direction;
	uint64_t offset_bytes;
	uint32_t bytes;
	int error; /* errno; EBADMSG: verify found other bytes, at @offset_bytes exactly;
	            * 0: it ended early, with @got_bytes */
	uint32_t got_bytes;
};

/* Everything adds up over calls of io_run() until the caller clears it. */
struct io_outcome {
	struct io_tally tally[IO_DIRECTIONS];
	struct moments sync; /* fsync() and fdatasync(), ns */
	struct histogram sync_histogram;
	uint64_t elapsed_ns;         /* of the calls */
	uint64_t user_ns, system_ns; /* of this thread */
	uint64_t switches, major_faults, minor_faults;
	uint64_t depths[7];  /* in flight at each submit: 1 2- 4- 8- 16- 32- 64-; weighted */
	uint64_t submits[7]; /* I/Os a call: 0 1-4 5-8 9-16 17-32 33-64 65- */
	uint64_t completes[7];
	uint64_t error_count;
	struct io_error errors[IO_ERRORS_MAX];
	bool done;   /* limit, region or budget is used up */
	bool polled; /* IOPOLL was in use */
	bool hung;   /* an I/O passed its deadline: hung_offset_bytes; the fd is lost */
	uint64_t hung_offset_bytes;
};

struct io;

/*
 * Make ready: ring, buffers, places. Nothing is read or written yet. By the thread that is
 * going to run it.
 *
 * @work  copied
 * Returns 0 with *@io set, or -errno with one line in @why.
 */
MUST_CHECK int io_open(struct io **io, const struct io_work *work, char *why, size_t why_size);

/*
 * Do I/O for @duration_ns, or until done. What is in flight at the end stays in flight and is
 * counted by the next call, so that calls follow each other without a gap. Always by one and
 * the same thread. @outcome is added to.
 *
 * Returns 0, -EIO when more errors than errors_max, -ETIMEDOUT when one hung, or -errno.
 */
MUST_CHECK int io_run(struct io *io, uint64_t duration_ns, struct io_outcome *outcome);

/* Wait for what is in flight; added to @outcome. Returns as io_run(). */
MUST_CHECK int io_drain(struct io *io, struct io_outcome *outcome);

/* Never waits: what has hung is left behind, for the kernel to wait for when the process ends. */
void io_close(struct io *io);

/* Add @more to @sum, of another thread that ran at the same time: elapsed times are not added. */
void io_outcome_merge(struct io_outcome *sum, const struct io_outcome *more);

/* "io_uring", "psync", "sync", "libaio", "null" */
const char *io_engine_name(enum io_engine engine);

/* Several threads at once, each with a work of its own: numjobs, workers, many disks. */
struct io_group;

/* Returns 0, or -errno with one line in @why. */
MUST_CHECK int io_group_open(struct io_group **group, const struct io_work *works, unsigned count,
                             char *why, size_t why_size);

/*
 * All threads run for @duration_ns from one and the same moment; outcomes[i] of works[i] is
 * added to. A thread that hung is left behind; the others finish.
 *
 * Returns 0, or the first thread's error: each has its own in rcs[] (may be NULL).
 */
MUST_CHECK int io_group_run(struct io_group *group, uint64_t duration_ns,
                            struct io_outcome *outcomes, int *rcs);
MUST_CHECK int io_group_drain(struct io_group *group, struct io_outcome *outcomes, int *rcs);
void io_group_close(struct io_group *group);

#endif
