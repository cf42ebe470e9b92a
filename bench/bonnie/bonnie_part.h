/* SPDX-License-Identifier: MIT */
/* bonnie_part.h - what the files of bonnie++'s phases share */

#ifndef ASSAY_DISK_BONNIE_PART_H
#define ASSAY_DISK_BONNIE_PART_H

#include "bench/bonnie/bonnie.h"
#include "bench/io/histogram.h"

#define BONNIE_TICKET_UPDATE 10 /* a ticket that this divides is an update */

/* A run that is going on. */
struct bonnie {
	const struct bonnie_options *options;
	void (*progress)(enum bonnie_phase phase, bool ended);
	struct bonnie_outcome *outcome;
	char *why; /* where a complaint goes, if it returns an error */
	size_t why_size;

	int directory;         /* open */
	int file;              /* the large file: open, without a name from its first moment on */
	unsigned char *buffer; /* of the larger chunk, page-aligned */
	uint64_t random;       /* state */
};

/* The time of the operations of one thread. */
struct bonnie_watch {
	uint64_t begin_ns, end_ns, cpu_ns;
	uint64_t last_ns, longest_ns;
	struct histogram *histogram;
	int who; /* RUSAGE_SELF or RUSAGE_THREAD */
};

/* Begin to count; @histogram is emptied. */
void bonnie_watch_begin(struct bonnie_watch *watch, int who, struct histogram *histogram);

/* An operation begins that does not follow the one before at once. */
void bonnie_watch_start(struct bonnie_watch *watch);

/* An operation has ended; the next one begins. */
void bonnie_watch_lap(struct bonnie_watch *watch);

/* The last operation is long over: CPU and time end here. */
void bonnie_watch_end(struct bonnie_watch *watch);

/* Begin @phase, without caches if so wished. Returns 0 or -errno. */
MUST_CHECK int bonnie_begin(struct bonnie *bonnie, enum bonnie_phase phase,
                            struct bonnie_watch *watch);

/* It has ended and done @work: note the figure. */
void bonnie_note(struct bonnie *bonnie, enum bonnie_phase phase, const struct bonnie_watch *watch,
                 uint64_t work);

/* Put "DIRECTORY: @what: why" into bonnie->why. Returns @rc, which is negative. */
int bonnie_complain(struct bonnie *bonnie, const char *what, int rc);

/* Each does its phases. Returns 0, or -errno with a line in bonnie->why. */
MUST_CHECK int bonnie_large(struct bonnie *bonnie);
MUST_CHECK int bonnie_seek(struct bonnie *bonnie);
MUST_CHECK int bonnie_small(struct bonnie *bonnie, bool random);

/* Open the large file anew, at its start. Returns a descriptor or -errno. */
MUST_CHECK int bonnie_reopen(struct bonnie *bonnie, bool direct);

/*
 * Read or write a whole chunk. Returns 0, -EIO at the end of the file, -ENOSPC when no more
 * fits, or -errno.
 */
MUST_CHECK int bonnie_read_chunk(int fd, void *data, size_t bytes);
MUST_CHECK int bonnie_write_chunk(int fd, const void *data, size_t bytes);

/* Make the first @bytes of the buffer all zero, or random. */
void bonnie_fill(struct bonnie *bonnie, size_t bytes);

/* The next ticket of the seekers: a place, 31 bits. About 1 in 10 is an update. */
uint32_t bonnie_ticket(uint64_t *state);

#endif
