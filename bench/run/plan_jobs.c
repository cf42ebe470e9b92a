/* SPDX-License-Identifier: MIT */
/* plan_jobs.c - from one benchmark to its jobs: what it is about, how long, what it writes */

#include "bench/lib/text.h"
#include "bench/run/plan_part.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Start, preparation, verification and journal of one job, beside its samples. */
#define OVERHEAD_NS MS(150)
/* A calibration and a warm-up cost about one sample and a half more. */
#define EXTRA_SAMPLES 1.5

/* What the jobs of one benchmark are made from. */
struct making {
	struct plan *plan;
	const struct settings *settings;
	const struct machine *machine;
};

void plan_leave_out(struct plan *plan, const struct job *job, const char *reason)
{
	struct left_out *left;

	if (plan->left_out_count++ >= LEFT_OUT_MAX)
		return; /* still counted */
	left = &plan->left_out[plan->left_out_count - 1];
	text_copy(left->test, sizeof(left->test), job->benchmark->name);
	text_copy(left->target, sizeof(left->target), job_target(job));
	text_copy(left->reason, sizeof(left->reason), reason);
}

int plan_check_directory(const char *directory)
{
	struct stat status;

	if (stat(directory, &status) < 0)
		return -errno;
	if (!S_ISDIR(status.st_mode))
		return -ENOTDIR;
	return access(directory, W_OK | X_OK) < 0 ? -errno : 0;
}

/* What the hooks of a benchmark that look ahead are given. */
static struct run ahead(const struct making *making, const struct job *job)
{
	return (struct run){ .machine = making->machine,
		             .job = job,
		             .pace = &making->plan->kind->pace };
}

/* Half way between ending early because all is known, and going on to the limit. */
static uint64_t estimate_ns(const struct run *run)
{
	const struct benchmark *benchmark = run->job->benchmark;
	const struct pace *pace = run->pace;
	double least_ns = (pace->samples + EXTRA_SAMPLES) * (double)pace->sample_ns;

	if (benchmark->look_ns)
		return benchmark->look_ns;
	if (benchmark->estimate_ns)
		return OVERHEAD_NS + benchmark->estimate_ns(run);
	if (benchmark->classic.pass_s > 0)
		return OVERHEAD_NS + (uint64_t)(classic_passes(run) * classic_pass_s(run) * 1e9);
	if (!benchmark->measure && pace->limit_ns > least_ns)
		least_ns = (least_ns + (double)pace->limit_ns) / 2;
	return OVERHEAD_NS + (uint64_t)least_ns;
}

/* May this disk be written by tests of this run? */
static bool is_writable(const struct making *making, const struct disk *disk)
{
	return disk->may_write && machine_wants(making->machine, making->settings->disk, disk);
}

/* Does @job write to the disk of this index? */
static bool writes_to(const struct making *making, const struct job *job, unsigned index)
{
	const struct disk *disk = &making->machine->disks[index];

	if (job->benchmark->target == TARGET_ARRAY)
		return is_writable(making, disk);
	return job->disk == disk;
}

/* Is there room for @job below @limit_bytes, with @planned_bytes before it? If not, say so. */
static bool has_room(const struct making *making, const struct job *job, const char *name,
                     uint64_t limit_bytes, uint64_t planned_bytes)
{
	char reason[96], limit[32];

	if (planned_bytes <= limit_bytes && job->write_limit_bytes <= limit_bytes - planned_bytes)
		return true;
	snprintf(reason, sizeof(reason),
	         "would write %.1f GB to %.16s after %.1f GB; write.limit=%s",
	         (double)job->write_limit_bytes / 1e9, name, (double)planned_bytes / 1e9,
	         text_bytes(limit, sizeof(limit), limit_bytes));
	plan_leave_out(making->plan, job, reason);
	return false;
}

/* Is there room on every disk that it writes to? */
static bool may_write_so_much(const struct making *making, const struct job *job)
{
	const struct settings *settings = making->settings;
	const struct plan *plan = making->plan;

	if (job->write_limit_bytes == 0)
		return true;
	if (!job->disk && job->benchmark->target == TARGET_STORE)
		return has_room(making, job, "the directory", plan_write_limit(settings, NULL),
		                plan->directory_writes.bytes);
	for (unsigned i = 0; i < making->machine->disk_count; i++) {
		const struct disk *disk = &making->machine->disks[i];

		if (writes_to(making, job, i) &&
		    !has_room(making, job, disk->name, plan_write_limit(settings, disk),
		              plan->writes[i].bytes))
			return false;
	}
	return true;
}

static void count_writes(struct plan_writes *writes, const struct job *job)
{
	writes->bytes += job->write_limit_bytes;
	writes->estimate_ns += job->estimate_ns;
}

static void plan_count_writes(const struct making *making, const struct job *job)
{
	if (job->write_limit_bytes == 0)
		return;
	if (!job->disk && job->benchmark->target == TARGET_STORE)
		count_writes(&making->plan->directory_writes, job);
	for (unsigned i = 0; i < making->machine->disk_count; i++)
		if (writes_to(making, job, i))
			count_writes(&making->plan->writes[i], job);
}

