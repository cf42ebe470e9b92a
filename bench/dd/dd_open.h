/* SPDX-License-Identifier: MIT */
/* dd_open.h - both sides of a copy: opened, checked, and put at their place */

#ifndef ASSAY_DD_OPEN_H
#define ASSAY_DD_OPEN_H

#include "bench/dd/dd_words.h"
#include "bench/machine.h"

/* What was opened. */
struct dd_opened {
	struct dd_copy copy;       /* ready for dd_run() */
	const struct disk *target; /* the disk that is written; NULL = a file or a stream */
	uint64_t planned_bytes;    /* that will be written; UINT64_MAX = not known before */
};

/*
 * Open what @request names, through bench/disk/door.h, and check that the one can be copied
 * onto the other before anything of it is changed. A file is truncated at the very last.
 *
 * @write_limit_bytes  what may be written to a disk
 * Returns 0, with dd_close() to follow; or -errno with one line in @why and all closed:
 * -EPERM, -EBUSY, -ESTALE, -EROFS = the disk may not be written.
 */
MUST_CHECK int dd_open(const struct dd_request *request, const struct machine *machine,
                       uint64_t write_limit_bytes, struct dd_opened *opened, char *why,
                       size_t why_size);

/* Returns 0 or -errno: a file system in a network may find out only here. */
int dd_close(const struct dd_request *request, const struct dd_opened *opened);

#endif
