/* SPDX-License-Identifier: MIT */
/*
 * memory.curve - time of one load against the size of what is worked on
 *
 * Method: as memory.latency - lines that hold each other's addresses, one cycle in random order -
 * in the first 4 KiB, 16 KiB, 32 KiB ... 256 MiB of one region, and 1 GiB where the largest
 * cache is above 64 MiB. The region asks for huge pages, so that caches are told apart and not
 * the translation of addresses; the parameter "huge_page_bytes" says how much it got.
 * Sizes above half of the available memory are left out, flagged as short-region. Each cycle
 * is checked to visit every line.
 * Unit:   nanoseconds per load, for each size.
 * Error:  near the size of a cache other data in it matters. A cache that is shared by several
 * CPUs is measured by one. Without huge pages the largest sizes are up to a half slower.
 * Source: lat_mem_rd of lmbench, McVoy and Staelin 1996; the cycle: Sattolo 1986.
 */

#include "bench/bench.h"
#include "bench/lib/clock.h"
#include "bench/lib/cpus.h"
#include "bench/lib/team.h"
#include "bench/memory/region.h"
#include "bench/memory/ring.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint64_t sizes_bytes[] = {
	KIB(4), KIB(16), KIB(32), KIB(128), KIB(512), MIB(1),
	MIB(4), MIB(16), MIB(64), MIB(256), GIB(1),
};

static struct curve {
	void *memory;
	unsigned sizes; /* how many of them are measured */
	struct cpus cpus;
	int rc; /* of the measuring */
} curve;

/* How many sizes fit into @bytes; at least one. */
static unsigned sizes_within(uint64_t bytes)
{
	unsigned count = 1;

	while (count < countof(sizes_bytes) && sizes_bytes[count] <= bytes)
		count++;
	return count;
}

static int prepare_curve(struct run *run)
{
	uint64_t wanted_bytes = region_wanted_bytes(run->machine) > MIB(256) ? GIB(1) : MIB(256);

	cpus_find(&curve.cpus);
	curve.sizes = sizes_within(region_bytes(run, wanted_bytes));
	run->state = &curve;
	param_number(run, "stride_bytes", LINE_BYTES);
	param_number(run, "largest_bytes", (double)sizes_bytes[curve.sizes - 1]);
	return region_map(run, sizes_bytes[curve.sizes - 1], &curve.memory);
}

static double follow_ns(struct ring *ring, uint64_t steps)
{
	uint64_t start_ns = clock_now_ns();

	ring_follow(ring, steps);
	return (double)(clock_now_ns() - start_ns);
}

/* How many steps take about @wanted_ns; warms up on the way. */
static uint64_t find_steps(struct ring *ring, double wanted_ns)
{
	uint64_t steps = 1024;
	double elapsed_ns;

	for (elapsed_ns = follow_ns(ring, steps); elapsed_ns < wanted_ns / 8;
	     elapsed_ns = follow_ns(ring, steps))
		steps *= 2;
	return (uint64_t)((double)steps * wanted_ns / elapsed_ns) + 1;
}

static int measure_size(struct run *run, uint64_t bytes, double sample_ns)
{
	bool small = bytes < MIB(1);
	struct metric *metric;
	struct ring ring;
	uint64_t steps;
	char name[32];

	snprintf(name, sizeof(name), "latency_%" PRIu64 "%s", bytes / (small ? KIB(1) : MIB(1)),
	         small ? "KiB" : "MiB");
	metric = metric_add(run, name, UNIT_NS, BETTER_LOWER);
	ring_make(&ring, curve.memory, bytes);
	steps = find_steps(&ring, sample_ns);
	for (unsigned i = 0; i < run->pace->samples; i++)
		metric_sample(metric, follow_ns(&ring, steps) / (double)steps);
	return ring_check(run, &ring);
}

static void work(struct team *team, unsigned number)
{
	struct run *run = team->context;
	struct curve *c = run->state;

	(void)number;
	c->rc = 0;
	for (unsigned i = 0; i < c->sizes && c->rc == 0; i++)
		c->rc = measure_size(run, sizes_bytes[i], (double)run->pace->sample_ns / c->sizes);
}

/* By one thread that stays on the last core: the first has more to do for the kernel. */
static int measure_curve(struct run *run)
{
	const struct curve *c = run->state;
	const unsigned *cpu = &c->cpus.ids[c->cpus.cores - 1];
	struct team team = { .cpus = cpu, .count = 1, .context = run };
	int rc = team_run(&team, work);

	if (rc)
		return broken(run, "a thread on CPU %u: %s", *cpu, strerror(-rc));
	param_number(run, "cpu", *cpu);
	region_param_huge(run);
	return c->rc;
}

const struct benchmark memory_curve = {
	.name = "memory.curve",
	.title = "Dependent loads in 4 KiB to 256 MiB, one core",
	.source = "lmbench lat_mem_rd, McVoy and Staelin 1996",
	.prepare = prepare_curve,
	.measure = measure_curve,
};
