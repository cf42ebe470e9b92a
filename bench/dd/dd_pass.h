/* SPDX-License-Identifier: MIT */
/* dd_pass.h - what the benchmarks that copy as dd does have in common */

#ifndef ASSAY_DD_PASS_H
#define ASSAY_DD_PASS_H

#include "bench/bench.h"
#include "bench/dd/dd.h"

/* At full length a pass is 1 GiB. */
#define DD_PASS_BYTES GIB(1)

/* How much one pass is to copy: the plan's share of 1 GiB in whole MiB, at least one. */
uint64_t dd_pass_wanted_bytes(const struct run *run);

/*
 * How much one pass copies: as much as it is to, but in whole MiB no more than @most_bytes. Flags
 * the result as short-region when it is less than 1 GiB.
 */
uint64_t dd_pass_bytes(struct run *run, uint64_t most_bytes);

/*
 * Copy @bytes, a multiple of the blocks of @copy, and add the rate to @throughput.
 *
 * @outcome  set
 * Returns 0, or fail() if something could not be read, written or flushed, or was too short.
 */
MUST_CHECK int dd_pass(struct run *run, struct dd_copy *copy, uint64_t bytes, const char *input,
                       const char *output, struct metric *throughput, struct dd_outcome *outcome);

/* dd_pass() over the same part of job->disk, from its start: for the reading and writing tests. */
MUST_CHECK int dd_disk_passes(struct run *run, struct dd_copy *copy, uint64_t most_bytes);

/* Its expected time, for the estimate_ns() hook of a benchmark whose .work is the block. */
uint64_t dd_disk_passes_ns(const struct run *run);

#endif
