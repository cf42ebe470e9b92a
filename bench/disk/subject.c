/* SPDX-License-Identifier: MIT */
/* subject.c - what is compared with another: disks together, an array, a file; under one load */

#include "bench/disk/subject.h"

#include "bench/disk/forecast.h"
#include "bench/io/io.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SLICE_LEAST_NS MS(20)
#define DEADLINE_NS SECONDS(20) /* an I/O that takes longer will never end */

/* What a part had done up to the last slice. */
struct account {
	uint64_t bytes, ios, elapsed_ns;
};

/* A load in action. */
struct action {
	struct subject *subject;
	const struct load *load;
	enum io_direction direction;
	struct io_group *group;
	struct io_outcome *outcomes; /* of each part, all slices added up */
	struct account before[SUBJECT_PARTS_MAX];
	unsigned slices[SUBJECT_PARTS_MAX]; /* in which each part had I/O */
	uint64_t ios, elapsed_ns;           /* of all parts, since the warm-up was over */
	struct cost begun, spent;
};

/* In order: all of the region. At random or to be read: what was written of it before. */
static struct io_work work_of(const struct subject *subject, const struct load *load, unsigned part)
{
	uint64_t written_bytes = subject->written_bytes[part];
	uint64_t region_bytes = subject->region_bytes;

	if ((load->random || !load->write) && written_bytes >= load->block_bytes)
		region_bytes = written_bytes;
	return (struct io_work){
		.engine = IO_URING,
		.fd = subject->fds[part],
		.depth = load->depth * subject->width,
		.region_bytes = region_bytes / load->block_bytes * load->block_bytes,
		.random_percent = load->random ? 100 : 0,
		.read_percent = load->write ? 0 : 100,
		.sizes = { { { load->block_bytes, 100 } }, { { load->block_bytes, 100 } } },
		.size_count = { !load->write, load->write },
		.seed = load->seed + part,
		.repeat = true,
		.write_limit_bytes = load->write ? load->limit_bytes * subject->write_share : 0,
		.deadline_ns = DEADLINE_NS,
	};
}

static int begin(struct run *run, struct action *action)
{
	struct io_work works[SUBJECT_PARTS_MAX];
	char why[sizeof(run->result->reason)] = "";
	void *memory;
	int rc;

	rc = run_alloc(run, action->subject->count * sizeof(*action->outcomes), &memory);
	if (rc)
		return rc;
	action->outcomes = memory;
	for (unsigned i = 0; i < action->subject->count; i++)
		works[i] = work_of(action->subject, action->load, i);
	rc = io_group_open(&action->group, works, action->subject->count, why, sizeof(why));
	if (rc == -ENOSYS || rc == -EPERM)
		return skip(run, "this kernel does not allow io_uring: %s", why);
	return rc ? broken(run, "%s: %s", action->load->name, why) : 0;
}

/* Which part it was, what it did, and where. */
static int say_error(struct run *run, const struct action *action, const int *rcs)
{
	const char *verb = action->load->write ? "write" : "read";

	for (unsigned i = 0; i < action->subject->count; i++) {
		const struct io_outcome *outcome = &action->outcomes[i];
		const char *name = action->subject->names[i];

		if (outcome->error_count)
			return fail(run, "%s: %s of %" PRIu32 " bytes at byte %" PRIu64 ": %s",
			            name, verb, outcome->errors[0].bytes,
			            outcome->errors[0].offset_bytes,
			            strerror(outcome->errors[0].error));
		if (outcome->hung)
			return end_early(run, STATUS_TIMED_OUT,
			                 "%s: a %s at byte %" PRIu64 " did not end in %u s", name,
			                 verb, outcome->hung_offset_bytes,
			                 (unsigned)(DEADLINE_NS / SECONDS(1)));
		if (rcs[i])
			return broken(run, "%s: %s: %s", name, verb, strerror(-rcs[i]));
	}
	return broken(run, "%s: the engine failed", action->load->name);
}

/* How many parts are at the end of what they may write? */
static unsigned done_parts(const struct action *action)
{
	unsigned done = 0;

	for (unsigned i = 0; i < action->subject->count; i++)
		done += action->outcomes[i].done;
	return done;
}

/*
 * From the first part's end on, samples would be of fewer parts. Only where there is none yet,
 * the others make one.
 */
static bool is_over(const struct action *action, unsigned samples)
{
	return done_parts(action) >= (samples ? 1 : action->subject->count);
}

/* What was done in a slice of @elapsed_ns, a second. */
static double rate_of(const struct load *load, uint64_t bytes, uint64_t ios, uint64_t elapsed_ns)
{
	return (double)(load->random ? ios : bytes) * 1e9 / (double)(elapsed_ns ? elapsed_ns : 1);
}

static uint64_t slice_ns(const struct run *run)
{
	uint64_t quarter_ns = run->pace->sample_ns / 4;

	return quarter_ns > SLICE_LEAST_NS ? quarter_ns : SLICE_LEAST_NS;
}

/* Has every part ended an I/O since the last slice, or done all that it may? */
static bool has_moved(const struct action *action)
{
	bool moved = true;

	for (unsigned i = 0; i < action->subject->count; i++)
		moved &= action->outcomes[i].done ||
		         action->outcomes[i].tally[action->direction].ios > action->before[i].ios;
	return moved;
}

/*
 * One slice of all parts: sample @at of @figure. A part that is done sooner has a shorter one, or
 * none; where an I/O takes longer than a slice, it goes on until there is one.
 */
