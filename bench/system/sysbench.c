/* SPDX-License-Identifier: MIT */
/* sysbench.c - the engine of the sysbench tests: threads, their events, what came of them */

#include "bench/system/sysbench.h"

#include "bench/lib/clock.h"
#include "bench/system/alarm.h"
#include "bench/system/sysbench_event.h"
#include "bench/system/sysbench_histogram.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void work(struct sysbench_worker *worker)
{
	const struct sysbench *bench = worker->bench;
	void (*execute)(struct sysbench_worker *) =
	    bench->test->execute[bench->options->generation];

	while (sysbench_event_next(worker)) {
		sysbench_event_start(worker);
		execute(worker);
		sysbench_event_stop(worker);
	}
}

static void *worker_main(void *argument)
{
	struct sysbench_worker *worker = argument;
	struct sysbench *bench = worker->bench;

	pthread_mutex_lock(&bench->start);
	pthread_mutex_unlock(&bench->start);
	if (bench->cancelled)
		return NULL;
	if (bench->options->generation == SYSBENCH_10) {
		pthread_barrier_wait(&bench->together); /* all are there */
		pthread_barrier_wait(&bench->together); /* the clock runs */
	}
	work(worker);
	return NULL;
}

/* From the creation of the threads to the end of the last one. Returns 0 or -errno. */
static int run_threads(struct sysbench *bench,
                       void (*started)(const struct sysbench_options *options))
{
	const struct sysbench_options *options = bench->options;
	uint64_t created;
	int rc = 0;

	pthread_mutex_lock(&bench->start);
	for (created = 0; created < options->threads; created++) {
		rc = -pthread_create(&bench->workers[created].thread, NULL, worker_main,
		                     &bench->workers[created]);
		if (rc)
			break;
	}
	bench->cancelled = rc != 0;
	if (rc == 0 && options->generation == SYSBENCH_10)
		rc = -pthread_barrier_init(&bench->together, NULL, (unsigned)options->threads + 1);
	pthread_mutex_unlock(&bench->start);
	if (rc == 0 && options->generation == SYSBENCH_10) {
		pthread_barrier_wait(&bench->together);
		bench->start_ns = clock_now_ns();
		pthread_barrier_wait(&bench->together);
	}
	if (rc == 0 && started)
		started(options);
	for (uint64_t i = 0; i < created; i++)
		pthread_join(bench->workers[i].thread, NULL);
	return rc;
}

/* Returns 0 or -ENOMEM. */
static int make_workers(struct sysbench *bench)
{
	const struct sysbench_options *options = bench->options;
	uint64_t seed = options->seed ? options->seed : clock_wall_ns();

	bench->workers = aligned_alloc(_Alignof(struct sysbench_worker),
	                               options->threads * sizeof(*bench->workers));
	if (!bench->workers)
		return -ENOMEM;
	memset(bench->workers, 0, options->threads * sizeof(*bench->workers));
	for (uint64_t i = 0; i < options->threads; i++) {
		struct sysbench_worker *worker = &bench->workers[i];

		worker->bench = bench;
		worker->random = (seed + i) * 0x9e3779b97f4a7c15u | 1;
		sysbench_timer_reset(&worker->timer);
		sysbench_timer_reset(&worker->interval);
	}
	return 0;
}

int sysbench_run(const struct sysbench_options *options, const struct sysbench_test *test,
                 void (*started)(const struct sysbench_options *options),
                 struct sysbench_outcome *outcome)
{
	struct sysbench bench = { .options = options,
		                  .test = test,
		                  .start = PTHREAD_MUTEX_INITIALIZER,
		                  .requests = PTHREAD_MUTEX_INITIALIZER,
		                  .numbers = PTHREAD_MUTEX_INITIALIZER,
		                  .random = options->init_rng ? clock_wall_ns() | 1 : 1,
		                  .latency = PTHREAD_MUTEX_INITIALIZER };
	struct sysbench_histogram histogram;
	int rc;

	memset(outcome, 0, sizeof(*outcome));
	rc = sysbench_histogram_init(&histogram, options->generation);
	if (rc)
		return rc;
	bench.histogram = &histogram;
	rc = make_workers(&bench);
	if (rc)
		goto free_histogram;
	if (options->budget_s > 0)
		alarm_set(options->budget_s);
	rc = test->prepare ? test->prepare(&bench) : 0;
	bench.start_ns = clock_now_ns(); /* of 0.4; that of 1.0 follows */
	if (rc == 0)
		rc = run_threads(&bench, started);
	outcome->total_ns = clock_now_ns() - bench.start_ns;
	if (rc == 0) {
		sysbench_sum_up(&bench, outcome);
		if (test->verify)
			test->verify(&bench, outcome->wrong, sizeof(outcome->wrong));
	}
	if (test->cleanup)
		test->cleanup(&bench);
	free(bench.workers);
free_histogram:
	sysbench_histogram_free(&histogram);
	return rc;
}
