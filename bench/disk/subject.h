/* SPDX-License-Identifier: MIT */
/* subject.h - what is compared with another: disks together, an array, a file; under one load */

#ifndef ASSAY_DISK_SUBJECT_H
#define ASSAY_DISK_SUBJECT_H

#include "bench/bench.h"
#include "bench/disk/cost.h"

#define SUBJECT_PARTS_MAX 16

/* What is asked of a subject. */
struct load {
	const char *name; /* "random_read" */
	bool random, write;
	uint32_t block_bytes;
	unsigned depth;       /* in flight for each disk of the subject */
	uint64_t limit_bytes; /* written by it at most, for each disk of the subject */
	uint64_t seed;        /* of random: another one for each load */
};

/* Descriptors that are loaded at the same time, by a thread each. */
struct subject {
	int fds[SUBJECT_PARTS_MAX];
	const char *names[SUBJECT_PARTS_MAX]; /* for what goes wrong */
	unsigned count;
	unsigned width;        /* disks behind each of them: more are kept in flight */
	unsigned write_share;  /* disks of data behind each: more may be written to it */
	uint64_t region_bytes; /* from the start of each; not 0 */
	uint64_t written_bytes[SUBJECT_PARTS_MAX]; /* from its start, by sequential loads */
	/* of all loads, while they were measured: */
	struct cost spent;
	uint64_t ios;
};

/* What came of it. */
struct figure {
	unsigned sample_count;
	double samples[SAMPLES_MAX];     /* all parts together: B/s, or I/Os a second if random */
	double least[SAMPLES_MAX];       /* of the slowest part in the same slice */
	double parts[SUBJECT_PARTS_MAX]; /* of each part, the mean of the slices it had */
	double busy;                     /* CPU time of the machine, of all there is: 0 to 1 */
};

/* How long subject_load() lets a load act. */
uint64_t subject_load_ns(const struct run *run);

/* What @load writes to @disk at most: its limit, or what the disk can take in that time. */
uint64_t subject_limit_bytes(const struct run *run, const struct load *load,
                             const struct disk *disk);

/*
 * Put @load on @subject for a slice to warm up and pace->samples slices. What is only read is
 * what was written before, if anything was.
 *
 * A slice is a quarter of pace->sample_ns, 20 ms at least: there are many loads in one test.
 * Returns 0, or the value of fail() naming part and place, or STATUS_TIMED_OUT naming what
 * never ended, or the value of skip() or broken().
 */
MUST_CHECK int subject_load(struct run *run, struct subject *subject, const struct load *load,
                            struct figure *figure);

/* Add the samples of @figure as the metric @name, and its CPU time as @name_cpu. */
void subject_note(struct run *run, const struct load *load, const char *name,
                  const struct figure *figure);

/* Add what the slowest part did as the metric @name. */
void subject_note_least(struct run *run, const struct load *load, const char *name,
                        const struct figure *figure);

#endif
