/* SPDX-License-Identifier: MIT */
/* blank.h - is a disk empty, as far as a look at a small part of it can tell */

#ifndef ASSAY_BLANK_H
#define ASSAY_BLANK_H

#include "bench/machine/medium.h"

/*
 * Look for a byte that is not zero in the first and last 16 MiB of @medium, and in 1,024
 * pieces of 64 KiB anywhere; in all of it if that is not more.
 *
 * @seed    not 0: which pieces
 * @offset  of the first such byte that was met
 * Returns 1 if all is zero, 0 with *@offset set, or -errno.
 */
MUST_CHECK int blank_check(const struct medium *medium, uint64_t seed, uint64_t *offset);

#endif
