/* SPDX-License-Identifier: MIT */
/* classic.h - /classic: libc, shell and tools of Debian, for tests that depend on them */

#ifndef ASSAY_SYSTEM_CLASSIC_H
#define ASSAY_SYSTEM_CLASSIC_H

#include "bench/bench.h"

/* Writable, below the root directory that classic_enter() sets. */
#define CLASSIC_DIRECTORY "/tmp"

/* Was the second initramfs loaded, classic.img? */
bool classic_present(void);

/*
 * Make /classic the root directory of this process, and its working directory; PATH
 * becomes that of a Debian. Notes the parameter "userland". Returns 0, or the value of
 * skip() with the file that is missing.
 */
MUST_CHECK int classic_enter(struct run *run);

/* Are all files there that were packed to @root? As classic_enter(). */
MUST_CHECK int classic_check(struct run *run, const char *root);

#endif
