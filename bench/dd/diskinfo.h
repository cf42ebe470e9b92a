/* SPDX-License-Identifier: MIT */
/* diskinfo.h - seek times, transfer rates and overhead of a disk: what diskinfo measures */

#ifndef ASSAY_DISKINFO_H
#define ASSAY_DISKINFO_H

#include "bench/lib/base.h"

#include <sys/types.h>

#define DISKINFO_BUFFER_BYTES MIB(8)
#define DISKINFO_SECTORS_MIN 2048 /* fewer: too small for any test */
#define DISKINFO_DEPTH 128        /* of the random reads */

/* What is measured, and how. All but @fd, @bytes and @sector_bytes is set by diskinfo_init(). */
struct diskinfo {
	int fd;                /* open past the page cache if it can be; stays the caller's */
	uint64_t bytes;        /* of the disk or file */
	uint32_t sector_bytes; /* one logical block: what a seek reads */
	double share;          /* of all reads and bytes, above 0 to 1; 1 = as diskinfo does */
	uint64_t pause_ns;     /* before the clock of each measurement starts */
	void (*flush)(void);   /* sync(), before and after the pause; NULL = nobody else writes */
	uint64_t may_write_bytes; /* in all by diskinfo_writes(), which takes off what it wrote */
	void *buffer;             /* DISKINFO_BUFFER_BYTES, aligned */
	uint64_t random;          /* state of the generator */
	uint64_t (*now)(void);    /* clock_now_ns */
	ssize_t (*read)(int fd, void *buffer, size_t bytes, off_t offset); /* pread */

	/* Of the read or write that failed: */
	uint64_t failed_offset_bytes;
	uint32_t failed_bytes;
	int failed_got; /* bytes, or -errno */
};

/* What one measurement came to. */
struct diskinfo_pass {
	uint64_t count;      /* of reads or writes; of MiB where that is what is read */
	uint64_t elapsed_ns; /* of all */
	uint64_t slowest_ns; /* one of them; 0 where they are not timed one by one */
};

/* The seven ways to move the heads. */
struct diskinfo_seek {
	const char *name;  /* "full_stroke" */
	const char *label; /* "Full stroke" */
	unsigned reads;
	bool in_pairs; /* two places in turn */
};

#define DISKINFO_SEEKS 7
extern const struct diskinfo_seek diskinfo_seeks[DISKINFO_SEEKS];

/* Where 100 MiB, or as many as there are, are read in order. */
enum diskinfo_zone { DISKINFO_OUTSIDE, DISKINFO_MIDDLE, DISKINFO_INSIDE };
#define DISKINFO_ZONES 3
extern const char *const diskinfo_zones[DISKINFO_ZONES]; /* "outside", ... */

/* Set what has a default. Returns 0 or -ENOMEM; diskinfo_free() must follow. */
MUST_CHECK int diskinfo_init(struct diskinfo *info);
void diskinfo_free(struct diskinfo *info);

/* Flush what others have written, wait, flush again as diskinfo does, and read the clock. */
uint64_t diskinfo_start_clock(const struct diskinfo *info);

/* Is it large enough for seeks and transfers, and for the overhead? */
bool diskinfo_fits(const struct diskinfo *info);
bool diskinfo_overhead_fits(const struct diskinfo *info);

/* The sector that read @i of the seek number @seek is about. */
uint64_t diskinfo_seek_sector(const struct diskinfo *info, unsigned seek, unsigned i);

/* Start the clock, read, and stop it. All return 0, or -EIO with info->failed_* set. */
MUST_CHECK int diskinfo_seek(struct diskinfo *info, unsigned seek, struct diskinfo_pass *pass);
MUST_CHECK int diskinfo_transfer(struct diskinfo *info, enum diskinfo_zone zone,
                                 struct diskinfo_pass *pass);

/* 10 MiB in @megas, 20480 reads of the first sector in @sectors, whatever its size. */
MUST_CHECK int diskinfo_overhead(struct diskinfo *info, struct diskinfo_pass *megas,
                                 struct diskinfo_pass *sectors);

/*
 * Random reads of @block_bytes with 128 in flight for 3 s, and until the last one has ended.
 * Returns 0, or -errno with one line in @why.
 */
MUST_CHECK int diskinfo_iops(struct diskinfo *info, uint32_t block_bytes,
                             struct diskinfo_pass *pass, char *why, size_t why_size);

/*
 * Random writes of @block_bytes, each in pieces of 128 KiB at once and then flushed, in batches
 * of 250 until a second is over. Destroys what was there: info->fd must be open for writing.
 * Returns 0, -EIO with info->failed_* set, -EDQUOT when info->may_write_bytes is used up, or
 * -errno.
 */
MUST_CHECK int diskinfo_writes(struct diskinfo *info, uint32_t block_bytes,
                               struct diskinfo_pass *pass);

#endif
