/* SPDX-License-Identifier: MIT */
/*
 * unixbench_pipe.c - unixbench.pipe: 512 bytes through a pipe and back, in one process
 *
 * One count is a write() and a read(): the pipe is never full nor empty, so nobody waits
 * and no other process takes part.
 */

#include "bench/system/alarm.h"
#include "bench/system/kernel_call.h"
#include "bench/system/unixbench.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES 512

int pipe_copy(const struct copy *copy, struct count *count)
{
	static char block[BLOCK_BYTES];
	unsigned long turns = 0;
	int ends[2];

	if (pipe(ends) < 0)
		return broken(copy->run, "no pipe: %s", strerror(errno));
	alarm_set(copy->duration_s);
	while (!alarm_rang) {
		if (kernel_write(ends[1], block, BLOCK_BYTES) != BLOCK_BYTES)
			return broken(copy->run, "write to a pipe is not whole");
		if (kernel_read(ends[0], block, BLOCK_BYTES) != BLOCK_BYTES)
			return broken(copy->run, "read from a pipe is not whole");
		turns++;
	}
	close(ends[0]);
	close(ends[1]);
	count->count = (double)turns;
	return 0;
}
