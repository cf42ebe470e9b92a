/* SPDX-License-Identifier: MIT */
/*
 * system.syscall - the price of entering and leaving the kernel
 *
 * Method: getppid() by way of syscall(): a call that does next to nothing, that no
 * C library remembers and that is not in the vDSO. Every answer must be the same.
 * Unit:   operations (calls) per second.
 * Error:  mitigations of the CPU in the kernel move it by tens of percent; they are
 * among the facts of the report.
 * Source: lat_syscall of lmbench, McVoy and Staelin 1996; UnixBench "system call".
 */

#include "bench/bench.h"

#include <sys/syscall.h>
#include <unistd.h>

static struct answers {
	long wrong; /* the last one that was not @right, else @right */
	long right;
} answers;

static int prepare_syscall(struct run *run)
{
	answers.right = getppid();
	answers.wrong = answers.right;
	run->state = &answers;
	param_text(run, "call", "getppid");
	return 0;
}

static int run_syscall(struct run *run, uint64_t iterations)
{
	struct answers *a = run->state;

	while (iterations--) {
		long parent = syscall(SYS_getppid);

		if (parent != a->right)
			a->wrong = parent;
	}
	return 0;
}

static int verify_syscall(struct run *run)
{
	const struct answers *a = run->state;

	if (a->wrong != a->right)
		return fail(run, "getppid answered %ld, then %ld", a->right, a->wrong);
	return 0;
}

const struct benchmark system_syscall = {
	.name = "system.syscall",
	.title = "Cheapest call into the kernel, one core",
	.source = "lmbench lat_syscall; UnixBench system call",
	.metric = "rate",
	.unit = UNIT_OPS_PER_S,
	.better = BETTER_HIGHER,
	.work = 1,
	.prepare = prepare_syscall,
	.run = run_syscall,
	.verify = verify_syscall,
};
