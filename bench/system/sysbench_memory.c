/* SPDX-License-Identifier: MIT */
/*
 * sysbench.memory - blocks of 1 KiB written over and over, with a clock
 *
 * Method: one event writes one block from its start to its end; all threads write the same
 * block. 1.0 stores 8 bytes at a time for 10 s, or until 100 GiB are written; 0.4 clears the
 * block as memset() would, until 100 GiB are written. Before and after each event the clock
 * is read: three times in 1.0, four times in 0.4. The block must be what was last written.
 * Unit:   bytes per second, and events per second; 0.4 also the time of all 100 GiB.
 * Error:  most of the time of a block of 1 KiB is the clock, the counters and the histogram:
 * it is a test of reading the clock. A clocksource that needs the kernel (fact clocksource:
 * hpet, acpi_pm) makes it ten times slower. With several threads the lines of the one block
 * wander between the cores, and in 0.4 the threads wait for each other. memory.* measures memory.
 * Source: sysbench 1.0.20 and 0.4.12, Alexey Kopytov, test memory.
 */

#include "bench/lib/random.h"
#include "bench/system/sysbench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_BYTES 4096

static uint64_t word_count(const struct sysbench_worker *worker)
{
	return worker->bench->options->block_bytes / sizeof(uint64_t);
}

/* An index below @count, each as likely as any other. */
static uint64_t random_index(uint64_t *state, uint64_t count)
{
	return (uint64_t)(((unsigned __int128)random_next(state) * count) >> 64);
}

/*
 * A word is set to the number of words from there to the end; volatile keeps it at one
 * store a word, and one a turn: where a CPU can do two, the original does not either.
 */
static void write_10(struct sysbench_worker *worker)
{
	volatile uint64_t *word = worker->buffer;

	for (uint64_t left = word_count(worker); left > 0; left--)
		*word++ = left;
}

/* The other loops are unrolled, as the original's are: a CPU reads up to three words a turn. */
#define EACH_WORD(left) \
	_Pragma("GCC unroll 8") for (uint64_t left = word_count(worker); left > 0; left--)

static void read_10(struct sysbench_worker *worker)
{
	const volatile uint64_t *word = worker->buffer;

	EACH_WORD(left)
	(void)*word++;
}

static void none_10(struct sysbench_worker *worker)
{
	EACH_WORD(left)
	keep(0);
}

static void write_random_10(struct sysbench_worker *worker)
{
	volatile uint64_t *words = worker->buffer;
	uint64_t count = word_count(worker), random = worker->random;

	EACH_WORD(left)
	{
		uint64_t index = random_index(&random, count);

		words[index] = count - index;
	}
	worker->random = random;
}

static void read_random_10(struct sysbench_worker *worker)
{
	const volatile uint64_t *words = worker->buffer;
	uint64_t count = word_count(worker), random = worker->random;

	EACH_WORD(left)
	(void)words[random_index(&random, count)];
	worker->random = random;
}

static void none_random_10(struct sysbench_worker *worker)
{
	uint64_t count = word_count(worker), random = worker->random;

	EACH_WORD(left)
	keep(random_index(&random, count));
	worker->random = random;
}

/* 0.4: a plain loop, of which the compiler makes memset(): so it is in today's builds. */
static void write_04(struct sysbench_worker *worker)
{
	uint32_t *word = (uint32_t *)worker->buffer;
	uint32_t *end = word + worker->bench->options->block_bytes / sizeof(*word);

	for (; word < end; word++)
		*word = 0;
}

/* One index for the whole block, as it is there: the same word, once for every byte. */
static void write_random_04(struct sysbench_worker *worker)
{
	uint32_t *words = (uint32_t *)worker->buffer;
	uint64_t bytes = worker->bench->options->block_bytes;
	uint64_t index = sysbench_random(worker->bench) % (bytes / sizeof(*words));

	for (uint64_t left = bytes; left > 0; left--)
		words[index] = 0;
	keep(words[index]);
}

/* What 0.4 reads nobody uses, and no compiler keeps it: only the events are left. */
static void nothing_04(struct sysbench_worker *worker)
{
	keep((uintptr_t)worker->buffer);
}

static void nothing_random_04(struct sysbench_worker *worker)
{
	keep((uintptr_t)worker->buffer + sysbench_random(worker->bench));
}

