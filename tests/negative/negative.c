/* SPDX-License-Identifier: MIT */
/* negative.c - one test for each way to end, so that each can be seen to be reported */

#include "bench/bench.h"

#include <signal.h>
#include <unistd.h>

#define COMMON(what)                                                                           \
	.title = what, .source = "tests/negative", .target = TARGET_MACHINE, .metric = "rate", \
	.unit = UNIT_OPS_PER_S, .better = BETTER_HIGHER, .work = 1

static int run_count(struct run *run, uint64_t iterations)
{
	(void)run;
	while (iterations--)
		keep(iterations);
	return 0;
}

static int verify_wrong(struct run *run)
{
	return fail(run, "the sum is 41, expected 42");
}

static int prepare_crash(struct run *run)
{
	(void)run;
	raise(SIGSEGV);
	return 0;
}

static int prepare_hang(struct run *run)
{
	(void)run;
	pause();
	return 0;
}

static int prepare_silent(struct run *run)
{
	(void)run;
	_exit(0); /* as a library might: no result, and no signal either */
}

static int prepare_skip(struct run *run)
{
	return skip(run, "this machine has no such part");
}

static int prepare_kill(struct run *run)
{
	(void)run;
	kill(getppid(), SIGKILL);
	pause();
	return 0;
}

const struct benchmark negative_good = {
	COMMON("ends well"),
	.name = "negative.good",
	.run = run_count,
};

const struct benchmark negative_wrong = {
	COMMON("computes a wrong answer"),
	.name = "negative.wrong",
	.run = run_count,
	.verify = verify_wrong,
};

const struct benchmark negative_crash = {
	COMMON("crashes"),
	.name = "negative.crash",
	.prepare = prepare_crash,
	.run = run_count,
};

const struct benchmark negative_hang = {
	COMMON("never ends"),    .name = "negative.hang", .timeout_s = 2,
	.prepare = prepare_hang, .run = run_count,
};

const struct benchmark negative_silent = {
	COMMON("exits without a result"),
	.name = "negative.silent",
	.prepare = prepare_silent,
	.run = run_count,
};

const struct benchmark negative_skip = {
	COMMON("needs what no machine has"),
	.name = "negative.skip",
	.prepare = prepare_skip,
	.run = run_count,
};

const struct benchmark negative_kill = {
	COMMON("kills assay itself"),
	.name = "negative.kill",
	.prepare = prepare_kill,
	.run = run_count,
};
