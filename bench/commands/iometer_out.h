/* SPDX-License-Identifier: MIT */
/* iometer_out.h - where the results of assay iometer go: standard output and results.csv */

#ifndef ASSAY_COMMANDS_IOMETER_OUT_H
#define ASSAY_COMMANDS_IOMETER_OUT_H

#include "bench/iometer/iometer.h"

/*
 * @csv   path of results.csv, or NULL
 * @json  one JSON object at the end, in place of tables
 * Returns EXIT_OK, or EXIT_USAGE with one line printed.
 */
int iometer_out_open(const char *csv, bool json);

/* One measurement has ended, of @targets at once; for results.csv. */
void iometer_out_test(const struct machine *machine, const struct iometer_load *load,
                      const struct iometer_target *targets, const struct iometer_outcome *outcome);

/* A sweep has ended; one without a point is passed over. */
void iometer_out_sweep(const struct iometer_sweep *sweep);

/* Returns EXIT_OK, or EXIT_INTERNAL with one line printed: not all could be written. */
int iometer_out_close(void);

#endif
