/* SPDX-License-Identifier: MIT */
/*
 * fake_group.h - disks of known speed in place of a group of the engine
 *
 * For a test that is linked with --wrap=io_group_open and so on, as the Makefile says. Each disk
 * has four arms, which take a millisecond for an I/O of 4 KiB. No time passes.
 */

#ifndef ASSAY_FAKE_GROUP_H
#define ASSAY_FAKE_GROUP_H

#include "bench/io/io.h"

#define FAKE_GROUP_MAX 4

extern struct fake_group {
	double most_iops;                     /* of all disks together */
	struct io_work works[FAKE_GROUP_MAX]; /* of the last group */
} fake_group;

int __wrap_io_group_open(struct io_group **group, const struct io_work *from, unsigned count,
                         char *why, size_t why_size);
int __wrap_io_group_run(struct io_group *group, uint64_t duration_ns, struct io_outcome *outcomes,
                        int *rcs);
int __wrap_io_group_drain(struct io_group *group, struct io_outcome *outcomes, int *rcs);
void __wrap_io_group_close(struct io_group *group);

#endif
