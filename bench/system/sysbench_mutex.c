/* SPDX-License-Identifier: MIT */
/*
 * sysbench.mutex - one of 4,096 locks, at random, 50,000 times
 *
 * Method: each thread does one event: 50,000 times it chooses a lock at random, counts to
 * 10,000 without it, takes it, adds 1 to a counter of all threads and releases it. In 0.4
 * there is no counting to 10,000: no compiler keeps it. One thread alone must have counted to
 * 50,000; of several, some additions get lost, because they hold different locks.
 * Unit:   time of it all in ns, and locks taken per second; in 0.4 the time includes that of
 * starting the threads.
 * Error:  1.0 is a loop of additions, under 1 %, and says nothing about locks. 0.4 ends after
 * a few milliseconds and moves by tens of percent; it depends on the locks of the C
 * library, here those of musl.
 * Source: sysbench 1.0.20 and 0.4.12, Alexey Kopytov, test mutex.
 */

#include "bench/lib/random.h"
#include "bench/system/sysbench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct padded_lock {
	pthread_mutex_t lock;
	char padding[256];
};

/* Added to under different locks, so that additions of several threads may get lost. */
static volatile uint64_t counter;

static void lock_and_count(struct padded_lock *padded)
{
	pthread_mutex_lock(&padded->lock);
	counter++;
	pthread_mutex_unlock(&padded->lock);
}

static void execute_04(struct sysbench_worker *worker)
{
	const struct sysbench_options *options = worker->bench->options;
	struct padded_lock *locks = worker->bench->state;

	for (uint64_t left = options->mutex_locks; left > 0; left--)
		lock_and_count(&locks[sysbench_random(worker->bench) % options->mutexes]);
}

static void execute_10(struct sysbench_worker *worker)
{
	const struct sysbench_options *options = worker->bench->options;
	struct padded_lock *locks = worker->bench->state;

	for (uint64_t left = options->mutex_locks; left > 0; left--) {
		uint64_t chosen = random_next(&worker->random) % options->mutexes;

		for (uint64_t turn = 0; turn < options->mutex_loops; turn++)
			keep(turn);
		lock_and_count(&locks[chosen]);
	}
}

static bool next(struct sysbench_worker *worker)
{
	return worker->left-- > 0;
}

static int prepare_mutex(struct sysbench *bench)
{
	struct padded_lock *locks = calloc(bench->options->mutexes, sizeof(*locks));

	bench->state = locks;
	if (!locks)
		return -ENOMEM;
	for (uint64_t i = 0; i < bench->options->mutexes; i++)
		pthread_mutex_init(&locks[i].lock, NULL);
	for (uint64_t i = 0; i < bench->options->threads; i++)
		bench->workers[i].left = 1;
	counter = 0;
	return 0;
}

static void verify_mutex(const struct sysbench *bench, char *why, size_t size)
{
	uint64_t locks = bench->options->mutex_locks, most = bench->options->threads * locks;
	uint64_t least = bench->options->threads == 1 ? most : 1;

	if (counter < least || counter > most)
		snprintf(why, size, "%" PRIu64 " was counted; expected %" PRIu64 " to %" PRIu64,
		         counter, least, most);
}

static void cleanup_mutex(struct sysbench *bench)
{
	free(bench->state);
}

const struct sysbench_test sysbench_test_mutex = {
	.prepare = prepare_mutex,
	.next = { next, next },
	.execute = { execute_04, execute_10 },
	.verify = verify_mutex,
	.cleanup = cleanup_mutex,
};

static int measure_mutex(struct run *run)
{
	return sysbench_measure(run, SYSBENCH_MUTEX, SYSBENCH_10);
}

static int measure_mutex_04(struct run *run)
{
	return sysbench_measure(run, SYSBENCH_MUTEX, SYSBENCH_04);
}

const struct benchmark sysbench_mutex = {
	.name = "sysbench.mutex",
	.title = "sysbench 1.0 mutex: 50,000 times one of 4,096 locks, 10,000 turns between",
	.source = "sysbench 1.0.20 mutex",
	.target = TARGET_COPIES,
	.classic = { .pass_s = 0.5, .passes = 3 },
	.measure = measure_mutex,
};

const struct benchmark sysbench04_mutex = {
	.name = "sysbench04.mutex",
	.title = "sysbench 0.4 mutex: 50,000 times one of 4,096 locks",
	.source = "sysbench 0.4.12 mutex",
	.target = TARGET_COPIES,
	.classic = { .pass_s = 0.05, .passes = 3 },
	.measure = measure_mutex_04,
};
