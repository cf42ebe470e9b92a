/* SPDX-License-Identifier: MIT */
/* crowd.c - all disks that can be read: each by itself, then all at once */

#include "bench/disk/crowd.h"

#include "bench/disk/door.h"
#include "bench/disk/trial.h"
#include "bench/disk/unwritten.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WARM_UP 4 /* alone, a fourth of a slice is not counted */

static void leave_out(struct crowd *c, const struct disk *disk)
{
	size_t used = strlen(c->left_out);

	snprintf(c->left_out + used, sizeof(c->left_out) - used, "%s%s", used ? " " : "",
	         disk->name);
}

static void open_disks(struct run *run, struct crowd *c)
{
	const struct machine *machine = run->machine;
	char why[160];

	for (unsigned i = 0; i < machine->disk_count; i++) {
		const struct disk *disk = &machine->disks[i];
		int fd;

		if (!machine_wants(machine, run->job->wanted, disk))
			continue;
		fd = run_is_barred(run, disk) || disk->bytes < MIB(1)
		         ? -1
		         : disk_open_for_read(disk, DOOR_DIRECT, why, sizeof(why));
		if (fd < 0) {
			leave_out(c, disk);
			continue;
		}
		if (disk_is_unwritten(disk, fd, ""))
			run->result->warnings |= WARN_UNWRITTEN;
		c->disks[c->count] = disk;
		c->fds[c->count++] = fd;
	}
}

int crowd_open(struct run *run, struct crowd *c)
{
	void *memory;
	int rc;

	memset(c, 0, sizeof(*c));
	open_disks(run, c);
	if (c->count < 2)
		return skip(run, "there are fewer than two disks that can be read");
	rc = run_alloc(run, c->count * sizeof(*c->outcomes), &memory);
	c->outcomes = memory;
	return rc;
}

static struct io_work work_of(const struct crowd_load *load, const struct disk *disk, int fd)
{
	uint32_t block_bytes = load->block_bytes > disk->logical_block_bytes
	                           ? load->block_bytes
	                           : disk->logical_block_bytes;

	return (struct io_work){ .engine = IO_URING,
		                 .fd = fd,
		                 .depth = load->depth,
		                 .region_bytes = disk->bytes / block_bytes * block_bytes,
		                 .random_percent = load->random ? 100 : 0,
		                 .read_percent = 100,
		                 .sizes = { { { block_bytes, 100 } } },
		                 .size_count = { 1 },
		                 .repeat = true,
		                 .deadline_ns = TRIAL_DEADLINE_NS };
}

static double speed_of(const struct crowd_load *load, const struct io_outcome *outcome)
{
	const struct io_tally *tally = &outcome->tally[IO_READ];
	uint64_t done = load->unit == UNIT_OPS_PER_S ? tally->ios : tally->bytes;

	return outcome->elapsed_ns ? (double)done * 1e9 / (double)outcome->elapsed_ns : 0;
}

/* One disk, as many short samples as there will be of all: together a slice of time. */
static int run_alone(struct run *run, struct crowd *c, const struct crowd_load *load, unsigned at)
{
	const unsigned samples = run->pace->samples;
	struct io_outcome *outcome = &c->outcomes[at];
	double speeds[SAMPLES_MAX], sum = 0;
	struct io *io;
	char why[160];
	int rc = io_open(&io, &c->works[at], why, sizeof(why));

	if (rc)
		return rc;
	memset(outcome, 0, sizeof(*outcome));
	rc = io_run(io, run->pace->sample_ns / WARM_UP, outcome);
	for (unsigned i = 0; i < samples && rc == 0; i++) {
		memset(outcome, 0, sizeof(*outcome));
		do {
			rc = io_run(io, run->pace->sample_ns / samples, outcome);
		} while (rc == 0 && outcome->tally[IO_READ].ios == 0);
		speeds[i] = speed_of(load, outcome);
	}
	if (rc == 0)
		rc = io_drain(io, outcome);
	io_close(io);
	for (unsigned i = 0; i < samples && rc == 0; i++) {
		c->alone[i] += speeds[i];
		sum += speeds[i];
	}
	c->speeds[at] =
	    (struct speeds){ .controller = c->disks[at]->controller, .alone = sum / samples };
	return rc;
}

int crowd_alone(struct run *run, struct crowd *c, const struct crowd_load *load)
{
	unsigned kept = 0;

	memset(c->alone, 0, sizeof(c->alone));
	for (unsigned i = 0; i < c->count; i++) {
		c->disks[kept] = c->disks[i];
		c->fds[kept] = c->fds[i];
		c->works[kept] = work_of(load, c->disks[kept], c->fds[kept]);
		run_rest(run);
		if (run_alone(run, c, load, kept) == 0)
			kept++;
		else
			leave_out(c, c->disks[kept]);
	}
	c->count = kept;
	return kept < 2 ? skip(run, "fewer than two disks can be read; left out: %s", c->left_out)
	                : 0;
}

/* A disk that worked alone and fails among the others is a finding about what they share. */
static int fail_for_first(struct run *run, const struct crowd *c)
{
	for (unsigned i = 0; i < c->count; i++) {
		const struct io_outcome *outcome = &c->outcomes[i];
		uint64_t place = outcome->error_count ? outcome->errors[0].offset_bytes
		                                      : outcome->hung_offset_bytes;

		if (c->rcs[i] == 0 && outcome->error_count == 0)
			continue;
		return fail(run, "%s, when all disks work at once: read at byte %" PRIu64 ": %s",
		            c->disks[i]->name, place,
		            strerror(outcome->error_count ? outcome->errors[0].error : -c->rcs[i]));
	}
	return broken(run, "the disks could not be read at once");
}

int crowd_sample(struct run *run, struct crowd *c, const struct crowd_load *load,
                 struct io_group *group, uint64_t time_ns, double *speed)
{
	int rc;

	memset(c->outcomes, 0, c->count * sizeof(*c->outcomes));
	rc = io_group_run(group, time_ns, c->outcomes, c->rcs);
	*speed = 0;
	for (unsigned i = 0; i < c->count; i++) {
		double one = speed_of(load, &c->outcomes[i]);

		if (c->rcs[i] || c->outcomes[i].error_count > 0)
			return fail_for_first(run, c);
		c->ios += c->outcomes[i].tally[IO_READ].ios;
		c->speeds[i].together += one / run->pace->samples;
		*speed += one;
	}
	return rc ? broken(run, "all disks at once: %s", strerror(-rc)) : 0;
}

int crowd_drain(struct run *run, struct crowd *c, struct io_group *group)
{
	return io_group_drain(group, c->outcomes, c->rcs) ? fail_for_first(run, c) : 0;
}
