/* SPDX-License-Identifier: MIT */
/*
 * iometer.together.* - one load on each disk alone, then on two, four ... all at once
 *
 * Method: the load on the first 8 % of each disk, past the page cache: 4 KiB at random places
 * with 32 I/Os in flight on each disk, or 256 KiB in order with 8. Each disk alone, one after
 * the other; then the first 2, 4, 8 ... and all of them at the same time. ratio is what all
 * give together, divided by the sum of what each gives alone; below 0.9 the parameter
 * "bottleneck" names what they share. disks_to_saturate is how many give 90 % of the most
 * already, if it is not all.
 * Unit:   operations (I/Os) per second; bytes per second; the ratio has none.
 * Error:  the sum of alone is measured at another time than together: a disk that changes its
 * mind meanwhile shows as a ratio. Disks are taken in the order of their names, which need not
 * be that of the cables.
 * Source: Iometer 1.1.0, http://www.iometer.org
 */

#include "bench/disk/bottleneck.h"
#include "bench/disk/door.h"
#include "bench/disk/unwritten.h"
#include "bench/iometer/iometer_crowd.h"
#include "bench/lib/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SATURATED_SHARE 0.9 /* of the most that any number of disks gives */

/* run->state: the disks, and what was measured. */
struct together {
	struct iometer_load load;
	struct iometer_target targets[DISKS_MAX];
	unsigned target_count;
	unsigned steps[IOMETER_STEPS_MAX]; /* how many disks at once */
	unsigned step_count;
	double alone_iops, alone_bytes_per_s; /* sums of all */
	double sums[DISKS_MAX + 1];           /* IOPS alone of the first disks, added up */
	struct speeds speeds[DISKS_MAX];      /* IOPS of each */
	double busy;                          /* CPUs, of all of them, with all disks at once */
	char left_out[64];                    /* names of disks that cannot be opened */
	struct iometer_point points[IOMETER_STEPS_MAX];
};

static void leave_out(struct together *together, const struct disk *disk)
{
	size_t used = strlen(together->left_out);

	snprintf(together->left_out + used, sizeof(together->left_out) - used, "%s%s",
	         used ? " " : "", disk->name);
}

/* A disk that cannot take part does not keep the others from it. */
static void open_disk(struct run *run, struct together *together, const struct disk *disk)
{
	struct iometer_target *target = &together->targets[together->target_count];
	bool writes = together->load.profile->read_percent < 100;
	char why[sizeof(run->result->reason)];

	*target = (struct iometer_target){
		.sector_bytes = disk->logical_block_bytes,
		.region_bytes = iometer_region_bytes(disk->bytes, IOMETER_REGION_PERCENT,
		                                     disk->logical_block_bytes),
		.write_bytes = run->job->write_limit_bytes,
	};
	text_copy(target->name, sizeof(target->name), disk->name);
	if (run_is_barred(run, disk) || iometer_check(&together->load, target, why, sizeof(why))) {
		leave_out(together, disk);
		return;
	}
	target->fd = writes ? disk_open_for_write(disk, "", DOOR_DIRECT, why, sizeof(why))
	                    : disk_open_for_read(disk, DOOR_DIRECT, why, sizeof(why));
	if (target->fd < 0) {
		leave_out(together, disk);
		return;
	}
	if (!writes && disk_is_unwritten(disk, target->fd, ""))
		run->result->warnings |= WARN_UNWRITTEN;
	together->speeds[together->target_count++].controller = disk->controller;
}

static int prepare(struct run *run)
{
	struct together *together;
	void *memory;
	int rc = run_alloc(run, sizeof(*together), &memory);

	if (rc)
		return rc;
	together = run->state = memory;
	iometer_crowd_load(run, &together->load);
	for (unsigned i = 0; i < run->machine->disk_count; i++) {
		const struct disk *disk = &run->machine->disks[i];

		if (iometer_crowd_has(run, disk))
			open_disk(run, together, disk);
	}
	if (together->target_count < 2)
		return skip(run, "there are fewer than two disks for it; left out: %s",
		            together->left_out);
	together->step_count = iometer_crowd_steps(together->target_count, together->steps);
	for (unsigned i = 0; i < together->target_count; i++)
		together->targets[i].write_bytes /= together->step_count + 1;
	return 0;
}

/* What each of all disks gave, and how busy the CPUs were. */
static void look_at_all(struct run *run, const struct iometer_outcome *outcome)
{
	struct together *together = run->state;
	double all_ns = (double)outcome->works[0].elapsed_ns * run->machine->cpu.threads;
	struct iometer_point one;

	for (unsigned i = 0; i < together->target_count; i++) {
		iometer_point_make(outcome, &together->load, i, &one);
		together->speeds[i].together = one.iops;
	}
	together->busy = all_ns > 0 ? (double)outcome->cost.machine_ns / all_ns : 0;
}

/* @count disks from @first on, at once. */
static int measure_some(struct run *run, unsigned first, unsigned count, uint64_t each_ns,
                        struct iometer_outcome *outcome, struct iometer_point *point)
{
	const struct together *together = run->state;
	const struct iometer_timing timing = iometer_job_timing(run, each_ns);
	char why[sizeof(run->result->reason)];
	int rc;

	run_rest(run);
	rc = iometer_run(&together->load, &together->targets[first], count, &timing, outcome, why,
	                 sizeof(why));

	if (rc == 0)
		iometer_point_make(outcome, &together->load, IOMETER_ALL, point);
	if (rc == 0 && count == together->target_count)
		look_at_all(run, outcome);
	iometer_outcome_free(outcome);
	return rc ? iometer_job_error(run, rc, why) : 0;
}

