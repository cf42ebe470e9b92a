/* SPDX-License-Identifier: MIT */
/* fake_jobs.c - benchmarks that do everything wrong, and what must come of it */

#include "tests/unit/fake_jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct seen *seen;

void seen_begin(void)
{
	if (!seen)
		seen = mmap(NULL, sizeof(*seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		            -1, 0);
	if (seen == MAP_FAILED)
		abort();
	memset(seen, 0, sizeof(*seen));
}

static void note(char letter)
{
	if (seen->used + 1 < sizeof(seen->order) &&
	    (seen->used == 0 || seen->order[seen->used - 1] != letter))
		seen->order[seen->used++] = letter;
}

static int run_fine(struct run *run, uint64_t iterations)
{
	(void)run;
	note('r');
	usleep((useconds_t)(iterations * 10));
	return 0;
}

static int run_signal(struct run *run, uint64_t iterations)
{
	(void)iterations;
	signal(SIGSEGV, SIG_DFL); /* not the sanitizer's */
	raise((int)(intptr_t)run->job->benchmark->work);
	return 0;
}

static int run_hang(struct run *run, uint64_t iterations)
{
	(void)run;
	(void)iterations;
	signal(SIGTERM, SIG_IGN);
	while (pause() < 0)
		;
	return 0;
}

static int run_exit(struct run *run, uint64_t iterations)
{
	(void)iterations;
	_exit((int)run->job->benchmark->work);
}

static int run_wild(struct run *run, uint64_t iterations)
{
	(void)iterations;
	memset(run->result, 0xff, sizeof(*run->result));
	return 0;
}

static int run_wild_hang(struct run *run, uint64_t iterations)
{
	memset(run->result, 0xff, sizeof(*run->result));
	return run_hang(run, iterations);
}

static int run_error(struct run *run, uint64_t iterations)
{
	(void)run;
	(void)iterations;
	return -EIO; /* forgot to say why */
}

static int run_fork(struct run *run, uint64_t iterations)
{
	if (seen->left_behind == 0) {
		pid_t pid = fork();

		if (pid == 0)
			for (;;)
				pause();
		seen->left_behind = pid;
	}
	return run_fine(run, iterations);
}

static int run_fork_hang(struct run *run, uint64_t iterations)
{
	int rc = run_fork(run, 1);

	return rc ? rc : run_hang(run, iterations);
}

static int prepare_note(struct run *run)
{
	char text[16] = "";
	int fd = open("/proc/self/oom_score_adj", O_RDONLY);

	if (read(fd, text, sizeof(text) - 1) > 0)
		seen->oom_score_adj = atoi(text);
	close(fd);
	run->state = seen;
	note('p');
	return 0;
}

static int prepare_skip(struct run *run)
{
	note('p');
	return skip(run, "no %s \033[1m\n", "luck");
}

static int prepare_hungry(struct run *run)
{
	void *memory;

	return run_alloc(run, (size_t)1 << 60, &memory);
}

static int verify_note(struct run *run)
{
	note('v');
	return run->state == seen ? 0 : fail(run, "lost its state");
}

static int verify_wrong(struct run *run)
{
	return fail(run, "2 + 2 = %d", 5);
}

static void cleanup_note(struct run *run)
{
	(void)run;
	note('c');
}

static int measure_two(struct run *run)
{
	struct metric *fast = metric_add(run, "fast", UNIT_OPS_PER_S, BETTER_HIGHER);
	struct metric *late = metric_add(run, "late", UNIT_NS, BETTER_LOWER);

	note('m');
	for (int i = 1; i <= 3; i++) {
		metric_sample(fast, 100 * i);
		metric_sample(late, 5);
	}
	param_number(run, "depth", 4);
	return 0;
}

static int measure_nothing(struct run *run)
{
	(void)run;
	return 0;
}

static int measure_no_sample(struct run *run)
{
	metric_add(run, "empty", UNIT_NS, BETTER_LOWER);
	return 0;
}

static int measure_nan(struct run *run)
{
	metric_sample(metric_add(run, "strange", UNIT_NS, BETTER_LOWER), NAN);
	return 0;
}

static int measure_too_many(struct run *run)
{
	for (int i = 0; i <= METRICS_MAX; i++)
		metric_sample(metric_add(run, "m", UNIT_NS, BETTER_LOWER), 1);
	return 0;
}

#define RUN(hook) .run = hook, .metric = "m", .work = 1

const struct fake_job fake_jobs[] = {
	{ { RUN(run_fine) }, STATUS_OK, "", "r" },
	{ { RUN(run_fine), .prepare = prepare_note, .verify = verify_note,
	    .cleanup = cleanup_note },
	  STATUS_OK,
	  "",
	  "prvc" },
	{ { RUN(run_fine), .prepare = prepare_skip, .verify = verify_note,
	    .cleanup = cleanup_note },
	  STATUS_SKIPPED,
	  "no luck",
	  "pc" },
	{ { RUN(run_fine), .prepare = prepare_hungry }, STATUS_BROKEN, "memory", "" },
	{ { RUN(run_fine), .verify = verify_wrong }, STATUS_FAILED, "2 + 2 = 5", "r" },
	{ { .measure = measure_two, .verify = verify_wrong }, STATUS_FAILED, "2 + 2 = 5", "m" },
	{ { .measure = measure_nothing }, STATUS_BROKEN, "", "" },
	{ { .measure = measure_no_sample }, STATUS_BROKEN, "", "" },
	{ { .measure = measure_nan }, STATUS_BROKEN, "", "" },
	{ { .measure = measure_too_many }, STATUS_BROKEN, "metrics", "" },
	{ { RUN(run_error) }, STATUS_BROKEN, "", "" },
	{ { RUN(run_wild) }, STATUS_BROKEN, "", "" },
	{ { RUN(run_exit) }, STATUS_BROKEN, "exit", "" },
	{ { .run = run_exit, .metric = "m", .work = 0 }, STATUS_BROKEN, "exit", "" },
	{ { .run = run_signal, .metric = "m", .work = SIGKILL }, STATUS_BROKEN, "signal 9", "" },
	{ { .run = run_signal, .metric = "m", .work = SIGSEGV }, STATUS_BROKEN, "signal 11", "" },
	{ { .run = run_signal, .metric = "m", .work = SIGSTOP, .timeout_s = 1 },
	  STATUS_TIMED_OUT,
	  "1 s",
	  "" },
	{ { RUN(run_hang), .timeout_s = 1 }, STATUS_TIMED_OUT, "1 s", "" },
	{ { RUN(run_wild_hang), .timeout_s = 1 }, STATUS_TIMED_OUT, "1 s", "" },
	{ { RUN(run_fork) }, STATUS_OK, "", "r" },
	{ { RUN(run_fork_hang), .timeout_s = 1 }, STATUS_TIMED_OUT, "1 s", "r" },
};

const size_t fake_job_count = countof(fake_jobs);

const struct benchmark fake_fine = { .name = "fake.fine", .target = TARGET_DISK, RUN(run_fine) };
const struct benchmark fake_two = { .name = "fake.two",
	                            .measure = measure_two,
	                            .prepare = prepare_note };