static void execute_04(struct sysbench_worker *worker)
{
	static void (*const passes[2][3])(struct sysbench_worker *) = {
		{ write_04, nothing_04, nothing_04 },
		{ write_random_04, nothing_random_04, nothing_random_04 },
	};
	const struct sysbench_options *options = worker->bench->options;

	passes[options->random][options->operation](worker);
}

static void execute_10(struct sysbench_worker *worker)
{
	static void (*const passes[2][3])(struct sysbench_worker *) = {
		{ write_10, read_10, none_10 },
		{ write_random_10, read_random_10, none_random_10 },
	};
	const struct sysbench_options *options = worker->bench->options;

	passes[options->random][options->operation](worker);
}

static bool next_04(struct sysbench_worker *worker)
{
	struct sysbench *bench = worker->bench;
	bool more;

	pthread_mutex_lock(&bench->requests);
	more = bench->given_bytes < bench->options->total_bytes;
	if (more)
		bench->given_bytes += bench->options->block_bytes;
	pthread_mutex_unlock(&bench->requests);
	return more;
}

static bool next_10(struct sysbench_worker *worker)
{
	if (worker->left == 0)
		return false;
	worker->left--;
	return true;
}

/* Zero, page aligned, every page present. */
static int prepare_memory(struct sysbench *bench)
{
	const struct sysbench_options *options = bench->options;
	uint64_t buffers = options->local ? options->threads : 1;
	uint64_t bytes = (options->block_bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
	uint64_t left = options->total_bytes / options->block_bytes / options->threads;

	if (bytes > SIZE_MAX / buffers)
		return -ENOMEM;
	bench->state = aligned_alloc(PAGE_BYTES, bytes * buffers);
	if (!bench->state)
		return -ENOMEM;
	memset(bench->state, 0, bytes * buffers);
	for (uint64_t i = 0; i < options->threads; i++) {
		bench->workers[i].buffer = (void *)((char *)bench->state + i % buffers * bytes);
		bench->workers[i].left = options->total_bytes ? left : UINT64_MAX;
	}
	return 0;
}

/* Is the word at @index what it must be? What was not written is zero. */
static bool word_is_right(const struct sysbench_worker *worker, uint64_t index)
{
	const struct sysbench_options *options = worker->bench->options;
	bool written = options->generation == SYSBENCH_10 && options->operation == SYSBENCH_WRITE;
	uint64_t word;

	memcpy(&word, worker->buffer + index, sizeof(word)); /* 0.4 writes 4 bytes at a time */
	if (written && word == word_count(worker) - index)
		return true;
	return word == 0 && !(written && !options->random && worker->timer.events > 0);
}

static void verify_memory(const struct sysbench *bench, char *why, size_t size)
{
	for (uint64_t i = 0; i < bench->options->threads; i++) {
		const struct sysbench_worker *worker = &bench->workers[i];

		for (uint64_t index = 0; index < word_count(worker); index++)
			if (!word_is_right(worker, index))
				snprintf(why, size,
				         "byte %" PRIu64 " of the block of thread %" PRIu64
				         ": 0x%016" PRIx64 " is not what was written",
				         index * sizeof(uint64_t), i, worker->buffer[index]);
	}
}

static void cleanup_memory(struct sysbench *bench)
{
	free(bench->state);
}

const struct sysbench_test sysbench_test_memory = {
	.prepare = prepare_memory,
	.next = { next_04, next_10 },
	.execute = { execute_04, execute_10 },
	.verify = verify_memory,
	.cleanup = cleanup_memory,
};

static int measure_memory(struct run *run)
{
	return sysbench_measure(run, SYSBENCH_MEMORY, SYSBENCH_10);
}

static int measure_memory_04(struct run *run)
{
	return sysbench_measure(run, SYSBENCH_MEMORY, SYSBENCH_04);
}

const struct benchmark sysbench_memory = {
	.name = "sysbench.memory",
	.title = "sysbench 1.0 memory: blocks of 1 KiB written, a clock around each",
	.source = "sysbench 1.0.20 memory",
	.target = TARGET_COPIES,
	.classic = { .pass_s = 10, .passes = 3 },
	.measure = measure_memory,
};

const struct benchmark sysbench04_memory = {
	.name = "sysbench04.memory",
	.title = "sysbench 0.4 memory: 100 GiB in blocks of 1 KiB, a clock around each",
	.source = "sysbench 0.4.12 memory",
	.target = TARGET_COPIES,
	.classic = { .pass_s = 25, .passes = 3 },
	.measure = measure_memory_04,
};
