/* SPDX-License-Identifier: MIT */
/*
 * cpu.clock - the clock that the CPUs keep when all of them work
 *
 * Method: a thread on each CPU, bound to it, does additions that each need the result of the
 * one before: one a cycle on every x86-64. Where the counter of cycles (APERF) can be read,
 * through /dev/cpu/N/msr, the clock is what it counts in the time of a sample; else it is
 * how many additions a thread has done in the time that it had its CPU. The parameter
 * "method" says which. The sum must be right.
 * Unit:   cycles per second: mean over the CPUs, and the slowest.
 * Error:  0.1 % by the counter; by additions 0.3 %, and more where a hypervisor takes time
 * away. Hardware threads of one core do not disturb each other: additions in a row leave most
 * of it free. Under emulation it is no clock at all.
 * Source: Intel SDM volume 3, 15.2 "Hardware coordination feedback"; AMD APM volume 2, 17.5
 */

#include "bench/lib/clock.h"
#include "bench/bench.h"
#include "bench/lib/cpus.h"
#include "bench/lib/team.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define APERF 0xe8
#define ADDS 128  /* in a row, without a jump */
#define ROWS 1024 /* between two looks at the time: 0.1 % is lost with it */
#define STEP 3    /* what each adds: a constant could be left out by the CPU */

static struct clock {
	uint64_t (*add_rows)(uint64_t sum, uint64_t step);
	struct cpus cpus;
	bool counter;
	uint64_t sample_ns;
	unsigned samples;
	double cycles_per_s[CPUS_MAX]; /* of the latest sample */
	struct metric *mean, *lowest;
	bool wrong; /* a sum was */
	unsigned wrong_cpu;
	uint64_t wrong_sum, right_sum;
} state;

/* Cycles that this CPU has worked since it was switched on; 0 if it cannot be known. */
static uint64_t read_counter(int fd)
{
	uint64_t count = 0;

	if (fd < 0 || pread(fd, &count, sizeof(count), APERF) != sizeof(count))
		return 0;
	return count;
}

static int open_counter(unsigned cpu)
{
	char path[32];

	snprintf(path, sizeof(path), "/dev/cpu/%u/msr", cpu);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static uint64_t add_rows(uint64_t sum, uint64_t step)
{
	for (unsigned row = 0; row < ROWS; row++)
		__asm__ volatile(".rept %c2\n\tadd %1, %0\n\t.endr"
		                 : "+r"(sum)
		                 : "r"(step), "i"(ADDS));
	return sum;
}

/* Time that this thread has had a CPU for. */
static uint64_t thread_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return SECONDS(time.tv_sec) + (uint64_t)time.tv_nsec;
}

/* Work for the time of a sample; returns cycles per second. */
static double work_once(struct clock *clock, unsigned number, int fd)
{
	uint64_t (*now)(void) = clock->counter ? clock_now_ns : thread_ns;
	uint64_t deadline_ns = clock_now_ns() + clock->sample_ns;
	uint64_t start_ns = now(), start = read_counter(fd), elapsed_ns, cycles;
	uint64_t sum = 0, adds = 0;

	do {
		sum = clock->add_rows(sum, STEP);
		adds += ADDS * ROWS;
	} while (clock_now_ns() < deadline_ns);
	cycles = clock->counter ? read_counter(fd) - start : adds;
	elapsed_ns = now() - start_ns;

	if (sum != STEP * adds) {
		clock->wrong = true;
		clock->wrong_cpu = clock->cpus.ids[number];
		clock->wrong_sum = sum;
		clock->right_sum = STEP * adds;
	}
	return (double)cycles * 1e9 / (double)elapsed_ns;
}

static void add_sample(struct clock *clock)
{
	double sum = 0, lowest = clock->cycles_per_s[0];

	for (unsigned i = 0; i < clock->cpus.count; i++) {
		sum += clock->cycles_per_s[i];
		if (clock->cycles_per_s[i] < lowest)
			lowest = clock->cycles_per_s[i];
	}
	metric_sample(clock->mean, sum / clock->cpus.count);
	metric_sample(clock->lowest, lowest);
}

static void work(struct team *team, unsigned number)
{
	struct clock *clock = team->context;
	int fd = clock->counter ? open_counter(clock->cpus.ids[number]) : -1;

	for (unsigned i = 0; i <= clock->samples; i++) {
		clock->cycles_per_s[number] = work_once(clock, number, fd);
		team_wait(team);
		if (number == 0 && i > 0) /* the first one warms up */
			add_sample(clock);
		team_wait(team);
	}
	if (fd >= 0)
		close(fd);
}

/* Does the counter of the first CPU count? A hypervisor may show one that stands still. */
static bool counter_counts(unsigned cpu)
{
	int fd = open_counter(cpu);
	uint64_t before = read_counter(fd);
	bool counts;

	keep(add_rows(0, STEP));
	counts = before > 0 && read_counter(fd) > before;
	if (fd >= 0)
		close(fd);
	return counts;
}

static int prepare_clock(struct run *run)
{
	struct clock *clock = &state;

	*clock = (struct clock){ .add_rows = add_rows,
		                 .sample_ns = run->pace->sample_ns,
		                 .samples = run->pace->samples };
	cpus_find(&clock->cpus);
	clock->counter = counter_counts(clock->cpus.ids[0]);
	run->state = clock;
	param_text(run, "method", clock->counter ? "aperf" : "additions");
	param_number(run, "threads", clock->cpus.count);
	return 0;
}

static int measure_clock(struct run *run)
{
	struct clock *clock = run->state;
	struct team team = { .cpus = clock->cpus.ids,
		             .count = clock->cpus.count,
		             .context = clock };
	int rc;

	clock->mean = metric_add(run, "clock_mean", UNIT_HZ, BETTER_HIGHER);
	clock->lowest = metric_add(run, "clock_min", UNIT_HZ, BETTER_HIGHER);
	rc = team_run(&team, work);
	if (rc)
		return broken(run, "a thread on each of %u CPUs: %s", team.count, strerror(-rc));
	return 0;
}

static int verify_clock(struct run *run)
{
	const struct clock *clock = run->state;

	if (clock->wrong)
		return fail(run, "CPU %u added up to %llu, not %llu", clock->wrong_cpu,
		            (unsigned long long)clock->wrong_sum,
		            (unsigned long long)clock->right_sum);
	return 0;
}

const struct benchmark cpu_clock = {
	.name = "cpu.clock",
	.title = "Clock of the CPUs when all of them work",
	.source = "Intel SDM volume 3, 15.2; AMD APM volume 2, 17.5",
	.prepare = prepare_clock,
	.measure = measure_clock,
	.verify = verify_clock,
};
