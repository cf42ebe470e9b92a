/* SPDX-License-Identifier: MIT */
/* forecast.h - what a disk can take, and how long it needs: said before anything is written */

#ifndef ASSAY_DISK_FORECAST_H
#define ASSAY_DISK_FORECAST_H

#include "bench/machine.h"

/*
 * The most that writes of @block_bytes with @depth in flight can bring to @disk in @time_ns: what
 * its interface carries, and what one thread can hand over. A bound, not a guess: a disk writes
 * far less. One that is faster all the same ends its test early, by the limit of the job.
 *
 * Returns bytes, those in flight at the end included.
 */
uint64_t forecast_writes_bytes(const struct disk *disk, uint32_t block_bytes, unsigned depth,
                               uint64_t time_ns);

/*
 * How long a disk of this kind usually takes to read or write @bytes in order, in blocks of
 * @block_bytes one after the other. A guess, from how it is attached and whether it turns.
 *
 * @disk  NULL = one that is not known, below a directory
 */
uint64_t forecast_time_ns(const struct disk *disk, uint64_t bytes, uint32_t block_bytes);

/* The same of @count blocks anywhere on the disk. */
uint64_t forecast_seeks_ns(const struct disk *disk, uint64_t count);

#endif
