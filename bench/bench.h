/* SPDX-License-Identifier: MIT */
/* bench.h - the one header the author of a benchmark needs */

#ifndef ASSAY_BENCH_H
#define ASSAY_BENCH_H

#include "bench/lib/base.h"
#include "bench/machine.h"

/* What a number means. Its text in the report is unit_name(). */
enum unit {
	UNIT_OPS_PER_S,   /* "ops/s" */
	UNIT_BYTES_PER_S, /* "B/s" */
	UNIT_NS,          /* "ns" */
	UNIT_BYTES,       /* "B" */
	UNIT_COUNT,       /* "1" */
	UNIT_WATTS,       /* "W" */
	UNIT_JOULES,      /* "J" */
	UNIT_HZ,          /* "Hz" */
};

enum better { BETTER_HIGHER, BETTER_LOWER };

/* How a job ended. Only STATUS_OK carries numbers. */
enum status {
	STATUS_OK,
	STATUS_SKIPPED,   /* this machine lacks what it needs, or the user wanted no more */
	STATUS_FAILED,    /* the machine gave a wrong answer or an I/O error: a finding */
	STATUS_BROKEN,    /* Assay itself could not do its part */
	STATUS_TIMED_OUT, /* killed at the benchmark's limit, or an I/O never ended */
};

/* Reasons to read a number with care; a bit set in result.warnings. A closed set. */
enum warning {
	WARN_NOISY = 1 << 0,         /* the spread of a metric is above NOISY_SPREAD */
	WARN_THROTTLED = 1 << 1,     /* a CPU was slowed for heat while measuring */
	WARN_POWER_LIMITED = 1 << 2, /* a CPU was slowed by a power limit */
	WARN_ECC_CORRECTED = 1 << 3, /* memory errors were corrected meanwhile */
	WARN_PCIE_AER = 1 << 4,      /* PCI Express errors were corrected meanwhile */
	WARN_LINK_DEGRADED = 1 << 5, /* a link runs below its speed or width */
	WARN_DISK_RETRIED = 1 << 6,  /* the kernel had to repeat I/O */
	WARN_CACHED = 1 << 7,        /* a cache, not the thing itself, may have answered */
	WARN_SHORT_REGION = 1 << 8,  /* less memory or disk was used than the method asks for */
	WARN_CLOCK_STEPPED = 1 << 9, /* the wall clock was set meanwhile */
	WARN_STEAL = 1 << 10,        /* a hypervisor took CPU time away */
	WARN_OTHER_LOAD = 1 << 12,   /* something else used the CPUs meanwhile */
	WARN_FEW_SAMPLES = 1 << 11,  /* fewer samples than the plan asks for */
	WARN_UNWRITTEN = 1 << 13,    /* what was read was never written, or was discarded */
	WARN_NOT_PURGED = 1 << 14,   /* a disk was measured with what earlier use left in it */
	WARN_NOT_STEADY = 1 << 15,   /* a steady state was not reached: the last rounds count */
};
#define WARNING_COUNT 16

#define NOISY_SPREAD 0.05 /* a reader should look twice */

#define METRICS_MAX 48
#define SAMPLES_MAX 64
#define PARAMS_MAX 32
#define GRIDS_MAX 4
#define GRID_VALUES_MAX 4096
#define GRID_ROWS_MAX 64

/* One number of a result. */
struct metric {
	char name[32]; /* "throughput" */
	enum unit unit;
	enum better better;
	double value;  /* median of samples[] */
	double spread; /* median absolute deviation / median, 0 to 1; NAN for one sample */
	unsigned sample_count;
	double samples[SAMPLES_MAX];
};

/* One parameter that the number depends on. */
struct param {
	char name[32]; /* "block_bytes" */
	char text[64];
	bool number; /* @text is a JSON number */
};

/* Values that belong together: a curve, or with more than one row a matrix. */
struct grid {
	char name[32]; /* "latency" */
	enum unit unit;
	char x_name[32], y_name[32]; /* what columns and rows are: "offset_bytes", "cpu" */
	unsigned columns, rows;
	double x[GRID_VALUES_MAX], y[GRID_ROWS_MAX]; /* of each column and row */
	double values[GRID_VALUES_MAX];              /* row by row; NAN = none */
};

