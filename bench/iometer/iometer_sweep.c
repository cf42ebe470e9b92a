/* SPDX-License-Identifier: MIT */
/* iometer_sweep.c - a job of a plan: one load on one disk, with more and more I/Os in flight */

#include "bench/disk/trial_error.h"
#include "bench/iometer/iometer_derive.h"
#include "bench/iometer/iometer_job.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PREFIX "iometer."

/* What a sweep gave, point by point. */
struct sweep {
	unsigned count;
	unsigned depths[IOMETER_DEPTHS_MAX];
	struct iometer_point points[IOMETER_DEPTHS_MAX];
	struct iometer_outcome outcomes[IOMETER_DEPTHS_MAX]; /* their rates */
};

/* All passes together. */
static uint64_t sweep_ns(const struct run *run)
{
	return (uint64_t)(classic_pass_s(run) * classic_passes(run) * 1e9);
}

uint64_t iometer_sweep_writes_bytes(const struct run *run)
{
	struct iometer_load load;

	iometer_job_load(run, PREFIX, &load);
	return iometer_job_writes_bytes(run->job->disk, &load,
	                                load.profile->one_at_a_time ? 1 : IOMETER_DEPTH_MAX,
	                                sweep_ns(run));
}

int iometer_sweep_prepare(struct run *run)
{
	struct io_size sizes[IOMETER_SIZES_MAX];
	struct iometer_load load;
	unsigned count;

	iometer_job_load(run, PREFIX, &load);
	count = iometer_sizes(&load, run->job->disk->logical_block_bytes, sizes);
	return trial_open(run, load.profile->read_percent < 100, sizes[count - 1].bytes);
}

/* The depths of a sweep: all of 1 to 128, or in a short plan as many as there is time for. */
static void choose_depths(struct run *run, const struct iometer_load *load, uint64_t total_ns,
                          struct sweep *sweep)
{
	uint64_t room_bytes = run->machine->memory.available_bytes / 2;
	unsigned all = load->profile->one_at_a_time ? 1 : 8;
	unsigned count = all;

	if (total_ns / IOMETER_RUN_MIN_NS < count)
		count = total_ns < 2 * IOMETER_RUN_MIN_NS
		            ? 1
		            : (unsigned)(total_ns / IOMETER_RUN_MIN_NS);
	for (unsigned i = 0; i < count; i++) {
		struct iometer_load one = *load;

		one.outstanding = 1u << (count > 1 ? i * (all - 1) / (count - 1) : 0);
		if (i == 0 || iometer_memory_bytes(&one, 1) <= room_bytes)
			sweep->depths[sweep->count++] = one.outstanding;
		else
			run->result->warnings |= WARN_SHORT_REGION;
	}
}

static int make_target(struct run *run, const struct iometer_load *load, unsigned points,
                       struct iometer_target *target)
{
	const struct trial *trial = run->state;
	const struct disk *disk = run->job->disk;
	char why[sizeof(run->result->reason)];

	*target = (struct iometer_target){
		.fd = trial->fd,
		.sector_bytes = disk->logical_block_bytes,
		.region_bytes = iometer_region_bytes(disk->bytes, IOMETER_REGION_PERCENT,
		                                     disk->logical_block_bytes),
		.write_bytes = trial_budget_bytes(run) / points,
	};
	text_copy(target->name, sizeof(target->name), disk->name);
	if (iometer_check(load, target, why, sizeof(why)))
		return skip(run, "%s", why);
	return 0;
}

/* One measurement. */
static int measure_point(struct run *run, const struct iometer_load *load,
                         const struct iometer_target *target, const struct iometer_timing *timing,
                         struct iometer_outcome *outcome, struct iometer_point *point)
{
	const struct stimulus stimulus = { .read_percent = load->profile->read_percent };
	struct trial *trial = run->state;
	char why[sizeof(run->result->reason)];
	int rc;

	rc = iometer_run(load, target, 1, timing, outcome, why, sizeof(why));
	if (rc == -EIO)
		rc = trial_error(run, &stimulus, &outcome->works[0], rc);
	else if (rc)
		rc = iometer_job_error(run, rc, why);
	if (rc == 0) {
		iometer_point_make(outcome, load, 0, point);
		trial->ios +=
		    outcome->works[0].tally[IO_READ].ios + outcome->works[0].tally[IO_WRITE].ios;
		trial->spent.own_ns += outcome->cost.own_ns;
		trial->spent.machine_ns += outcome->cost.machine_ns;
	}
	iometer_outcome_free(outcome);
	return rc;
}

static void add_figure(struct run *run, const char *name, enum unit unit, enum better better,
                       double value)
{
	metric_sample(metric_add(run, name, unit, better), value);
}

