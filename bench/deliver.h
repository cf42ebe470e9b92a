/* SPDX-License-Identifier: MIT */
/* deliver.h - bring the files of a run to where they were asked for, until acknowledged */

#ifndef ASSAY_DELIVER_H
#define ASSAY_DELIVER_H

#include "bench/lib/settings.h"
#include "bench/machine.h"

/* Exists in the directory of a run as soon as every upload was acknowledged: init reads it. */
#define DELIVERED_MARK "delivered"

/* Exists there as soon as the own medium has them, and says in one line where: for init, too. */
#define ON_MEDIUM_MARK "on-medium"

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

/*
 * Put the same files on the own medium, into results/MACHINE/RUN/ of its FAT, if this machine
 * was booted from it: image_booted(). It takes 60 s at most.
 *
 * Says in one line on standard output where they are; or why they are not there, which becomes
 * an event of the report, too.
 * Returns EXIT_OK (or when there is no such medium, or it is read-only), EXIT_NOT_DELIVERED,
 * EXIT_INTERNAL.
 */
int deliver_to_medium(const struct machine *machine, const struct settings *settings,
                      const char *directory);

#endif