struct result {
	enum status status;
	char reason[160];  /* why not STATUS_OK; "" when it is */
	uint32_t warnings; /* enum warning bits */
	unsigned metric_count;
	struct metric metrics[METRICS_MAX];
	unsigned param_count;
	struct param params[PARAMS_MAX];
	unsigned grid_count;
	struct grid grids[GRIDS_MAX];
	uint64_t started_wall_ns; /* when the job began */
	uint64_t elapsed_ns;      /* whole job, monotonic */
};

/* How long and how often to measure: one per plan. */
struct pace {
	uint64_t sample_ns;      /* aim for samples at least this long */
	unsigned samples;        /* how many to take at least, 1 to SAMPLES_MAX */
	uint64_t limit_ns;       /* take more, until the median is known to 1 % or this is over */
	double classic_share;    /* of a classic's own durations, above 0 to 1 */
	unsigned classic_passes; /* of a classic, at most; 0 = its own number */
	uint64_t (*now)(void);   /* clock_now_ns; a test passes a fake one */
};

struct job;

/* What a hook is given. Everything in it belongs to the runner. */
struct run {
	const struct machine *machine;
	const struct job *job;
	const struct pace *pace;
	struct result *result;
	void *state;        /* the benchmark's own, set by prepare */
	const bool *barred; /* by index of the disk: an earlier job has given it up; NULL = none */

	/* Show the result so far, and return when that is over: bench/report/state.c. NULL = to
	 * nobody. */
	void (*show)(const struct run *run);
	uint64_t shown_ns; /* when, by the clock of the pace */
};

/* What a benchmark is about: decides how many jobs a plan makes of it. */
enum target {
	TARGET_MACHINE, /* one job */
	TARGET_DISK,    /* one job for each disk; job->disk is set */
	TARGET_COPIES,  /* one job with one copy, one with a copy for each CPU online */
	TARGET_WRITE,   /* one job for each disk that may be written */
	TARGET_STORE,   /* one job in the directory that the user named, or for each disk that may
	                 * be written, with a file system of ours on it: bench/disk/store.h */
	TARGET_DISKS,   /* one job for all disks together, if there are two or more */
	TARGET_ARRAY,   /* one job for all disks that may be written, if there are two or more */
};

/* The durations that a test of old has by definition, at full length. */
struct classic {
	double pass_s;   /* of one pass, all of it, setting up included; 0 = it is none */
	unsigned passes; /* how often */
};

/*
 * One benchmark: one method.
 *
 * The hooks run in a child process of their own: memory, file descriptors and
 * threads end with it. Hooks return 0, or the value of skip(), fail() or broken().
 *
 * Either run (one thread, kept on one CPU; the harness times it, and makes one metric
 * of it) or measure (the benchmark times itself and adds its metrics with metric_add()
 * and metric_sample()).
 */
struct benchmark {
	const char *name;   /* "memory.copy"; never changes once released */
	const char *title;  /* one line for people */
	const char *source; /* where the method comes from */
	enum target target;
	/* For the whole job; 0 = 60, or four times the estimate or the classic, if longer. */
	uint64_t timeout_s;
	struct classic classic; /* of a test whose own procedure is the definition */
	uint64_t look_ns;       /* expected time of one that only looks; 0 = it follows the pace */

	/*
	 * Known before the job starts, when only machine, job and pace of @run are set: the
	 * expected time, NULL = by the samples of the pace, or the durations of the classic; and
	 * what it will write at most, to job->disk or to each of its disks, NULL = nothing.
	 */
	uint64_t (*estimate_ns)(const struct run *run);
	uint64_t (*writes_bytes)(const struct run *run);

	/* of run: */
	const char *metric; /* name of its metric, "throughput" */
	enum unit unit;
	enum better better;
	uint64_t work; /* ops or bytes in one iteration; UNIT_NS is the time of one op */