static int slice(struct run *run, struct action *action, struct figure *figure, unsigned at)
{
	uint64_t bytes = 0, ios = 0, longest_ns = 0;
	int rcs[SUBJECT_PARTS_MAX] = { 0 };

	do {
		if (io_group_run(action->group, slice_ns(run), action->outcomes, rcs))
			return say_error(run, action, rcs);
	} while (!has_moved(action));
	figure->least[at] = INFINITY;
	for (unsigned i = 0; i < action->subject->count; i++) {
		const struct io_outcome *outcome = &action->outcomes[i];
		const struct io_tally *tally = &outcome->tally[action->direction];
		struct account *before = &action->before[i];
		uint64_t elapsed_ns = outcome->elapsed_ns - before->elapsed_ns;
		double rate = rate_of(action->load, tally->bytes - before->bytes,
		                      tally->ios - before->ios, elapsed_ns);

		if (elapsed_ns > 0 && (!outcome->done || tally->ios > before->ios)) {
			figure->parts[i] += rate;
			action->slices[i]++;
			if (rate < figure->least[at])
				figure->least[at] = rate;
		}
		if (elapsed_ns > longest_ns)
			longest_ns = elapsed_ns;
		bytes += tally->bytes - before->bytes;
		ios += tally->ios - before->ios;
		*before = (struct account){ tally->bytes, tally->ios, outcome->elapsed_ns };
	}
	figure->samples[at] = rate_of(action->load, bytes, ios, longest_ns);
	action->ios += ios;
	action->elapsed_ns += longest_ns;
	return 0;
}

static int sample_all(struct run *run, struct action *action, struct figure *figure)
{
	unsigned *count = &figure->sample_count;
	int rc = slice(run, action, figure, 0); /* to warm up */

	if (rc)
		return rc;
	memset(figure, 0, sizeof(*figure));
	memset(action->slices, 0, sizeof(action->slices));
	action->elapsed_ns = 0;
	action->ios = 0;
	cost_look(&action->begun, "");
	while (*count < run->pace->samples && !is_over(action, *count)) {
		rc = slice(run, action, figure, *count);
		if (rc)
			return rc;
		++*count;
	}
	cost_add(&action->spent, &action->begun, "");
	for (unsigned i = 0; i < action->subject->count; i++)
		if (action->slices[i])
			figure->parts[i] /= action->slices[i];
	if (*count == 0)
		return broken(run, "%s: warming up has written all that may be written",
		              action->load->name);
	return 0;
}

/* What the CPUs had to do, and what is written by now. */
static void conclude(const struct run *run, const struct action *action, struct figure *figure)
{
	struct subject *subject = action->subject;
	unsigned cpus = run->machine->cpu.threads ? run->machine->cpu.threads : 1;

	figure->busy = (double)action->spent.machine_ns / ((double)action->elapsed_ns * cpus);
	subject->spent.own_ns += action->spent.own_ns;
	subject->spent.machine_ns += action->spent.machine_ns;
	subject->ios += action->ios;
	if (!action->load->write || action->load->random)
		return;
	for (unsigned i = 0; i < subject->count; i++) {
		uint64_t bytes = action->outcomes[i].tally[IO_WRITE].bytes;

		subject->written_bytes[i] =
		    bytes < subject->region_bytes ? bytes : subject->region_bytes;
	}
}

uint64_t subject_load_ns(const struct run *run)
{
	return (run->pace->samples + 1) * slice_ns(run);
}

uint64_t subject_limit_bytes(const struct run *run, const struct load *load,
                             const struct disk *disk)
{
	uint64_t bytes =
	    forecast_writes_bytes(disk, load->block_bytes, load->depth, subject_load_ns(run));

	return bytes < load->limit_bytes ? bytes : load->limit_bytes;
}

int subject_load(struct run *run, struct subject *subject, const struct load *load,
                 struct figure *figure)
{
	struct action action = { .subject = subject,
		                 .load = load,
		                 .direction = load->write ? IO_WRITE : IO_READ };
	int rcs[SUBJECT_PARTS_MAX] = { 0 };
	int rc = begin(run, &action);

	memset(figure, 0, sizeof(*figure));
	if (rc)
		return rc;
	rc = sample_all(run, &action, figure);
	if (rc == 0 && io_group_drain(action.group, action.outcomes, rcs))
		rc = say_error(run, &action, rcs);
	if (rc == 0)
		conclude(run, &action, figure);
	io_group_close(action.group);
	return rc;
}

static void note(struct run *run, const struct load *load, const char *name, const double *samples,
                 unsigned count)
{
	enum unit unit = load->random ? UNIT_OPS_PER_S : UNIT_BYTES_PER_S;
	struct metric *metric = metric_add(run, name, unit, BETTER_HIGHER);

	for (unsigned i = 0; i < count; i++)
		metric_sample(metric, samples[i]);
}

void subject_note(struct run *run, const struct load *load, const char *name,
                  const struct figure *figure)
{
	char cpu[sizeof(((struct metric *)0)->name)];

	note(run, load, name, figure->samples, figure->sample_count);
	snprintf(cpu, sizeof(cpu), "%s_cpu", name);
	metric_sample(metric_add(run, cpu, UNIT_COUNT, BETTER_LOWER), figure->busy);
}

void subject_note_least(struct run *run, const struct load *load, const char *name,
                        const struct figure *figure)
{
	note(run, load, name, figure->least, figure->sample_count);
}
