/* SPDX-License-Identifier: MIT */
/*
 * unixbench_spawn.c - unixbench.spawn: start a process that ends at once, and wait for it
 *
 * One count is a fork(), the child's exit() and the parent's wait(), in a small program of
 * its own, bench/helpers/spawn.c: copying a process costs what its memory does. A static
 * image has fewer mappings and is about twice as fast as a dynamic one; in the classic
 * userland it is dynamic.
 */

#include "bench/system/helper.h"

int spawn_copy(const struct copy *copy, struct count *count)
{
	return helper_run(copy, "spawn", count);
}
