/* SPDX-License-Identifier: MIT */
/* mounts.h - file systems that only this process sees */

#ifndef ASSAY_MOUNTS_H
#define ASSAY_MOUNTS_H

#include "bench/lib/base.h"

/*
 * From now on, what this process and its children mount is theirs alone, and gone with the last
 * of them: nothing is left behind on an installed system, whatever ends them.
 *
 * Returns 0 or -errno; -EPERM without root.
 */
MUST_CHECK int mounts_detach(void);

#endif
