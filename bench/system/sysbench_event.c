/* SPDX-License-Identifier: MIT */
/* sysbench_event.c - what is done around an event: limits, clocks, statistics */

#include "bench/system/sysbench_event.h"

#include "bench/lib/clock.h"
#include "bench/lib/random.h"
#include "bench/system/alarm.h"
#include "bench/system/sysbench_histogram.h"

bool sysbench_request(struct sysbench_worker *worker)
{
	struct sysbench *bench = worker->bench;
	uint64_t given = atomic_load_explicit(&bench->given, memory_order_relaxed);

	if (bench->options->events && given >= bench->options->events)
		return false;
	pthread_mutex_lock(&bench->requests);
	worker->sequence = atomic_load_explicit(&bench->given, memory_order_relaxed);
	atomic_store_explicit(&bench->given, worker->sequence + 1, memory_order_relaxed);
	pthread_mutex_unlock(&bench->requests);
	return true;
}

uint64_t sysbench_random(struct sysbench *bench)
{
	uint64_t random;

	pthread_mutex_lock(&bench->numbers);
	random = random_next(&bench->random);
	pthread_mutex_unlock(&bench->numbers);
	return random;
}

bool sysbench_always(struct sysbench_worker *worker)
{
	(void)worker;
	return true;
}

static bool time_is_over(const struct sysbench *bench)
{
	uint64_t limit_ns = bench->options->time_ns;

	return limit_ns && clock_now_ns() - bench->start_ns >= limit_ns;
}

/* Each thread does one event, however soon the time is over. */
static bool may_go_on_04(const struct sysbench_worker *worker)
{
	bool budget_is_over = worker->bench->options->budget_s > 0 && alarm_rang;

	return !worker->out_of_time && !(budget_is_over && worker->timer.events > 0);
}

static bool may_go_on_10(struct sysbench_worker *worker)
{
	struct sysbench *bench = worker->bench;
	uint64_t events = bench->options->events;

	return !time_is_over(bench) && (!events || atomic_fetch_add(&bench->given, 1) < events);
}

bool sysbench_event_next(struct sysbench_worker *worker)
{
	enum sysbench_generation generation = worker->bench->options->generation;
	bool more = generation == SYSBENCH_04 ? may_go_on_04(worker) : may_go_on_10(worker);

	return more && worker->bench->test->next[generation](worker);
}

void sysbench_event_start(struct sysbench_worker *worker)
{
	if (worker->bench->options->generation == SYSBENCH_04)
		sysbench_timer_start(&worker->interval);
	sysbench_timer_start(&worker->timer);
}

/* The time limit of 0.4 is looked at here. */
static void stop_04(struct sysbench_worker *worker)
{
	struct sysbench *bench = worker->bench;
	uint64_t duration_ns = sysbench_timer_stop(&worker->timer);

	sysbench_timer_stop(&worker->interval);
	pthread_mutex_lock(&bench->latency);
	sysbench_histogram_add(bench->histogram, 0, duration_ns);
	pthread_mutex_unlock(&bench->latency);
	worker->out_of_time = time_is_over(bench);
}

void sysbench_event_stop(struct sysbench_worker *worker)
{
	if (worker->bench->options->generation == SYSBENCH_04)
		stop_04(worker);
	else
		sysbench_histogram_add(worker->bench->histogram, random_next(&worker->random),
		                       sysbench_timer_stop(&worker->timer));
}
