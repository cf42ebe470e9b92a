/* SPDX-License-Identifier: MIT */
/* trial_error.h - say what went wrong with the I/O of a trial, and where */

#ifndef ASSAY_DISK_TRIAL_ERROR_H
#define ASSAY_DISK_TRIAL_ERROR_H

#include "bench/disk/trial.h"

/*
 * Judge an outcome of the engine.
 *
 * @rc  what io_run() or io_drain() returned
 * Returns 0 when all went well; else as trial_slice(). Of bad places the first on the disk is in
 * the reason; their number is noted as bad_blocks, up to IO_ERRORS_MAX places as bad_byte_1 ...
 */
MUST_CHECK int trial_error(struct run *run, const struct stimulus *stimulus,
                           const struct io_outcome *outcome, int rc);

#endif
