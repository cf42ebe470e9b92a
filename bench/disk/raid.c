/* SPDX-License-Identifier: MIT */
/*
 * raid.* - what software RAID makes of disks, against the disks themselves: levels 0, 1, 10, 5
 *
 * Method: first the disks that may be written, all at once, a thread each; then the md array
 * of them, one thread with as many I/Os in flight for each disk. Of both: writes, then
 * reads of 1 MiB in order, 8 in flight for each disk, over what was written; reads, then
 * writes of 4 KiB anywhere in it, 32 in flight for each disk. Past the page cache, by io_uring.
 * write, read, rread and rwrite are the array, _disks the disks together, _least the slowest of
 * them, _ratio the array by the disks together; _cpu is the CPU time of the whole machine beside
 * it, kernel workers and interrupts included. The grids have what each member gave while all
 * worked, in the order of test_data_remains_on.
 * Nothing marks the members: the array is made by /sys without metadata, taken to be in step,
 * and gone afterwards. What was written stays.
 * Unit:   bytes per second in order, I/Os per second at random; ratios and shares from 0 to 1.
 * Error:  the kernel counts the CPU time of a machine in ticks of up to 10 ms, and whatever else
 * runs is in it. One thread drives the array, which on very fast disks is the limit. On disks
 * that turn, the start is faster than the rest. A disk with a write cache may take more than it
 * can keep up.
 * Source: a field test of software RAID against a controller: the same load on each, CPU beside.
 */

#include "bench/disk/array.h"
#include "bench/disk/door.h"
#include "bench/disk/queue.h"
#include "bench/disk/subject.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define IN_ORDER_BYTES GIB(4) /* written to each disk at most, by one of the two */
#define AT_RANDOM_BYTES GIB(1)
#define TIMEOUT_S 1800
#define MAKE_NS SECONDS(1) /* usually, to make an array and to stop it */

static const struct load loads[] = {
	{ "write", false, true, MIB(1), 8, IN_ORDER_BYTES, 0 },
	{ "read", false, false, MIB(1), 8, 0, 0 },
	{ "rread", true, false, KIB(4), 32, 0, 0x7a1d },
	{ "rwrite", true, true, KIB(4), 32, AT_RANDOM_BYTES, 0x7a1e },
};

struct raid {
	struct array array;
	struct figure members[countof(loads)], figures[countof(loads)];
};

static bool is_member(const struct run *run, const struct disk *disk)
{
	return disk->may_write && machine_wants(run->machine, run->job->wanted, disk);
}

/* What @load may write to each disk: what the fastest of them can take. */
static uint64_t limit_bytes(const struct run *run, const struct load *load)
{
	uint64_t most_bytes = 0;

	for (unsigned i = 0; i < run->machine->disk_count && load->write; i++) {
		const struct disk *disk = &run->machine->disks[i];
		uint64_t bytes = subject_limit_bytes(run, load, disk);

		if (is_member(run, disk) && bytes > most_bytes)
			most_bytes = bytes;
	}
	return most_bytes;
}

/* Each member is written to twice: by itself, and as a part of the array. */
static uint64_t writes_bytes(const struct run *run)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < countof(loads); i++)
		bytes += 2 * limit_bytes(run, &loads[i]);
	return bytes;
}

static uint64_t expect_ns(const struct run *run)
{
	return MAKE_NS + 2 * countof(loads) * subject_load_ns(run);
}

/* The disks whose data an array holds, so that no member is written to more than before. */
static unsigned write_share(const struct array *array)
{
	switch (array->level) {
	case 0: return array->disk_count;
	case 1: return 1;
	default: return array->disk_count / 2; /* copies; or a block and its parity */
	}
}

/* The disks that may be written, as many as the level takes; which is in the test's name. */
static int choose(struct run *run, struct array *array)
{
	unsigned level = (unsigned)strtoul(run->job->benchmark->name + strlen("raid."), NULL, 10);
	unsigned most = level == 1 ? 2 : ARRAY_MEMBERS_MAX;
	char why[sizeof(run->result->reason)] = "";
	uint64_t least_kib = UINT64_MAX;

	memset(array, 0, sizeof(*array));
	array->level = level;
	array->chunk_kib = level == 10 ? 256 : 512;
	for (unsigned i = 0; i < run->machine->disk_count && array->disk_count < most; i++) {
		const struct disk *disk = &run->machine->disks[i];

		if (!is_member(run, disk) || run_is_barred(run, disk))
			continue;
		array->disks[array->disk_count++] = disk;
		if (disk->bytes / 1024 < least_kib)
			least_kib = disk->bytes / 1024;
	}
	if (level == 10)
		array->disk_count &= ~1u;
	array->component_kib = least_kib / array->chunk_kib * array->chunk_kib;
	if (array_check(array, why, sizeof(why)))
		return skip(run, "%s", why);
	if (run->job->write_limit_bytes < writes_bytes(run))
		return skip(run, "may write %.0f MB to each disk, and needs to be allowed %.0f MB",
		            (double)run->job->write_limit_bytes / 1e6,
		            (double)writes_bytes(run) / 1e6);
	return 0;
}

/* @suffix  of the names of their numbers, which are there as soon as they are known */
static int run_loads(struct run *run, struct subject *subject, const char *suffix,
                     struct figure *figures)
{
	char name[sizeof(((struct metric *)0)->name)];
	int rc = 0;

	for (size_t i = 0; i < countof(loads) && rc == 0; i++) {
		struct load load = loads[i];

		load.limit_bytes = limit_bytes(run, &load);
		run_rest(run);
		rc = subject_load(run, subject, &load, &figures[i]);
		if (rc)
			break;
		snprintf(name, sizeof(name), "%s%s", load.name, suffix);
		subject_note(run, &load, name, &figures[i]);
	}
	while (subject->count > 0)
		close(subject->fds[--subject->count]);
	return rc;
}

