/* SPDX-License-Identifier: MIT */
/* test_sysbench.c - the sysbench tests: their work, their ends, wrong answers, plans */

#include "tests/unit/check.h"

#include "bench/system/sysbench.h"
#include "bench/system/sysbench_histogram.h"
#include "tests/unit/fake_run.h"

#include <math.h>
#include <string.h>

extern const struct benchmark sysbench_cpu, sysbench_memory, sysbench_threads, sysbench_mutex;
extern const struct benchmark sysbench04_cpu, sysbench04_memory, sysbench04_threads,
    sysbench04_mutex;

static struct sysbench_options options;
static struct sysbench_outcome outcome;
static struct fake_run fake;

static int run(const struct sysbench_test *test)
{
	return sysbench_run(&options, test, NULL, &outcome);
}

/* One event of each generation, by a worker without an engine. */
static void cpu_counts_primes(void **state)
{
	static const struct {
		uint64_t limit, primes;
	} rows[] = { { 3, 0 }, { 4, 1 }, { 10, 3 }, { 10000, 1228 }, { 20000, 2261 } };

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		for (int generation = 0; generation < SYSBENCH_GENERATIONS; generation++) {
			struct sysbench bench = { .options = &options };
			struct sysbench_worker worker = { .bench = &bench };

			options.max_prime = rows[i].limit;
			sysbench_test_cpu.execute[generation](&worker);
			check_row(i, worker.primes == rows[i].primes);
		}
	}
}

/* The work of 0.4 is fixed; a request more for each other thread may be given. */
static void fixed_work_is_done(void **state)
{
	(void)state;
	for (int threads = 1; threads <= 3; threads++) {
		sysbench_default(&options, SYSBENCH_CPU, SYSBENCH_04);
		options.threads = (uint64_t)threads;
		options.events = 20;
		options.max_prime = 1000;
		assert_int_equal(run(&sysbench_test_cpu), 0);
		assert_in_range(outcome.events, 20, 20 + threads - 1);
		assert_string_equal(outcome.wrong, "");
		assert_int_equal(outcome.threads_out_of_time, 0);

		sysbench_default(&options, SYSBENCH_MEMORY, SYSBENCH_04);
		options.threads = (uint64_t)threads;
		options.total_bytes = 10 * KIB(1) + 1;
		options.events = 3; /* it has no such limit */
		assert_int_equal(run(&sysbench_test_memory), 0);
		assert_int_equal(outcome.events, 11);
		assert_string_equal(outcome.wrong, "");
	}
}

static void memory_is_divided_among_threads(void **state)
{
	(void)state;
	sysbench_default(&options, SYSBENCH_MEMORY, SYSBENCH_10);
	options.threads = 3;
	options.total_bytes = 10 * KIB(1);
	assert_int_equal(run(&sysbench_test_memory), 0);
	assert_int_equal(outcome.events, 9);
	assert_true(outcome.events_average == 3 && outcome.events_deviation == 0);
	options.events = 5;
	assert_int_equal(run(&sysbench_test_memory), 0);
	assert_in_range(outcome.events, 3, 5); /* a thread that has done its share takes one too */
}

static void every_way_through_memory_is_right(void **state)
{
	(void)state;
	for (int row = 0; row < 2 * 2 * 2 * 3; row++) {
		sysbench_default(&options, SYSBENCH_MEMORY, row & 1 ? SYSBENCH_10 : SYSBENCH_04);
		options.threads = 2;
		options.block_bytes = row & 1 ? 64 : 52;
		options.total_bytes = KIB(8);
		options.random = row >> 1 & 1;
		options.local = row >> 2 & 1;
		options.operation = (uint64_t)row >> 3;
		check_row(row, run(&sysbench_test_memory) == 0);
		check_row(row, outcome.wrong[0] == '\0');
		check_row(row, outcome.events > 100);
	}
}

static void time_ends_it(void **state)
{
	(void)state;
	sysbench_default(&options, SYSBENCH_THREADS, SYSBENCH_10);
	options.threads = 2;
	options.yields = 1;
	options.time_ns = MS(20);
	assert_int_equal(run(&sysbench_test_threads), 0);
	assert_true(outcome.events > 0 && outcome.total_ns >= MS(20));
	assert_true(outcome.min_ns > 0 && outcome.min_ns <= outcome.max_ns);

	sysbench_default(&options, SYSBENCH_CPU, SYSBENCH_04);
	options.threads = 2;
	options.events = 0;
	options.time_ns = 1; /* over at once, but an event comes first */
	assert_int_equal(run(&sysbench_test_cpu), 0);
	assert_int_equal(outcome.events, 2);
	assert_int_equal(outcome.threads_out_of_time, 2);
}

static void mutex_is_one_event_for_each_thread(void **state)
{
	(void)state;
	for (int generation = 0; generation < SYSBENCH_GENERATIONS; generation++) {
		for (int threads = 1; threads <= 2; threads++) {
			sysbench_default(&options, SYSBENCH_MUTEX,
			                 (enum sysbench_generation)generation);
			options.threads = (uint64_t)threads;
			options.mutex_locks = 100;
			options.mutex_loops = 10;
			assert_int_equal(run(&sysbench_test_mutex), 0);
			assert_int_equal(outcome.events, threads);
			assert_string_equal(outcome.wrong, "");
		}
	}
}

