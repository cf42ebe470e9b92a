/* SPDX-License-Identifier: MIT */
/*
 * sysbench.h - sysbench's cpu, memory, threads and mutex, as its two generations define them
 *
 * "0.4" does a fixed amount of work and says how long it took; "1.0" works for a fixed time
 * and says how much it did. Their numbers cannot be compared with each other.
 */

#ifndef ASSAY_SYSTEM_SYSBENCH_H
#define ASSAY_SYSTEM_SYSBENCH_H

#include "bench/bench.h"
#include "bench/system/sysbench_timer.h"

#include <pthread.h>
#include <stdatomic.h>

#define SYSBENCH_THREADS_MAX 8192

enum sysbench_generation { SYSBENCH_04, SYSBENCH_10 };
#define SYSBENCH_GENERATIONS 2

enum sysbench_kind { SYSBENCH_CPU, SYSBENCH_MEMORY, SYSBENCH_THREADS, SYSBENCH_MUTEX };
#define SYSBENCH_KINDS 4

enum sysbench_operation { SYSBENCH_WRITE, SYSBENCH_READ, SYSBENCH_NONE };

/* What to do; all numbers are of one type, so that one table describes them. */
struct sysbench_options {
	enum sysbench_kind kind;
	enum sysbench_generation generation;
	uint64_t threads;    /* 1 to SYSBENCH_THREADS_MAX */
	uint64_t events;     /* of all threads; 0 = no limit. mutex and 0.4's memory have none */
	uint64_t time_ns;    /* 0 = no limit */
	uint64_t percentile; /* 1 to 100; 1.0 also 0 = none */
	uint64_t seed;       /* 1.0: 0 = from the clock */
	uint64_t init_rng;   /* 0.4: seed from the clock, not the same on every run (bool) */
	uint64_t validate;   /* bool; answers are checked in any case */
	uint64_t max_prime;
	uint64_t block_bytes, total_bytes; /* total 0 = no limit (1.0) */
	uint64_t operation;                /* enum sysbench_operation */
	uint64_t local;                    /* bool: a buffer for each thread */
	uint64_t random;                   /* bool: access in random order */
	uint64_t yields, locks;            /* of threads */
	uint64_t mutexes, mutex_locks, mutex_loops;
	double budget_s; /* 0.4: stop after this without reading a clock; 0 = never */
};

/* What came of it. */
struct sysbench_outcome {
	uint64_t total_ns; /* 0.4: from before the threads are created; 1.0: from their release */
	uint64_t events;
	double rate;             /* events a second of total_ns */
	uint64_t sum_ns;         /* of the durations of all events */
	uint64_t min_ns, max_ns; /* of one event */
	double percentile_ns;    /* as exact as the generation's histogram */
	double events_average;   /* of a thread */
	double events_deviation; /* standard deviation, of the population */
	double time_average_s;   /* of a thread: the sum of its events */
	double time_deviation_s;
	unsigned threads_out_of_time; /* 0.4: ended by time_ns */
	char wrong[160];              /* the wrong answer that was found, with its place; or "" */
};

/* One thread of a run. */
struct sysbench_worker {
	struct sysbench *bench;
	uint64_t random;   /* state of random_next() */
	uint64_t sequence; /* of the event it does, among those of all threads */
	uint64_t left;     /* events that it may still do, where that is how a test ends */
	uint64_t *buffer;  /* of memory */
	uint64_t primes, other_primes; /* of cpu: its first count, and one that differs, if any */
	struct sysbench_timer timer;
	struct sysbench_timer interval; /* 0.4 keeps a second one, which nobody here looks at */
	bool out_of_time;
	pthread_t thread;
} __attribute__((aligned(128))); /* threads do not share a line of the cache */

/* A run. */
struct sysbench {
	const struct sysbench_options *options;
	const struct sysbench_test *test;
	struct sysbench_worker *workers;      /* options->threads of them */
	struct sysbench_histogram *histogram; /* of all threads */
	void *state;                          /* the test's own */
	uint64_t start_ns;
	pthread_mutex_t start;      /* held until all threads are created */
	pthread_barrier_t together; /* 1.0 */
	bool cancelled;             /* a thread could not be created: the others end at once */
	pthread_mutex_t requests;   /* 0.4: of what follows */
	_Atomic uint64_t given;     /* events that were given to threads */
	uint64_t given_bytes;       /* 0.4's memory */
	pthread_mutex_t numbers;    /* 0.4: of the random numbers */
	uint64_t random;            /* state of random_next() */
	pthread_mutex_t latency;    /* 0.4: of the histogram */
};

/* One kind of test; arrays are indexed by the generation. */
struct sysbench_test {
	int (*prepare)(struct sysbench *bench); /* 0 or negative errno; may be NULL */
	/* Take the next event; false: no more. */
	bool (*next[SYSBENCH_GENERATIONS])(struct sysbench_worker *worker);
	void (*execute[SYSBENCH_GENERATIONS])(struct sysbench_worker *worker);
	/* Write a wrong answer into @why, else leave it; may be NULL. */
	void (*verify)(const struct sysbench *bench, char *why, size_t size);
	void (*cleanup)(struct sysbench *bench); /* may be NULL */
};

extern const struct sysbench_test sysbench_test_cpu, sysbench_test_memory, sysbench_test_threads,
    sysbench_test_mutex;

/* The name of a kind: "cpu". */
const char *sysbench_name(enum sysbench_kind kind);

/* Everything as the original has it when no option is given. */
void sysbench_default(struct sysbench_options *options, enum sysbench_kind kind,
                      enum sysbench_generation generation);

/* The test of a kind. */
const struct sysbench_test *sysbench_test(enum sysbench_kind kind);

/*
 * Run @test. @started, if not NULL, is called once all threads work.
 *
 * Returns 0 with *@outcome set, or negative errno: too little memory, too many threads.
 */
MUST_CHECK int sysbench_run(const struct sysbench_options *options,
                            const struct sysbench_test *test,
                            void (*started)(const struct sysbench_options *options),
                            struct sysbench_outcome *outcome);

/* What the workers of a run that is over add up to; @outcome has its total_ns already. */
void sysbench_sum_up(const struct sysbench *bench, struct sysbench_outcome *outcome);

/* 0.4's random numbers: one sequence for all threads, under a lock, as rand() of glibc. */
uint64_t sysbench_random(struct sysbench *bench);

/* A next() of 1.0 that leaves the end to the limits of events and time. */
bool sysbench_always(struct sysbench_worker *worker);

/* A next() of 0.4: up to threads - 1 more than options->events are given, as it is there. */
bool sysbench_request(struct sysbench_worker *worker);

/* A measure() hook: run->job->copies threads, as many passes as classic_passes() says. */
int sysbench_measure(struct run *run, enum sysbench_kind kind, enum sysbench_generation generation);

#endif
