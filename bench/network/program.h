/* SPDX-License-Identifier: MIT */
/* program.h - the programs that do the work: ip, udhcpc6, ntpd */

#ifndef ASSAY_NETWORK_PROGRAM_H
#define ASSAY_NETWORK_PROGRAM_H

#include "bench/lib/base.h"

#include <sys/types.h>

/*
 * Start a program; its words are put together by printf() and parted by spaces.
 *
 * Returns its process id, or -errno.
 */
MUST_CHECK pid_t program_start(const char *format, ...) PRINTF_LIKE(1, 2);

/* As program_start(), and wait for its end. Returns 0, or -EIO if it ended badly. */
MUST_CHECK int program_do(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
