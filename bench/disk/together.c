/* SPDX-License-Identifier: MIT */
/*
 * disk.together - do the disks keep their speed when all of them work at once
 *
 * Method: of each disk alone, one after the other, then of all at once, a thread each: reads
 * of 256 KiB in order, 8 in flight, then reads of 4096 bytes (or one logical block, if that is
 * larger) at places drawn uniformly from the whole disk, 32 in flight; past the page cache
 * (O_DIRECT) by io_uring. The beginning of each is not counted. The ratio is what all give
 * together, divided by the sum of what each gives alone: 1 when they share nothing that is
 * short. Below 0.9 the parameter "bottleneck" names what they share: the CPUs when they were
 * busy, else the controller whose disks lost most, if it has more than one, else what lies
 * above the controllers. A disk that cannot be read alone is left out and named: its own tests
 * tell more.
 * Unit:   bytes per second, operations (reads) per second; the ratios have none.
 * Error:  alone, a disk gets one slice of time; a ratio within a few percent of 1 says
 * nothing.
 * Source: the aggregate throughput of storage arrays, one disk against all of them
 */

#include "bench/disk/cost.h"
#include "bench/disk/crowd.h"

#include <string.h>

#define WARM_UP 4 /* a fourth of a slice is not counted */

static const struct kind {
	const char *alone, *together, *ratio, *bottleneck;
	struct crowd_load load;
} kinds[] = {
	{ "alone",
	  "together",
	  "ratio",
	  "bottleneck",
	  { .unit = UNIT_BYTES_PER_S, .block_bytes = 256 << 10, .depth = 8 } },
	{ "alone_4k",
	  "together_4k",
	  "ratio_4k",
	  "bottleneck_4k",
	  { .unit = UNIT_OPS_PER_S, .block_bytes = 4096, .depth = 32, .random = true } },
};

static struct crowd crowd;
static struct cost spent_by_all; /* while all disks worked */

static int prepare_together(struct run *run)
{
	spent_by_all = (struct cost){ 0 };
	return crowd_open(run, &crowd);
}

/* Each disk alone, then all of them. */
static uint64_t expect_ns(const struct run *run)
{
	double disks = 0, slices;

	for (unsigned i = 0; i < run->machine->disk_count; i++)
		disks += machine_wants(run->machine, run->job->wanted, &run->machine->disks[i]);
	slices = disks * (1 + 1.0 / WARM_UP) + run->pace->samples + 1.0 / WARM_UP;
	return (uint64_t)(countof(kinds) * slices * (double)run->pace->sample_ns);
}

static double alone_of_all(const struct crowd *c)
{
	double sum = 0;

	for (unsigned i = 0; i < c->count; i++)
		sum += c->speeds[i].alone;
	return sum;
}

static int sample_group(struct run *run, struct crowd *c, const struct kind *kind,
                        struct io_group *group)
{
	struct metric *alone = metric_add(run, kind->alone, kind->load.unit, BETTER_HIGHER);
	struct metric *together = metric_add(run, kind->together, kind->load.unit, BETTER_HIGHER);
	struct metric *ratio = metric_add(run, kind->ratio, UNIT_COUNT, BETTER_HIGHER);
	double speed, whole = alone_of_all(c);
	int rc = crowd_sample(run, c, &kind->load, group, run->pace->sample_ns / WARM_UP, &speed);

	for (unsigned i = 0; i < c->count; i++)
		c->speeds[i].together = 0; /* the beginning does not count */
	for (unsigned i = 0; i < run->pace->samples && rc == 0; i++) {
		rc = crowd_sample(run, c, &kind->load, group, run->pace->sample_ns, &speed);
		if (rc)
			return rc;
		metric_sample(alone, c->alone[i]);
		metric_sample(together, speed);
		metric_sample(ratio, speed / whole);
	}
	return rc;
}

/* What is short, if anything; @spent in @elapsed_ns, in which all disks worked. */
static void name_bottleneck(struct run *run, struct crowd *c, const struct kind *kind,
                            const struct cost *spent, uint64_t elapsed_ns)
{
	double cpus = run->machine->cpu.threads ? run->machine->cpu.threads : 1;
	char text[64];

	if (bottleneck_ratio(c->speeds, c->count) >= BOTTLENECK_RATIO)
		return;
	bottleneck_name(text, sizeof(text), c->speeds, c->count,
	                (double)spent->machine_ns / (double)elapsed_ns / cpus);
	param_text(run, kind->bottleneck, text);
}

static int run_all(struct run *run, struct crowd *c, const struct kind *kind)
{
	struct cost start, spent = { 0 };
	struct io_group *group;
	uint64_t start_ns;
	char why[160];
	int rc = io_group_open(&group, c->works, c->count, why, sizeof(why));

	if (rc)
		return broken(run, "%s", why);
	start_ns = run->pace->now();
	cost_look(&start, "");
	rc = sample_group(run, c, kind, group);
	cost_add(&spent, &start, "");
	if (rc == 0)
		name_bottleneck(run, c, kind, &spent, run->pace->now() - start_ns);
	if (rc == 0)
		rc = crowd_drain(run, c, group);
	io_group_close(group);
	spent_by_all.own_ns += spent.own_ns;
	spent_by_all.machine_ns += spent.machine_ns;
	return rc;
}

static int measure_together(struct run *run)
{
	struct crowd *c = &crowd;
	int rc = 0;

	for (size_t i = 0; i < countof(kinds) && rc == 0; i++) {
		run_rest(run);
		rc = crowd_alone(run, c, &kinds[i].load);
		if (rc == 0)
			rc = run_all(run, c, &kinds[i]);
	}
	if (rc)
		return rc;
	param_number(run, "disks", c->count);
	if (c->left_out[0] != '\0')
		param_text(run, "left_out", c->left_out);
	cost_note(run, &spent_by_all, c->ios);
	return 0;
}

const struct benchmark disk_together = {
	.name = "disk.together",
	.title = "Every disk alone, then all at once: do they keep their speed",
	.source = "aggregate throughput against the sum",
	.target = TARGET_DISKS,
	.timeout_s = 900,
	.estimate_ns = expect_ns,
	.prepare = prepare_together,
	.measure = measure_together,
};
