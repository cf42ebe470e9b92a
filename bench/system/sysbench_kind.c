/* SPDX-License-Identifier: MIT */
/* sysbench_kind.c - the four tests, and what they do when no option is given */

#include "bench/system/sysbench.h"

static const struct {
	const char *name;
	const struct sysbench_test *test;
} kinds[SYSBENCH_KINDS] = {
	[SYSBENCH_CPU] = { "cpu", &sysbench_test_cpu },
	[SYSBENCH_MEMORY] = { "memory", &sysbench_test_memory },
	[SYSBENCH_THREADS] = { "threads", &sysbench_test_threads },
	[SYSBENCH_MUTEX] = { "mutex", &sysbench_test_mutex },
};

const char *sysbench_name(enum sysbench_kind kind)
{
	return kinds[kind].name;
}

const struct sysbench_test *sysbench_test(enum sysbench_kind kind)
{
	return kinds[kind].test;
}

void sysbench_default(struct sysbench_options *options, enum sysbench_kind kind,
                      enum sysbench_generation generation)
{
	bool fixed_work = generation == SYSBENCH_04;

	*options = (struct sysbench_options){
		.kind = kind,
		.generation = generation,
		.threads = 1,
		.events = fixed_work ? 10000 : 0,
		.time_ns = fixed_work ? 0 : SECONDS(10),
		.percentile = 95,
		.max_prime = 10000,
		.block_bytes = KIB(1),
		.total_bytes = GIB(100),
		.operation = SYSBENCH_WRITE,
		.yields = 1000,
		.locks = 8,
		.mutexes = 4096,
		.mutex_locks = 50000,
		.mutex_loops = 10000,
	};
}
