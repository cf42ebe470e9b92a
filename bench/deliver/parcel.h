/* SPDX-License-Identifier: MIT */
/* parcel.h - what is to be brought somewhere: the files of a run, and whose they are */

#ifndef ASSAY_PARCEL_H
#define ASSAY_PARCEL_H

#include "bench/report.h"

struct parcel {
	const char *directory;               /* of the run */
	char machine[80], run[RUN_ID_BYTES]; /* each is one step of a path */
};

#define PARCEL_FILES 2

/* In this order: where there is a report.json, everything is there. */
extern const struct parcel_file {
	const char *name, *type;
} parcel_files[PARCEL_FILES];

/* Find out from report.json in @directory which machine and which run it was. Returns 0 or -errno.
 */
MUST_CHECK int parcel_open(struct parcel *parcel, const char *directory);

/* Leave the file @mark with this line in the directory of the run. Returns 0 or -errno. */
MUST_CHECK int parcel_mark(const char *directory, const char *mark, const char *line);

#endif
