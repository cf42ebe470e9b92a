/* SPDX-License-Identifier: MIT */
/*
 * unixbench.* - the twelve index tests of UnixBench 6.0, one copy and one for each CPU
 *
 * Method: a pass flushes the disks, starts the copies back to back and waits for the last
 * process of each; their counts are added, their times averaged. Of the passes of a test
 * the lowest third by count is dropped; the score is the geometric mean of the rest. What
 * one copy does, and how its work differs from the original's, is told in the file of the
 * test. A shortened plan takes shorter passes without the flush.
 * Unit:   operations or bytes per second, and "index": the score divided by that of a
 * SPARCstation 20-61 of 1995, times 10.
 * Error:  a copy is never bound to a CPU, so that context1, spawn and shell1 wander; 5 %
 * from run to run are usual.
 * Source: UnixBench 6.0.0, https://github.com/kdlucas/byte-unixbench.
 */

#include "bench/system/unixbench.h"

#include <string.h>

/* Every pass begins with a flush that sleeps for 3 s. */
#define PASS_S(seconds) (3 + (seconds))

static int measure_unixbench(struct run *run);

#define CLASSIC(seconds, often)                                                             \
	.source = "UnixBench 6.0.0", .target = TARGET_COPIES, .measure = measure_unixbench, \
	.classic = { .pass_s = PASS_S(seconds), .passes = often }

const struct benchmark unixbench_dhry2reg = {
	.name = "unixbench.dhry2reg",
	.title = "Dhrystone 2: integers, records and strings",
	CLASSIC(10, 10),
};

const struct benchmark unixbench_whetstone = {
	.name = "unixbench.whetstone",
	.title = "Whetstone in double precision",
	CLASSIC(13, 10),
};

const struct benchmark unixbench_execl = {
	.name = "unixbench.execl",
	.title = "A process that replaces itself by a new image",
	CLASSIC(30, 3),
};

const struct benchmark unixbench_fstime = {
	.name = "unixbench.fstime",
	.title = "Copy a file of 2 MB by 1024 bytes, in the page cache",
	CLASSIC(45, 3),
};

const struct benchmark unixbench_fsbuffer = {
	.name = "unixbench.fsbuffer",
	.title = "Copy a file of 0.5 MB by 256 bytes, in the page cache",
	CLASSIC(45, 3),
};

const struct benchmark unixbench_fsdisk = {
	.name = "unixbench.fsdisk",
	.title = "Copy a file of 8 MB by 4096 bytes, in the page cache",
	CLASSIC(45, 3),
};

const struct benchmark unixbench_pipe = {
	.name = "unixbench.pipe",
	.title = "512 bytes through a pipe and back, one process",
	CLASSIC(10, 10),
};

const struct benchmark unixbench_context1 = {
	.name = "unixbench.context1",
	.title = "A number back and forth between two processes",
	CLASSIC(10, 10),
};

const struct benchmark unixbench_spawn = {
	.name = "unixbench.spawn",
	.title = "Start a process that ends at once, and wait for it",
	CLASSIC(30, 3),
};

const struct benchmark unixbench_syscall = {
	.name = "unixbench.syscall",
	.title = "Five cheap calls into the kernel",
	CLASSIC(10, 10),
};

const struct benchmark unixbench_shell1 = {
	.name = "unixbench.shell1",
	.title = "A shell script of sort, od, grep, tee and wc",
	CLASSIC(60, 3),
};

const struct benchmark unixbench_shell8 = {
	.name = "unixbench.shell8",
	.title = "Eight shell scripts at a time",
	CLASSIC(60, 3),
};

const struct unixbench_test unixbench_tests[UNIXBENCH_TESTS] = {
	{ "dhry2reg", "Dhrystone 2 using register variables", "lps", 1, 116700, 10, true, false,
	  dhrystone_copy, &unixbench_dhry2reg },
	{ "whetstone-double", "Double-Precision Whetstone", "MWIPS", 0, 55, 10, true, false,
	  whetstone_copy, &unixbench_whetstone },
	{ "execl", "Execl Throughput", "lps", 1, 43, 30, false, true, execl_copy,
	  &unixbench_execl },
	{ "fstime", "File Copy 1024 bufsize 2000 maxblocks", "KBps", 0, 3960, 30, false, false,
	  file_copy_1024, &unixbench_fstime },
	{ "fsbuffer", "File Copy 256 bufsize 500 maxblocks", "KBps", 0, 1655, 30, false, false,
	  file_copy_256, &unixbench_fsbuffer },
	{ "fsdisk", "File Copy 4096 bufsize 8000 maxblocks", "KBps", 0, 5800, 30, false, false,
	  file_copy_4096, &unixbench_fsdisk },
	{ "pipe", "Pipe Throughput", "lps", 1, 12440, 10, true, false, pipe_copy, &unixbench_pipe },
	{ "context1", "Pipe-based Context Switching", "lps", 1, 4000, 10, true, false, context_copy,
	  &unixbench_context1 },
	{ "spawn", "Process Creation", "lps", 1, 126, 30, false, true, spawn_copy,
	  &unixbench_spawn },
	{ "syscall", "System Call Overhead", "lps", 1, 15000, 10, true, false, syscall_copy,
	  &unixbench_syscall },
	{ "shell1", "Shell Scripts (1 concurrent)", "lpm", 60, 42.4, 60, false, true, shell1_copy,
	  &unixbench_shell1 },
	{ "shell8", "Shell Scripts (8 concurrent)", "lpm", 60, 6, 60, false, true, shell8_copy,
	  &unixbench_shell8 },
};

const struct unixbench_test *unixbench_find(const char *id)
{
	for (size_t i = 0; i < UNIXBENCH_TESTS; i++)
		if (strcmp(unixbench_tests[i].id, id) == 0)
			return &unixbench_tests[i];
	return NULL;
}

/* By name: a job may be about a copy of the benchmark, with another number of passes. */
static int measure_unixbench(struct run *run)
{
	for (size_t i = 0; i < UNIXBENCH_TESTS; i++)
		if (strcmp(unixbench_tests[i].benchmark->name, run->job->benchmark->name) == 0)
			return unixbench_measure(run, &unixbench_tests[i]);
	return broken(run, "%s is no test of UnixBench", run->job->benchmark->name);
}
