/* SPDX-License-Identifier: MIT */
/*
 * sysbench.threads - locks, and giving up the CPU while holding one
 *
 * Method: one event takes one of 8 locks, calls sched_yield() and releases it, a thousand
 * times; the lock is the number of the event modulo 8. Each thread does one event after the
 * other; 1.0 for 10 s, 0.4 until 10,000 are done.
 * Unit:   events per second; 0.4 also the time of all 10,000.
 * Error:  with one thread it is the price of sched_yield(), a few percent. With more it
 * depends on the scheduler of the kernel and on the locks of the C library: those of musl
 * turn a while before they sleep, those of glibc do not. Compare it only with itself then.
 * Source: sysbench 1.0.20 and 0.4.12, Alexey Kopytov, test threads.
 */

#include "bench/system/sysbench.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

static void execute(struct sysbench_worker *worker)
{
	const struct sysbench_options *options = worker->bench->options;
	pthread_mutex_t *locks = worker->bench->state;
	pthread_mutex_t *lock = &locks[worker->sequence % options->locks];

	for (uint64_t left = options->yields; left > 0; left--) {
		pthread_mutex_lock(lock);
		sched_yield();
		pthread_mutex_unlock(lock);
	}
}

static bool next_10(struct sysbench_worker *worker)
{
	worker->sequence = atomic_fetch_add(&worker->bench->given, 1);
	return true;
}

static int prepare_threads(struct sysbench *bench)
{
	pthread_mutex_t *locks = calloc(bench->options->locks, sizeof(*locks));

	bench->state = locks;
	if (!locks)
		return -ENOMEM;
	for (uint64_t i = 0; i < bench->options->locks; i++)
		pthread_mutex_init(&locks[i], NULL);
	return 0;
}

static void cleanup_threads(struct sysbench *bench)
{
	free(bench->state);
}

const struct sysbench_test sysbench_test_threads = {
	.prepare = prepare_threads,
	.next = { sysbench_request, next_10 },
	.execute = { execute, execute },
	.cleanup = cleanup_threads,
};

static int measure_threads(struct run *run)
{
	return sysbench_measure(run, SYSBENCH_THREADS, SYSBENCH_10);
}

static int measure_threads_04(struct run *run)
{
	return sysbench_measure(run, SYSBENCH_THREADS, SYSBENCH_04);
}

const struct benchmark sysbench_threads = {
	.name = "sysbench.threads",
	.title = "sysbench 1.0 threads: sched_yield() under one of 8 locks",
	.source = "sysbench 1.0.20 threads",
	.target = TARGET_COPIES,
	.classic = { .pass_s = 10, .passes = 3 },
	.measure = measure_threads,
};

const struct benchmark sysbench04_threads = {
	.name = "sysbench04.threads",
	.title = "sysbench 0.4 threads: 10,000 events of sched_yield() under one of 8 locks",
	.source = "sysbench 0.4.12 threads",
	.target = TARGET_COPIES,
	.classic = { .pass_s = 9, .passes = 3 },
	.measure = measure_threads_04,
};
