/* SPDX-License-Identifier: MIT */
/*
 * memory.stream - bandwidth of main memory with all CPUs at work
 *
 * Method: the four loops of STREAM, in its order - copy c = a, scale b = 3 c, add c = a + b, triad
 * a = b + 3 c - by a thread on each CPU, bound to it, each on its own part of the arrays, which
 * it has touched first. An array is four times as large as all last-level caches together, at
 * least 64 MiB; on a small machine less, flagged as short-region. A sample is one pass.
 * At the end every number must be what the same operations on one number give.
 * Unit:   bytes per second as STREAM counts: what the loop names, 16 or 24 bytes an element.
 * A cache that reads a line before it is written moves more, which is not counted.
 * Error:  page placement moves it by a few percent. STREAM reports its best pass, this the median.
 * Source: STREAM, McCalpin 1995, https://www.cs.virginia.edu/stream/ref.html
 */

#include "bench/bench.h"
#include "bench/lib/clock.h"
#include "bench/lib/cpus.h"
#include "bench/lib/team.h"
#include "bench/memory/region.h"
#include "bench/memory/stream_kernel.h"

#include <string.h>

static const struct loop {
	const char *name;
	unsigned bytes; /* moved for each element */
	void (*run)(const struct stream *part);
} loops[] = {
	{ "copy", 16, stream_copy },
	{ "scale", 16, stream_scale },
	{ "add", 24, stream_add },
	{ "triad", 24, stream_triad },
};

static struct state {
	struct stream all;
	struct cpus cpus;
	const struct pace *pace;
	struct metric *metrics[countof(loops)];
	uint64_t start_ns;
	unsigned rounds; /* done */
	bool over;
} state;

static int prepare_stream(struct run *run)
{
	uint64_t wanted_bytes = 3 * region_wanted_by_all_bytes(run->machine);
	size_t count = region_bytes(run, wanted_bytes) / 3 / sizeof(double);
	void *memory;
	int rc;

	count -= count % STREAM_STEP;
	if (count == 0)
		count = STREAM_STEP;
	rc = region_map(run, 3 * count * sizeof(double), &memory);
	if (rc)
		return rc;
	state.all = (struct stream){ memory, (double *)memory + count, (double *)memory + 2 * count,
		                     count };
	state.pace = run->pace;
	state.rounds = 0;
	state.over = false;
	cpus_find(&state.cpus);
	run->state = &state;
	param_number(run, "array_bytes", (double)count * sizeof(double));
	param_number(run, "threads", state.cpus.count);
	return 0;
}

/* One pass of one loop by all; the first member looks at the clock. */
static void pass(struct team *team, const struct loop *loop, const struct stream *part,
                 struct metric *metric)
{
	uint64_t start_ns;

	team_wait(team);
	start_ns = clock_now_ns();
	loop->run(part);
	team_wait(team);
	if (metric)
		metric_sample(metric, (double)loop->bytes * (double)state.all.count * 1e9 /
		                          (double)(clock_now_ns() - start_ns));
}

/* Enough passes, and as long as the samples of the plan? The first round warms up. */
static bool is_over(void)
{
	const struct pace *pace = state.pace;
	unsigned samples = state.rounds - 1;

	return samples >= SAMPLES_MAX ||
	       (samples >= pace->samples &&
	        clock_now_ns() - state.start_ns >= pace->samples * pace->sample_ns);
}

static void work(struct team *team, unsigned number)
{
	struct stream part = stream_part(&state.all, number, team->count);

	stream_fill(&part, 2, 2, 0);
	while (!state.over) {
		bool samples = number == 0 && state.rounds > 0;

		for (size_t i = 0; i < countof(loops); i++)
			pass(team, &loops[i], &part, samples ? state.metrics[i] : NULL);
		if (number == 0) {
			state.rounds++;
			state.over = is_over();
		}
		team_wait(team);
	}
}

static int measure_stream(struct run *run)
{
	struct team team = { .cpus = state.cpus.ids, .count = state.cpus.count };
	int rc;

	for (size_t i = 0; i < countof(loops); i++)
		state.metrics[i] = metric_add(run, loops[i].name, UNIT_BYTES_PER_S, BETTER_HIGHER);
	state.start_ns = clock_now_ns();
	rc = team_run(&team, work);
	if (rc)
		return broken(run, "a thread on each of %u CPUs: %s", team.count, strerror(-rc));
	region_param_huge(run);
	return 0;
}

static int verify_stream(struct run *run)
{
	double a = 2, b = 2, c = 0;
	struct stream_wrong wrong;

	for (unsigned i = 0; i < state.rounds; i++) {
		c = a;
		b = STREAM_FACTOR * c;
		c = a + b;
		a = b + STREAM_FACTOR * c;
	}
	wrong = stream_check(&state.all, a, b, c);
	if (wrong.array)
		return fail(run, "element %zu of array %c is %a, not %a", wrong.index, wrong.array,
		            wrong.found, wrong.wanted);
	return 0;
}

const struct benchmark memory_stream = {
	.name = "memory.stream",
	.title = "Copy, scale, add and triad of large arrays, all CPUs",
	.source = "STREAM, McCalpin 1995",
	.prepare = prepare_stream,
	.measure = measure_stream,
	.verify = verify_stream,
};
