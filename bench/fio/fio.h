/* SPDX-License-Identifier: MIT */
/*
 * fio.h - jobs as fio describes them: what is to be done, doing it, and what came of it
 *
 * fio_words.h understands job files and words, fio_plan() looks at files and disks, fio_run()
 * does the I/O; bench/formats/fio.h prints. Nothing is written before fio_run().
 */

#ifndef ASSAY_DISK_FIO_H
#define ASSAY_DISK_FIO_H

#include "bench/fio/fio_log.h"
#include "bench/fio/fio_stat.h"
#include "bench/io/io.h"
#include "bench/machine.h"

#include <errno.h>
#include <sys/types.h>

#define FIO_JOBS_MAX 64      /* sections */
#define FIO_THREADS_MAX 1024 /* all numjobs together */
#define FIO_GIVEN_MAX 64
#define FIO_DISKS_MAX 32 /* whose counters are shown */
#define FIO_PERCENTILES_MAX 20
#define FIO_TEXT_BYTES 256

/* What readers take for the version: that of the layout, and who it really is. */
#define FIO_VERSION "fio-3.33-assay-" ASSAY_VERSION
#define FIO_OLD_VERSION "fio 1.59-assay-" ASSAY_VERSION

enum fio_rw { FIO_READ, FIO_WRITE, FIO_RANDREAD, FIO_RANDWRITE, FIO_RW, FIO_RANDRW };
enum fio_sync { FIO_SYNC_NONE, FIO_SYNC, FIO_DSYNC };

/* Sizes of the I/Os of one direction; the third one is trim, which is only printed. */
struct fio_sizes {
	unsigned count; /* at least 1 */
	struct io_size sizes[IO_SIZES_MAX];
};
#define FIO_SIZES 3

/* A length: bytes, or a share of the file or disk. */
struct fio_length {
	uint64_t bytes;
	uint64_t percent; /* 0 = it is in bytes */
};

/* An option as the user wrote it. */
struct fio_given {
	char name[32], value[FIO_TEXT_BYTES];
};

/* One section of a job file: numjobs threads. All numbers are of one type, for one table. */
struct fio_job {
	char name[64], description[FIO_TEXT_BYTES];
	char filename[FIO_TEXT_BYTES], directory[FIO_TEXT_BYTES];
	uint64_t rw; /* enum fio_rw */
	struct fio_sizes sizes[FIO_SIZES];
	uint64_t align_bytes; /* 0 = the smallest size */
	struct fio_length size, io_size, offset, offset_increment;
	uint64_t numjobs;
	uint64_t engine; /* enum io_engine */
	uint64_t depth, submit_batch, poll;
	uint64_t direct, sync; /* bool; enum fio_sync */
	uint64_t runtime_ns, ramp_ns, start_delay_ns, time_based, loops;
	uint64_t read_percent; /* of a mix */
	uint64_t random_percent, no_random_map, repeatable, seed;
	uint64_t fsync_every, fdatasync_every, end_fsync;
	uint64_t rate_bytes_per_s[IO_DIRECTIONS], rate_ios_per_s[IO_DIRECTIONS];
	uint64_t zero_buffers, refill_buffers, compress_percent;
	uint64_t verify, do_verify;
	uint64_t invalidate, fadvise, fallocate, overwrite;
	uint64_t max_latency_ns; /* 0 = no limit */
	uint64_t group_reporting, new_group, stonewall, threads, disk_util, peak;
	uint64_t fixed_buffers, fixed_files;
	uint64_t slat_percentiles, clat_percentiles, lat_percentiles;
	double percentiles[FIO_PERCENTILES_MAX];
	unsigned percentile_count;
	uint64_t bw_window_ms, iops_window_ms;
	struct fio_log_wish log;
	unsigned given_count;
	struct fio_given given[FIO_GIVEN_MAX];
};

enum fio_format { FIO_NORMAL = 1, FIO_TERSE = 2, FIO_JSON = 4, FIO_JSON_PLUS = 8 };

/* All that was asked for. */
struct fio_request {
	struct fio_job defaults; /* what [global] has set */
	struct fio_job jobs[FIO_JOBS_MAX];
	unsigned job_count;
	unsigned formats;            /* enum fio_format bits */
	bool old_layout;             /* text as of 1.59 */
	bool help, version;          /* asked for instead */
	char output[FIO_TEXT_BYTES]; /* file for the results; "" = standard output */
	uint64_t write_limit_bytes;  /* of all jobs together */
};