/* Put @job into the plan, or say why not. */
static void plan_add(const struct making *making, struct job *job)
{
	struct plan *plan = making->plan;
	const struct run run = ahead(making, job);
	char reason[96];

	job->estimate_ns = estimate_ns(&run);
	if (plan->job_count == JOBS_MAX) {
		snprintf(reason, sizeof(reason), "a plan has room for %d jobs", JOBS_MAX);
		plan_leave_out(plan, job, reason);
	} else if (plan->estimate_ns + job->estimate_ns > SECONDS(plan->kind->limit_s)) {
		snprintf(reason, sizeof(reason), "the %s plan ends after %llu s", plan->kind->name,
		         (unsigned long long)plan->kind->limit_s);
		plan_leave_out(plan, job, reason);
	} else if (may_write_so_much(making, job)) {
		plan->jobs[plan->job_count++] = *job;
		plan->estimate_ns += job->estimate_ns;
		plan_count_writes(making, job);
	}
}

/* One that writes: how much at most. */
static void plan_add_writer(const struct making *making, struct job *job)
{
	const struct run run = ahead(making, job);

	if (job->benchmark->writes_bytes)
		job->write_limit_bytes = job->benchmark->writes_bytes(&run);
	plan_add(making, job);
}

/* One job with one copy; one with a copy for each CPU, if there are more than one. */
static void plan_add_copies(const struct making *making, struct job *job)
{
	unsigned threads = making->machine->cpu.threads;

	text_copy(job->target, sizeof(job->target), "1 copy");
	plan_add(making, job);
	if (threads < 2)
		return;
	job->copies = threads;
	snprintf(job->target, sizeof(job->target), "%u copies", threads);
	plan_add(making, job);
}

/* One job for each disk that may be read, or written. */
static void plan_add_each(const struct making *making, struct job *job, bool writing,
                          const char *if_none)
{
	const struct machine *machine = making->machine;
	bool any = false;

	for (unsigned i = 0; i < machine->disk_count; i++) {
		job->disk = &machine->disks[i];
		if (writing && is_writable(making, job->disk))
			plan_add_writer(making, job);
		else if (!writing && machine_wants(machine, making->settings->disk, job->disk))
			plan_add(making, job);
		else
			continue;
		any = true;
	}
	job->disk = NULL;
	if (!any && if_none)
		plan_leave_out(making->plan, job, if_none);
}

static void plan_add_store(const struct making *making, struct job *job)
{
	const char *directory = making->settings->directory;

	if (directory[0] == '\0') {
		plan_add_each(making, job, true,
		              "nowhere to write: directory= names a place, write= a disk");
		return;
	}
	text_copy(job->target, sizeof(job->target), "directory");
	if (plan_check_directory(directory) == 0)
		plan_add_writer(making, job);
	else
		plan_leave_out(making->plan, job, "directory= names none that can be written");
}

/* One job for all disks together that may be read, or written. */
static void plan_add_together(const struct making *making, struct job *job, bool writing,
                              const char *if_none)
{
	const struct machine *machine = making->machine;
	unsigned count = 0;

	for (unsigned i = 0; i < machine->disk_count; i++)
		if (writing ? is_writable(making, &machine->disks[i])
		            : machine_wants(machine, making->settings->disk, &machine->disks[i]))
			count++;
	if (count < 2) {
		plan_leave_out(making->plan, job, if_none);
		return;
	}
	snprintf(job->target, sizeof(job->target), "%u disks", count);
	if (writing)
		plan_add_writer(making, job);
	else
		plan_add(making, job);
}

/* The level to run at: what the CPU can do, or less if the user says so. */
static unsigned level_choose(enum level asked, unsigned able)
{
	if (able == 0)
		able = 1; /* every x86-64 is */
	return asked != LEVEL_AUTO && (unsigned)asked < able ? (unsigned)asked : able;
}

void plan_add_benchmark(struct plan *plan, const struct settings *settings,
                        const struct machine *machine, const struct benchmark *benchmark)
{
	const struct making making = { plan, settings, machine };
	struct job job = { .benchmark = benchmark,
		           .wanted = settings->disk,
		           .directory = settings->directory,
		           .copies = 1,
		           .level = level_choose(settings->level, machine->cpu.level) };

	if (settings->only[0] == '\0' && plan->kind->without[0] != '\0' &&
	    text_matches(plan->kind->without, benchmark->name)) {
		plan_leave_out(plan, &job, "takes long: only= names it, or the plan full");
		return;
	}
	switch (benchmark->target) {
	case TARGET_MACHINE: plan_add(&making, &job); break;
	case TARGET_COPIES: plan_add_copies(&making, &job); break;
	case TARGET_DISK: plan_add_each(&making, &job, false, NULL); break;
	case TARGET_WRITE:
		plan_add_each(&making, &job, true,
		              "no disk may be written: write=SERIAL@HOST allows one");
		break;
	case TARGET_STORE: plan_add_store(&making, &job); break;
	case TARGET_DISKS:
		plan_add_together(&making, &job, false, "it takes two disks or more");
		break;
	case TARGET_ARRAY:
		plan_add_together(&making, &job, true,
		                  "it takes two disks that may be written: write=SERIAL@HOST,...");
	}
}