	int (*prepare)(struct run *run);                  /* once; may be NULL */
	int (*run)(struct run *run, uint64_t iterations); /* timed; never reads the clock */
	int (*measure)(struct run *run);                  /* instead of run */
	int (*verify)(struct run *run);                   /* once; may be NULL */
	void (*cleanup)(struct run *run);                 /* only what outlives the process */
};

/* One line of the plan: a benchmark, and what to run it on. */
struct job {
	const struct benchmark *benchmark;
	const struct disk *disk;    /* NULL unless the benchmark is about a disk */
	const char *directory;      /* that the user named for test files; "" = none */
	uint64_t write_limit_bytes; /* what this job may write at most; 0 = nothing */
	const char *wanted; /* disks that the user asked for by name, comma-separated; "" = all */
	unsigned copies;    /* 1, or as many as there are CPUs: of TARGET_COPIES */
	unsigned level;     /* x86-64-vN to run at, 1 to 4: what the CPU can do, or less if asked */
	char target[24];    /* "2 copies"; "" = the name of the disk, or the machine */
	uint64_t estimate_ns; /* expected time, from prepare to exit */
};

/* How long one pass of this classic is to take, in s, and how many there are to be. */
double classic_pass_s(const struct run *run);
unsigned classic_passes(const struct run *run);

/* What a job is about: the disk's name, "1 copy", or "" for the machine. */
const char *job_target(const struct job *job);

/* Has @disk been given up, by the inventory or by an earlier job? It would only hold this up. */
bool run_is_barred(const struct run *run, const struct disk *disk);

/* End a hook early: puts the reason in run->result; return what it returns (not 0). */
int end_early(struct run *run, enum status status, const char *format, ...) PRINTF_LIKE(3, 4);
#define skip(run, ...) end_early(run, STATUS_SKIPPED, __VA_ARGS__)
#define fail(run, ...) end_early(run, STATUS_FAILED, __VA_ARGS__)
#define broken(run, ...) end_early(run, STATUS_BROKEN, __VA_ARGS__)

/*
 * Memory for a hook: page aligned, zero, every page present. It ends with the process.
 * Returns 0 with *@memory set, or the value of broken().
 */
MUST_CHECK int run_alloc(struct run *run, size_t bytes, void **memory);

/*
 * How much memory a hook may use: @wanted, or less on a machine that has not got
 * it, never more than @share (0 to 1) of what is available, a multiple of 4096.
 * Flags the result as short-region when it is less than @wanted.
 */
size_t run_memory_bytes(struct run *run, uint64_t wanted_bytes, double share);

/* Note a parameter that the number depends on: appears in the report. */
void param_number(struct run *run, const char *name, double value);
void param_text(struct run *run, const char *name, const char *text);

/*
 * Add a metric to the result of a measure() hook. The harness computes value and spread.
 * Never NULL: with too many, the last one is used again and the result becomes broken.
 */
struct metric *metric_add(struct run *run, const char *name, enum unit unit, enum better better);

/* Add one sample; those beyond SAMPLES_MAX are dropped. */
void metric_sample(struct metric *metric, double value);

/*
 * Add a curve (one row) or a matrix to the result. The caller fills in names, x[], y[] and
 * values[]; all values are NAN at first. Never NULL: with too many grids or values the last
 * one is used again and the result becomes broken.
 */
struct grid *grid_add(struct run *run, const char *name, enum unit unit, unsigned columns,
                      unsigned rows);

/*
 * Call it in a long measure() hook between two slices, when nothing is timed and no I/O is in
 * flight: once a second it takes 10 ms, in which the result so far is shown to people. All
 * the rest of the time the screens are asleep.
 */
void run_rest(struct run *run);

/* Keep the compiler from removing the computation of @value. */
static inline void keep(uint64_t value)
{
	__asm__ volatile("" : : "r"(value) : "memory");
}

/* Every benchmark, in the order in which they run and are reported. */
extern const struct benchmark *const benchmarks[];
extern const size_t benchmark_count;

/* The texts of the report; never NULL. */
const char *unit_name(enum unit unit);
const char *better_name(enum better better); /* "higher" or "lower" */
const char *status_name(enum status status); /* "timed-out" */
const char *warning_name(unsigned bit);      /* of 1 << @bit: "short-region" */

#endif
