/* SPDX-License-Identifier: MIT */
/* keeper.h - a small process that puts things back when this one dies, by whatever cause */

#ifndef ASSAY_KEEPER_H
#define ASSAY_KEEPER_H

#include "bench/lib/base.h"

#include <sys/types.h>

/*
 * Start a process that sleeps until this one is dead and then calls @put_back, with a copy of
 * the memory of this moment. Nothing but SIGKILL ends it earlier, and in a session of its own
 * it is out of the way of kill -9 -GROUP.
 *
 * Returns its process id once it is so far, or -errno.
 */
MUST_CHECK pid_t keeper_start(void (*put_back)(void *context), void *context);

/* End it: there is nothing to put back any more. Not positive = there is none. */
void keeper_end(pid_t keeper);

#endif