static int measure_members(struct run *run, struct raid *raid)
{
	struct subject subject = { .width = 1,
		                   .write_share = 1,
		                   .region_bytes = KIB(raid->array.component_kib) };
	char why[sizeof(run->result->reason)] = "";
	int fd;

	for (unsigned i = 0; i < raid->array.disk_count; i++) {
		const struct disk *disk = raid->array.disks[i];

		fd = disk_open_for_write(disk, "", DOOR_DIRECT, why, sizeof(why));
		if (fd < 0)
			return skip(run, "%s", why);
		subject.names[subject.count] = disk->name;
		subject.fds[subject.count++] = fd;
	}
	return run_loads(run, &subject, "_disks", raid->members);
}

static int measure_array(struct run *run, struct raid *raid)
{
	struct array *array = &raid->array;
	struct subject subject = { .names = { array->name },
		                   .width = array->disk_count,
		                   .write_share = write_share(array),
		                   .region_bytes = array_bytes(array) };
	char why[sizeof(run->result->reason)] = "";
	uint64_t settled_ns = array_settle(array);
	int rc;

	if (settled_ns >= SECONDS(1))
		param_number(run, "resync_s", round((double)settled_ns / 1e9));
	param_number(run, "array_bytes", (double)subject.region_bytes);
	subject.fds[0] =
	    array_open_for_write(run->machine, array->name, "", DOOR_DIRECT, why, sizeof(why));
	if (subject.fds[0] < 0)
		return broken(run, "%s", why);
	subject.count = 1;
	rc = run_loads(run, &subject, "", raid->figures);
	cost_note(run, &subject.spent, subject.ios);
	return rc;
}

static void note_params(struct run *run, const struct array *array)
{
	char names[64] = "";
	size_t used = 0;

	for (unsigned i = 0; i < array->disk_count && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? " " : "",
		                         array->disks[i]->name);
	param_text(run, "test_data_remains_on", names);
	param_number(run, "members", array->disk_count);
	param_number(run, "component_bytes", (double)KIB(array->component_kib));
	if (array->level != 1)
		param_number(run, "chunk_bytes", (double)KIB(array->chunk_kib));
	queue_note(run, array->disks[0]);
}

static double mean(const struct figure *figure)
{
	double sum = 0;

	for (unsigned i = 0; i < figure->sample_count; i++)
		sum += figure->samples[i];
	return sum / figure->sample_count;
}

/* What each member gave, under the loads in order or at random. */
static void add_members(struct run *run, const struct raid *raid, const char *name, bool random)
{
	unsigned count = raid->array.disk_count, row = 0;
	struct grid *grid =
	    grid_add(run, name, random ? UNIT_OPS_PER_S : UNIT_BYTES_PER_S, count, 2);

	snprintf(grid->x_name, sizeof(grid->x_name), "member");
	snprintf(grid->y_name, sizeof(grid->y_name), "read_percent");
	for (size_t i = 0; i < countof(loads); i++) {
		if (loads[i].random != random)
			continue;
		grid->y[row] = loads[i].write ? 0 : 100;
		for (unsigned j = 0; j < count; j++) {
			grid->x[j] = j + 1;
			grid->values[row * count + j] = raid->members[i].parts[j];
		}
		row++;
	}
}

static void note_figures(struct run *run, const struct raid *raid)
{
	add_members(run, raid, "members_in_order", false);
	add_members(run, raid, "members_at_random", true);
	char name[sizeof(((struct metric *)0)->name)];

	for (size_t i = 0; i < countof(loads); i++) {
		const struct figure *array = &raid->figures[i], *members = &raid->members[i];
		const char *load = loads[i].name;
		double best = mean(members);

		snprintf(name, sizeof(name), "%s_least", load);
		subject_note_least(run, &loads[i], name, members);
		snprintf(name, sizeof(name), "%s_ratio", load);
		metric_sample(metric_add(run, name, UNIT_COUNT, BETTER_HIGHER),
		              best > 0 ? mean(array) / best : 0);
	}
}

static int measure_raid(struct run *run)
{
	char why[sizeof(run->result->reason)] = "";
	struct raid *raid;
	void *memory;
	int rc;

	rc = run_alloc(run, sizeof(*raid), &memory);
	if (rc)
		return rc;
	raid = memory;
	rc = choose(run, &raid->array);
	if (rc)
		return rc;
	note_params(run, &raid->array);
	rc = measure_members(run, raid);
	if (rc)
		return rc;
	if (array_make(&raid->array, "", why, sizeof(why)))
		return skip(run, "%s", why);
	rc = measure_array(run, raid);
	array_end(&raid->array);
	if (rc == 0)
		note_figures(run, raid);
	return rc;
}

#define RAID(level, what)                                                                       \
	{                                                                                       \
		.name = "raid." #level, .title = "md RAID " #level " " what,                    \
		.source = "field test of software RAID", .target = TARGET_ARRAY,                \
		.timeout_s = TIMEOUT_S, .estimate_ns = expect_ns, .writes_bytes = writes_bytes, \
		.measure = measure_raid,                                                        \
	}

const struct benchmark raid_0 = RAID(0, "in chunks of 512 KiB against its disks");
const struct benchmark raid_1 = RAID(1, "of two disks against both");
const struct benchmark raid_10 = RAID(10, "in chunks of 256 KiB against its disks");
const struct benchmark raid_5 = RAID(5, "in chunks of 512 KiB against its disks");