/* One thread of a job. */
struct fio_thread {
	const struct fio_job *job;
	unsigned number; /* from 1, of all threads */
	unsigned clone;  /* from 0, of this job */
	unsigned group;  /* of jobs that are reported together */
	unsigned phase;  /* of jobs that run at the same time */
	char path[2 * FIO_TEXT_BYTES];
	const struct disk *disk;                          /* NULL = a plain file */
	uint64_t file_bytes;                              /* as it is; of a missing file 0 */
	uint64_t start_bytes, region_bytes, budget_bytes; /* budget 0 = none */
	uint64_t write_limit_bytes;                       /* 0 = it writes nothing */
	uint64_t lay_out_bytes; /* the file is to be made this long; 0 = it is */
	bool lay_out_filled;    /* with content */
	int fd;                 /* -1 = not open */
	bool owned;             /* @fd is of this thread alone */

	/* What came of it. */
	pid_t tid;
	struct io_outcome outcome;
	struct fio_rates rates[IO_DIRECTIONS];
	uint64_t runtime_ms[IO_DIRECTIONS]; /* while it ran, 0 in a direction without bytes */
	uint64_t elapsed_ms;
	int error; /* errno; 0 = none */
	char why[160];
};

struct fio_run {
	struct fio_request *request;
	const struct machine *machine;
	struct fio_thread *threads;
	unsigned thread_count, phase_count, group_count;
	struct fio_stat_source stats[FIO_DISKS_MAX];
	unsigned stat_count;
	uint64_t started_ns; /* monotonic */
};

#define FIO_WRITES(job) ((job)->rw != FIO_READ && (job)->rw != FIO_RANDREAD)
#define FIO_READS(job) ((job)->rw != FIO_WRITE && (job)->rw != FIO_RANDWRITE)
#define FIO_RANDOM(job) \
	((job)->rw == FIO_RANDREAD || (job)->rw == FIO_RANDWRITE || (job)->rw == FIO_RANDRW)

/* Was an option given for this job, under this name? */
bool fio_job_has(const struct fio_job *job, const char *name);

/* Does it touch each block of its region once, and only then again? */
bool fio_is_once(const struct fio_job *job);

/* What is done differently from what a user may expect: note @number from 0, or NULL. */
const char *fio_note(const struct fio_job *job, unsigned number);

/* "randrw" */
const char *fio_rw_name(const struct fio_job *job);

/* Smallest and largest size of a direction, bytes. */
uint32_t fio_least_bytes(const struct fio_sizes *sizes);
uint32_t fio_most_bytes(const struct fio_sizes *sizes);

/*
 * Look at every file and disk of @request, and work out who reads and writes what. Opens
 * nothing for writing.
 *
 * @request, @machine  kept until fio_end(); @machine has its disks, granted or not
 * Returns 0; or -EPERM (a disk that may not be written) or another negative errno with one
 * line in @why. fio_end() in any case.
 */
MUST_CHECK int fio_plan(struct fio_run *run, struct fio_request *request,
                        const struct machine *machine, char *why, size_t why_size);

/*
 * Do it: lay out the files that are missing, then phase by phase. What happens to a job is in
 * its threads: an error of one does not end the others.
 *
 * @laying_out  called for each thread whose file is made; may be NULL
 * Returns 0, or negative errno with one line in @why: nothing more was begun.
 */
MUST_CHECK int fio_run(struct fio_run *run, void (*laying_out)(const struct fio_thread *thread),
                       char *why, size_t why_size);

/* From a signal handler: every job ends soon, and what it did is reported. */
void fio_stop(void);
bool fio_stopped(void);

/* The errno of an I/O that went wrong: one cut short is ENOSPC or EIO, as fio has it. */
static inline int fio_errno(const struct io_error *error)
{
	return error->error ? error->error : error->direction == IO_WRITE ? ENOSPC : EIO;
}

/* What writes to files and disks at most, bytes; UINT64_MAX = no limit but time. */
uint64_t fio_writes_bytes(const struct fio_thread *thread);

void fio_end(struct fio_run *run);

#endif