static void add_figure(struct run *run, const char *name, enum unit unit, double value)
{
	metric_sample(metric_add(run, name, unit, BETTER_HIGHER), value);
}

static int measure_alone(struct run *run, uint64_t each_ns)
{
	struct together *together = run->state;
	struct iometer_outcome outcome;
	struct iometer_point point;
	int rc = 0;

	for (unsigned i = 0; i < together->target_count && rc == 0; i++) {
		rc = measure_some(run, i, 1, each_ns, &outcome, &point);
		if (rc)
			break;
		together->speeds[i].alone = point.iops;
		together->sums[i + 1] = together->sums[i] + point.iops;
		together->alone_bytes_per_s += point.bytes_per_s;
	}
	together->alone_iops = together->sums[together->target_count];
	if (rc == 0)
		add_figure(run, "iops_alone", UNIT_OPS_PER_S, together->alone_iops);
	return rc;
}

static void add_curves(struct run *run)
{
	const struct together *together = run->state;
	struct grid *iops = grid_add(run, "iops", UNIT_OPS_PER_S, together->step_count + 1, 1);
	struct grid *ratio = grid_add(run, "ratio", UNIT_COUNT, together->step_count + 1, 1);

	text_copy(iops->x_name, sizeof(iops->x_name), "disks");
	text_copy(ratio->x_name, sizeof(ratio->x_name), "disks");
	iops->x[0] = ratio->x[0] = 1;
	iops->values[0] = together->sums[1];
	ratio->values[0] = 1;
	for (unsigned i = 0; i < together->step_count; i++) {
		unsigned disks = together->steps[i];

		iops->x[i + 1] = ratio->x[i + 1] = disks;
		iops->values[i + 1] = together->points[i].iops;
		ratio->values[i + 1] = together->points[i].iops / together->sums[disks];
	}
}

/* How many disks give 90 % of the most; all of them if no fewer do. */
static unsigned disks_to_saturate(const struct together *together)
{
	double most = together->sums[1];

	for (unsigned i = 0; i < together->step_count; i++)
		most = fmax(most, together->points[i].iops);
	if (together->sums[1] >= SATURATED_SHARE * most)
		return 1;
	for (unsigned i = 0; i < together->step_count; i++)
		if (together->points[i].iops >= SATURATED_SHARE * most)
			return together->steps[i];
	return together->target_count;
}

static void add_figures(struct run *run, const struct iometer_outcome *all)
{
	const struct together *together = run->state;
	const struct iometer_point *last = &together->points[together->step_count - 1];
	double ratio = last->iops / together->alone_iops;
	unsigned disks = disks_to_saturate(together);
	char text[sizeof(run->result->params[0].text)];
	struct metric *metric;

	add_figure(run, "ratio", UNIT_COUNT, ratio);
	metric = metric_add(run, "iops_together", UNIT_OPS_PER_S, BETTER_HIGHER);
	for (unsigned i = 0; i < all->rate_count; i++)
		metric_sample(metric, all->rates[i]);
	add_figure(run, "throughput_alone", UNIT_BYTES_PER_S, together->alone_bytes_per_s);
	add_figure(run, "throughput_together", UNIT_BYTES_PER_S, last->bytes_per_s);
	add_curves(run);
	param_number(run, "disks", together->target_count);
	param_number(run, "block_bytes", together->load.block_bytes);
	param_number(run, "depth", together->load.outstanding);
	if (ratio < BOTTLENECK_RATIO) {
		bottleneck_name(text, sizeof(text), together->speeds, together->target_count,
		                together->busy);
		param_text(run, "bottleneck", text);
	}
	if (together->left_out[0])
		param_text(run, "left_out", together->left_out);
	if (disks < together->target_count)
		param_number(run, "disks_to_saturate", disks);
}

static int measure(struct run *run)
{
	struct together *together = run->state;
	uint64_t each_ns = iometer_crowd_each_ns(run, together->target_count, together->step_count);
	struct iometer_outcome outcome;
	int rc = measure_alone(run, each_ns);

	for (unsigned i = 0; i < together->step_count && rc == 0; i++)
		rc = measure_some(run, 0, together->steps[i], each_ns, &outcome,
		                  &together->points[i]);
	if (rc == 0)
		add_figures(run, &outcome);
	return rc;
}

#define TOGETHER(symbol, test, what, kind, writes)                                     \
	const struct benchmark symbol = { .name = IOMETER_CROWD_PREFIX test,           \
		                          .title = what ", each disk alone, then all", \
		                          .source = "Iometer 1.1.0",                   \
		                          .target = kind,                              \
		                          .classic = { .pass_s = 300, .passes = 1 },   \
		                          .estimate_ns = iometer_crowd_expect_ns,      \
		                          .writes_bytes = writes,                      \
		                          .prepare = prepare,                          \
		                          .measure = measure };
#define BENCHMARK_READS(symbol, test, what) TOGETHER(symbol, test, what, TARGET_DISKS, NULL)
#define BENCHMARK_WRITES(symbol, test, what) \
	TOGETHER(symbol, test, what, TARGET_ARRAY, iometer_crowd_writes_bytes)

BENCHMARK_READS(iometer_together_rndread_4k, "rndread.4k", "Reads of 4 KiB at random places")
BENCHMARK_READS(iometer_together_streamread_256k, "streamread.256k", "Reads of 256 KiB in order")
BENCHMARK_WRITES(iometer_together_oltp_4k, "oltp.4k", "67 % reads of 4 KiB at random places")