static void add_at_limit(struct run *run, const struct sweep *sweep, enum iometer_measure measure,
                         const char *name, const char *reach)
{
	struct iometer_at_limit at =
	    iometer_at_limit(sweep->points, sweep->count, IOMETER_LIMIT_NS, measure);

	add_figure(run, name, UNIT_OPS_PER_S, BETTER_HIGHER, at.iops);
	param_text(run, reach, iometer_reach_name(at.reach));
}

static void add_figures(struct run *run, const struct sweep *sweep)
{
	const struct iometer_point *peak = iometer_peak(sweep->points, sweep->count);
	double deviation = 0, throughput = 0;

	for (unsigned i = 0; i < sweep->count; i++) {
		deviation = fmax(deviation, iometer_little_deviation(&sweep->points[i]));
		throughput = fmax(throughput, sweep->points[i].bytes_per_s);
	}
	add_figure(run, "iops_peak", UNIT_OPS_PER_S, BETTER_HIGHER,
	           iometer_peak_iops(sweep->points, sweep->count));
	add_figure(run, "throughput_peak", UNIT_BYTES_PER_S, BETTER_HIGHER, throughput);
	add_figure(run, "depth_peak", UNIT_COUNT, BETTER_LOWER, peak->depth);
	add_figure(run, "latency_peak", UNIT_NS, BETTER_LOWER, peak->average_ns);
	add_at_limit(run, sweep, IOMETER_AVERAGE, "iops_15ms", "reach_15ms");
	add_at_limit(run, sweep, IOMETER_P99, "iops_15ms_p99", "reach_15ms_p99");
	param_number(run, "little_deviation", deviation);
}

/* One depth: a metric of its slices, there as soon as it is known. */
static void add_point(struct run *run, const struct sweep *sweep, unsigned at)
{
	const struct iometer_outcome *outcome = &sweep->outcomes[at];
	struct metric *metric;
	char name[32];

	snprintf(name, sizeof(name), "iops_q%u", sweep->depths[at]);
	metric = metric_add(run, name, UNIT_OPS_PER_S, BETTER_HIGHER);
	for (unsigned i = 0; i < outcome->rate_count; i++)
		metric_sample(metric, outcome->rates[i]);
}

/* The curves of response times. */
static void add_curves(struct run *run, const struct sweep *sweep)
{
	struct grid *average = grid_add(run, "latency", UNIT_NS, sweep->count, 1);
	struct grid *p99 = grid_add(run, "latency_p99", UNIT_NS, sweep->count, 1);

	text_copy(average->x_name, sizeof(average->x_name), "depth");
	text_copy(p99->x_name, sizeof(p99->x_name), "depth");
	for (unsigned i = 0; i < sweep->count; i++) {
		average->x[i] = p99->x[i] = sweep->depths[i];
		average->values[i] = sweep->points[i].average_ns;
		p99->values[i] = sweep->points[i].p99_ns;
	}
}

/* From that depth on less was measured than the time allows. */
static void note_cut(struct run *run, const struct sweep *sweep)
{
	for (unsigned i = 0; i < sweep->count; i++)
		if (sweep->points[i].cut) {
			param_number(run, "write_limit_met_at_depth", sweep->depths[i]);
			return;
		}
}

static void note(struct run *run, const struct iometer_load *load,
                 const struct iometer_target *target, const struct iometer_timing *timing)
{
	if (load->block_bytes)
		param_number(run, "block_bytes", load->block_bytes);
	param_number(run, "read_percent", load->profile->read_percent);
	param_number(run, "random_percent", load->profile->random_percent);
	param_number(run, "region_bytes", (double)target->region_bytes);
	param_number(run, "point_s", (double)(timing->ramp_ns + timing->run_ns) / 1e9);
}

int iometer_sweep_measure(struct run *run)
{
	uint64_t total_ns = sweep_ns(run);
	struct sweep sweep = { .count = 0 };
	struct iometer_timing timing;
	struct iometer_target target;
	struct iometer_load load;
	int rc;

	iometer_job_load(run, PREFIX, &load);
	choose_depths(run, &load, total_ns, &sweep);
	timing = iometer_job_timing(run, total_ns / sweep.count);
	rc = make_target(run, &load, sweep.count, &target);
	if (rc)
		return rc;
	note(run, &load, &target, &timing);
	for (unsigned i = 0; i < sweep.count; i++) {
		load.outstanding = sweep.depths[i];
		run_rest(run);
		rc = measure_point(run, &load, &target, &timing, &sweep.outcomes[i],
		                   &sweep.points[i]);
		if (rc)
			return rc;
		add_point(run, &sweep, i);
	}
	add_figures(run, &sweep);
	add_curves(run, &sweep);
	note_cut(run, &sweep);
	return trial_finish(run);
}
