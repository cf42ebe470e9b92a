/* SPDX-License-Identifier: MIT */
/* deliver.h - bring the files of a run to where they were asked for, until acknowledged */

#ifndef ASSAY_DELIVER_H
#define ASSAY_DELIVER_H

#include "bench/lib/settings.h"

/* Exists in the directory of a run as soon as every upload was acknowledged: init reads it. */
#define DELIVERED_MARK "delivered"

/*
 * PUT report.json and journal.ndjson of @directory to settings->upload + MACHINE/RUN/.
 *
 * Retries with backoff until acknowledged, refused for good, or upload.deadline is over.
 * Says on standard output what happens, one line each time. Machine and run are taken
 * from report.json.
 *
 * Returns EXIT_OK (or when there is nothing to deliver to), EXIT_NOT_DELIVERED,
 * EXIT_USAGE (the address is none), EXIT_INTERNAL (there is no report to deliver).
 */
int deliver(const struct settings *settings, const char *directory);

#endif
