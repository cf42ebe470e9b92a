/* SPDX-License-Identifier: MIT */
/* bonnie.h - the phases of bonnie++: one large file, then many small ones, in a directory */

#ifndef ASSAY_DISK_BONNIE_H
#define ASSAY_DISK_BONNIE_H

#include "bench/lib/base.h"

#include <signal.h>

#define BONNIE_CHUNK_BYTES 8192
#define BONNIE_CHUNK_BYTES_MAX MIB(1)
#define BONNIE_SEEKS 8192
#define BONNIE_SEEKERS 5
#define BONNIE_SEEKERS_MAX 256
#define BONNIE_BYTE_BYTES MIB(3)   /* of the phases that go byte by byte */
#define BONNIE_FILES_UNIT 1024     /* small files are counted in these */
#define BONNIE_SHORTEST_NS MS(500) /* a phase that is shorter says nothing */

/* In the order in which they run, and in which CSV has them. */
enum bonnie_phase {
	BONNIE_PUTC,
	BONNIE_WRITE,
	BONNIE_REWRITE,
	BONNIE_GETC,
	BONNIE_READ,
	BONNIE_SEEK,
	BONNIE_CREATE_SEQUENTIAL,
	BONNIE_STAT_SEQUENTIAL,
	BONNIE_DELETE_SEQUENTIAL,
	BONNIE_CREATE_RANDOM,
	BONNIE_STAT_RANDOM,
	BONNIE_DELETE_RANDOM,
};
#define BONNIE_PHASES 12

enum bonnie_kind { BONNIE_FILES, BONNIE_LINKS, BONNIE_SYMLINKS };

/* What to do. */
struct bonnie_options {
	const char *directory; /* where all files are made, and removed again */
	uint64_t size_mib;     /* of the large file; 0 = no large file */
	uint32_t chunk_bytes;  /* a power of two, 256 to BONNIE_CHUNK_BYTES_MAX */
	uint32_t byte_bytes;   /* byte by byte: so many, at most the file; 0 = skip these phases */
	uint32_t seeks, seekers;
	uint64_t seek_wait_ns; /* between the opening of the file by the seekers, and their start */

	uint32_t file_count; /* small files; 0 = none */
	enum bonnie_kind kind;
	uint32_t file_bytes_min, file_bytes_max; /* drawn uniformly; 0 = empty files */
	uint32_t file_chunk_bytes;               /* of writing and reading them */
	uint32_t directories;                    /* 1 = all in one */

	uint64_t seed;    /* of places, sizes and names; not 0 */
	bool fsync_each;  /* after each update, creation and removal */
	bool direct;      /* the large file past the page cache, but for bytes */
	bool random_data; /* else nearly all is zero, as the original has it */
	bool drop_caches; /* before each phase */
};

/* What came of a phase; all 0 = it was not run. */
struct bonnie_figure {
	uint64_t work;       /* KiB, seeks or files */
	uint64_t elapsed_ns; /* with fsync() and close(), or sync() */
	uint64_t cpu_ns;     /* of this process; of the seekers alone */
	uint64_t longest_ns; /* operation */
	uint64_t p99_ns;     /* 99 % of the operations were not longer */
};

struct bonnie_outcome {
	struct bonnie_figure figures[BONNIE_PHASES];
};

/* Set in a signal handler: end soon, and remove what was made. */
extern volatile sig_atomic_t bonnie_stop;

/*
 * Do all phases that @options ask for.
 *
 * @progress  is called when a phase begins, and when it has ended; may be NULL
 * Returns 0; or -EINTR (bonnie_stop), or -errno with one line in @why that names the file and
 * what could not be done. Nothing that was made stays in the directory.
 */
MUST_CHECK int bonnie_run(const struct bonnie_options *options,
                          void (*progress)(enum bonnie_phase phase, bool ended),
                          struct bonnie_outcome *outcome, char *why, size_t why_size);

/* "put_block", "ran_stat": as CSV names it. */
const char *bonnie_phase_name(enum bonnie_phase phase);

/* KiB, seeks or files a second. */
double bonnie_rate(const struct bonnie_figure *figure);

/* CPU time in whole per cent of the time that passed. */
unsigned bonnie_cpu_percent(const struct bonnie_figure *figure);

/* The most that @options let be written: the file twice, the updates, and the small files. */
uint64_t bonnie_writes_bytes(const struct bonnie_options *options);

/* The options of the original without any arguments, but for directory, size_mib and seed. */
void bonnie_default(struct bonnie_options *options);

/* The size of the large file if none is given: twice the memory, 300 MiB at least. */
uint64_t bonnie_default_mib(uint64_t ram_mib);

#endif