/* Three threads that did 3, 4 and 5 events of 1, 2 and 3 s in all. */
static void fairness_is_that_of_the_population(void **state)
{
	struct sysbench_worker workers[3] = { 0 };
	struct sysbench_histogram histogram;
	struct sysbench bench = { .options = &options,
		                  .workers = workers,
		                  .histogram = &histogram };

	(void)state;
	sysbench_default(&options, SYSBENCH_CPU, SYSBENCH_10);
	options.threads = 3;
	assert_int_equal(sysbench_histogram_init(&histogram, SYSBENCH_10), 0);
	for (unsigned i = 0; i < 3; i++) {
		workers[i].timer.events = 3 + i;
		workers[i].timer.sum_ns = SECONDS(1 + i);
		workers[i].timer.min_ns = 100 - i;
		workers[i].timer.max_ns = 1000 + i;
	}
	outcome = (struct sysbench_outcome){ .total_ns = SECONDS(2) };
	sysbench_sum_up(&bench, &outcome);
	assert_int_equal(outcome.events, 12);
	assert_true(outcome.rate == 6);
	assert_int_equal(outcome.sum_ns, SECONDS(6));
	assert_int_equal(outcome.min_ns, 98);
	assert_int_equal(outcome.max_ns, 1002);
	assert_true(outcome.events_average == 4);
	assert_true(fabs(outcome.events_deviation - sqrt(2.0 / 3)) < 1e-12);
	assert_true(outcome.time_average_s == 2);
	assert_true(fabs(outcome.time_deviation_s - sqrt(2.0 / 3)) < 1e-12);
	sysbench_histogram_free(&histogram);
}

static void flip_a_bit(struct sysbench_worker *worker)
{
	sysbench_test_memory.execute[SYSBENCH_10](worker);
	worker->buffer[5] ^= 1;
}

static void miscount(struct sysbench_worker *worker)
{
	sysbench_test_cpu.execute[SYSBENCH_10](worker);
	worker->other_primes = 1229;
}

static void count_nothing(struct sysbench_worker *worker)
{
	(void)worker;
}

static void wrong_answers_are_named(void **state)
{
	const struct {
		enum sysbench_kind kind;
		void (*execute)(struct sysbench_worker *worker);
		const char *wrong;
	} rows[] = {
		{ SYSBENCH_MEMORY, flip_a_bit,
		  "byte 40 of the block of thread 0: 0x000000000000007a is not what was written" },
		{ SYSBENCH_CPU, miscount,
		  "thread 0 found 1229 primes below 10000; there are 1228" },
		{ SYSBENCH_MUTEX, count_nothing, "0 was counted; expected 50000 to 50000" },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct sysbench_test test = *sysbench_test(rows[i].kind);

		sysbench_default(&options, rows[i].kind, SYSBENCH_10);
		options.events = rows[i].kind == SYSBENCH_MUTEX ? 0 : 3;
		test.execute[SYSBENCH_10] = rows[i].execute;
		assert_int_equal(run(&test), 0);
		assert_string_equal(outcome.wrong, rows[i].wrong);
	}
}

static void plans_make_metrics(void **state)
{
	static const struct {
		const struct benchmark *benchmark;
		const char *metrics[5];
	} rows[] = {
		{ &sysbench_cpu, { "rate", "latency_avg", "latency_p95" } },
		{ &sysbench_memory, { "throughput", "rate", "latency_avg", "latency_p95" } },
		{ &sysbench_threads, { "rate", "latency_avg", "latency_p95" } },
		{ &sysbench_mutex, { "time", "rate" } },
		{ &sysbench04_cpu, { "time", "rate", "latency_avg", "latency_p95" } },
		{ &sysbench04_memory,
		  { "time", "throughput", "rate", "latency_avg", "latency_p95" } },
		{ &sysbench04_threads, { "time", "rate", "latency_avg", "latency_p95" } },
		{ &sysbench04_mutex, { "time", "rate" } },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		fake_run_make(&fake, rows[i].benchmark);
		fake.job.copies = 2;
		fake.pace.classic_share = 0.002;
		fake.pace.classic_passes = 2;
		check_row(i, rows[i].benchmark->measure(&fake.run) == 0);
		check_row(i, fake.result.reason[0] == '\0');
		for (size_t m = 0; m < countof(rows[i].metrics); m++) {
			const char *name = rows[i].metrics[m];

			check_row(i, (m < fake.result.metric_count) == (name != NULL));
			if (!name)
				continue;
			check_row(i, strcmp(fake.result.metrics[m].name, name) == 0);
			check_row(i, fake.result.metrics[m].sample_count == 2);
			check_row(i, fake.result.metrics[m].samples[1] > 0);
		}
		check_row(i, strcmp(fake_run_param(&fake, "threads"), "2") == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpu_counts_primes),
		cmocka_unit_test(fixed_work_is_done),
		cmocka_unit_test(memory_is_divided_among_threads),
		cmocka_unit_test(every_way_through_memory_is_right),
		cmocka_unit_test(time_ends_it),
		cmocka_unit_test(mutex_is_one_event_for_each_thread),
		cmocka_unit_test(fairness_is_that_of_the_population),
		cmocka_unit_test(wrong_answers_are_named),
		cmocka_unit_test(plans_make_metrics),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
