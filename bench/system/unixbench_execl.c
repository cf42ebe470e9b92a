/* SPDX-License-Identifier: MIT */
/*
 * unixbench_execl.c - unixbench.execl: a process that replaces itself by a new image
 *
 * One count is an image run, the first included. The image is a small program of its own,
 * bench/helpers/execl.c. Static, it starts with 3 system calls instead of the 28 of a
 * dynamic one and is about four times as fast; in the classic userland it is dynamic.
 */

#include "bench/system/helper.h"

int execl_copy(const struct copy *copy, struct count *count)
{
	return helper_run(copy, "execl", count);
}
