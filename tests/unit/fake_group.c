/* SPDX-License-Identifier: MIT */
/* fake_group.c - disks of known speed in place of a group of the engine */

#include "tests/unit/fake_group.h"

#include "tests/unit/check.h"

#include <math.h>
#include <string.h>

struct fake_group fake_group;
static unsigned work_count;
static uint64_t written_bytes[FAKE_GROUP_MAX], worked_ns[FAKE_GROUP_MAX];

int __wrap_io_group_open(struct io_group **group, const struct io_work *from, unsigned count,
                         char *why, size_t why_size)
{
	(void)group;
	(void)why;
	(void)why_size;
	assert_true(count <= FAKE_GROUP_MAX);
	memcpy(fake_group.works, from, count * sizeof(fake_group.works[0]));
	memset(written_bytes, 0, sizeof(written_bytes));
	memset(worked_ns, 0, sizeof(worked_ns));
	work_count = count;
	return 0;
}

static void add_ios(struct io_tally *tally, uint64_t ios, uint64_t ns)
{
	for (uint64_t i = 0; i < ios; i++) {
		moments_add(&tally->clat, ns);
		histogram_add(&tally->clat_histogram, ns);
	}
	tally->ios += ios;
	tally->bytes += ios * KIB(4);
}

/* I/Os that have ended in the first @elapsed_ns. */
static uint64_t ended(double iops, uint64_t elapsed_ns)
{
	return (uint64_t)(iops * (double)elapsed_ns / 1e9 + 0.5);
}

/* Each disk has four arms, which take a millisecond for one I/O. */
static void act(unsigned index, uint64_t duration_ns, struct io_outcome *outcome)
{
	const struct io_work *work = &fake_group.works[index];
	double iops = fmin(1000 * fmin(work->depth, 4), fake_group.most_iops / work_count);
	uint64_t ios = ended(iops, worked_ns[index] + duration_ns) - ended(iops, worked_ns[index]);
	uint64_t writes = ios - ios * work->read_percent / 100;
	uint64_t left = (work->write_limit_bytes - written_bytes[index]) / KIB(4);

	if (writes > left) { /* it ends when the last of them has */
		ios = ios * left / writes;
		duration_ns = duration_ns * left / writes;
		writes = left;
		outcome->done = true;
	}
	worked_ns[index] += duration_ns;
	written_bytes[index] += writes * KIB(4);
	add_ios(&outcome->tally[IO_READ], ios - writes, (uint64_t)(work->depth * 1e9 / iops));
	add_ios(&outcome->tally[IO_WRITE], writes, (uint64_t)(work->depth * 1e9 / iops));
	/* that there is nothing left to do takes a moment, too */
	outcome->elapsed_ns += duration_ns ? duration_ns : 1000;
}

int __wrap_io_group_run(struct io_group *group, uint64_t duration_ns, struct io_outcome *outcomes,
                        int *rcs)
{
	(void)group;
	(void)rcs;
	for (unsigned i = 0; i < work_count; i++)
		act(i, duration_ns, &outcomes[i]);
	return 0;
}

int __wrap_io_group_drain(struct io_group *group, struct io_outcome *outcomes, int *rcs)
{
	(void)group;
	(void)outcomes;
	(void)rcs;
	return 0;
}

void __wrap_io_group_close(struct io_group *group)
{
	(void)group;
}
