/* SPDX-License-Identifier: MIT */
/* helper.h - small programs of their own, for tests that must not drag assay along */

#ifndef ASSAY_SYSTEM_HELPER_H
#define ASSAY_SYSTEM_HELPER_H

#include "bench/system/unixbench.h"

/*
 * Run the helper @name (bench/helpers/) for the duration of @copy: that of the classic
 * userland if it is loaded, else the static one. Notes which in the param "userland".
 *
 * Returns 0 with *@count set to what it counted, or the value of skip() or broken().
 */
MUST_CHECK int helper_run(const struct copy *copy, const char *name, struct count *count);

#endif
