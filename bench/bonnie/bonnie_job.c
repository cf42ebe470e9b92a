/* SPDX-License-Identifier: MIT */
/*
 * bonnie - one large file and many small ones, as bonnie++ has them, as a job of a plan
 *
 * Method: in a directory that the user named, or on an ext4 of our own: a file of twice the memory
 * is written byte by byte (3 MiB), in chunks of 8 KiB, rewritten chunk by chunk, read byte by byte
 * and in chunks; then 8192 chunks at random places are read by 5 threads, and one in ten is
 * written back. 16384 empty files are created, looked at and removed, twice: with names in
 * order, and without. The time of a phase includes fsync() and close(), or sync(). A plan that
 * shortens it has a smaller file, which memory answers for, and fewer of all else: flagged as
 * short-region and cached.
 * Unit:   bytes, seeks or files a second; "_cpu" is CPU time as a share of the time of the phase,
 * which several seekers may bring above 1; "_max" the longest operation, in nanoseconds.
 * Error:  one pass, as the original has it, so no spread. A phase under 0.5 s says nothing, and the
 * original shows it as +++++; "short_phases" counts them. Nearly all that is written is zero: a
 * device that compresses shows more than it has for data.
 * Source: bonnie++ 2.00
 */

#include "bench/bench.h"
#include "bench/bonnie/bonnie.h"
#include "bench/disk/forecast.h"
#include "bench/disk/store.h"

#include <errno.h>
#include <stdio.h>

#define STORE_SHARE 0.9      /* of a file system that can be filled */
#define SHORT_MIB_PER_S 64   /* of a plan that shortens, and its samples */
#define SMALL_FILE_NS 200000 /* created, looked at and removed, twice */
#define FILE_SYSTEM "ext4"

/* The large file at full length: twice the memory, or what the disk has room for. */
static uint64_t full_mib(const struct machine *machine, const struct job *job)
{
	uint64_t size_mib = bonnie_default_mib(machine->memory.total_bytes >> 20);
	uint64_t room_mib =
	    job->disk ? (uint64_t)((double)job->disk->bytes * STORE_SHARE) >> 20 : size_mib;

	return room_mib < size_mib ? room_mib : size_mib;
}

/* At least one of each, and whole units. */
static uint32_t share_of(uint32_t number, double share, uint32_t unit)
{
	uint32_t units = (uint32_t)(number / unit * share);

	return (units ? units : 1) * unit;
}

/* What there is to do at full length, made as short as the plan wants it. */
static void make_options(const struct run *run, struct bonnie_options *options)
{
	const struct pace *pace = run->pace;
	uint64_t size_mib = pace->sample_ns * pace->samples * SHORT_MIB_PER_S / SECONDS(1) + 1;

	bonnie_default(options);
	options->seed = 1;
	options->size_mib = full_mib(run->machine, run->job);
	if (pace->classic_share >= 1)
		return;
	if (size_mib < options->size_mib)
		options->size_mib = size_mib;
	options->byte_bytes =
	    share_of(options->byte_bytes, pace->classic_share, options->chunk_bytes);
	options->seeks = share_of(options->seeks, pace->classic_share, 1);
	options->file_count = share_of(options->file_count, pace->classic_share, 1);
	options->seek_wait_ns = 0;
}

static uint64_t writes_bytes(const struct run *run)
{
	struct bonnie_options options;

	make_options(run, &options);
	return bonnie_writes_bytes(&options) + store_overhead_bytes(MIB(options.size_mib));
}

/* The file is written, rewritten and read; then seeks, and small files. */
static uint64_t expect_ns(const struct run *run)
{
	const struct disk *disk = run->job->disk;
	struct bonnie_options options;

	make_options(run, &options);
	return store_expect_ns(run) + forecast_time_ns(disk, 4 * MIB(options.size_mib), MIB(1)) +
	       options.seek_wait_ns + forecast_seeks_ns(disk, options.seeks) +
	       options.file_count * SMALL_FILE_NS;
}

/* No larger than there is room. */
static void fit(struct run *run, const struct store *store, struct bonnie_options *options)
{
	uint64_t full = bonnie_default_mib(run->machine->memory.total_bytes >> 20);
	uint64_t room = (uint64_t)((double)store->free_bytes * STORE_SHARE) >> 20;

	if (room < options->size_mib)
		options->size_mib = room;
	if (options->size_mib < full)
		run->result->warnings |= WARN_SHORT_REGION | WARN_CACHED;
}

static void add_figure(struct run *run, enum bonnie_phase phase, const struct bonnie_figure *figure)
{
	enum unit unit = phase < BONNIE_SEEK ? UNIT_BYTES_PER_S : UNIT_OPS_PER_S;
	double rate = bonnie_rate(figure) * (phase < BONNIE_SEEK ? 1024 : 1);
	const char *phase_name = bonnie_phase_name(phase);
	char name[32];

	metric_sample(metric_add(run, phase_name, unit, BETTER_HIGHER), rate);
	snprintf(name, sizeof(name), "%s_cpu", phase_name);
	metric_sample(metric_add(run, name, UNIT_COUNT, BETTER_LOWER),
	              (double)figure->cpu_ns / (double)figure->elapsed_ns);
	snprintf(name, sizeof(name), "%s_max", phase_name);
	metric_sample(metric_add(run, name, UNIT_NS, BETTER_LOWER), (double)figure->longest_ns);
}

static struct run *live; /* the run that the phases are of */
static const struct bonnie_outcome *live_outcome;

/* A number as soon as it is known, and a rest before the next phase. */
static void show_phase(enum bonnie_phase phase, bool ended)
{
	if (!ended)
		return;
	add_figure(live, phase, &live_outcome->figures[phase]);
	run_rest(live);
}

static void note_short_phases(struct run *run, const struct bonnie_outcome *outcome)
{
	unsigned short_phases = 0;

	for (int phase = 0; phase < BONNIE_PHASES; phase++)
		short_phases += outcome->figures[phase].elapsed_ns < BONNIE_SHORTEST_NS;
	param_number(run, "short_phases", short_phases);
}

static int run_in(struct run *run, const struct store *store)
{
	struct bonnie_outcome outcome;
	struct bonnie_options options;
	char why[sizeof(run->result->reason)];
	int rc;

	make_options(run, &options);
	options.directory = store->directory;
	fit(run, store, &options);
	if (options.size_mib == 0)
		return skip(run, "%s has no room for a file", store->directory);
	if (bonnie_writes_bytes(&options) > run->job->write_limit_bytes)
		return broken(run, "would write more than was planned");
	param_number(run, "file_mib", (double)options.size_mib);
	param_number(run, "chunk_bytes", options.chunk_bytes);
	param_number(run, "seeks", options.seeks);
	param_number(run, "seekers", options.seekers);
	param_number(run, "files", options.file_count);
	live = run;
	live_outcome = &outcome;
	rc = bonnie_run(&options, show_phase, &outcome, why, sizeof(why));
	if (rc == -ENOMEM)
		return broken(run, "%s", why);
	if (rc)
		return rc == -ENOSPC ? skip(run, "%s", why) : fail(run, "%s", why);
	note_short_phases(run, &outcome);
	return 0;
}

static int measure_bonnie(struct run *run)
{
	struct store store;
	int rc = store_open(run, FILE_SYSTEM, &store);

	if (rc)
		return rc;
	rc = run_in(run, &store);
	store_close(&store);
	return rc;
}

const struct benchmark bonnie = {
	.name = "bonnie.phases",
	.title = "A file of twice the memory, and small ones: bonnie++",
	.source = "bonnie++ 2.00",
	.target = TARGET_STORE,
	.timeout_s = 6 * 3600,
	.classic = { .pass_s = 200, .passes = 1 },
	.estimate_ns = expect_ns,
	.writes_bytes = writes_bytes,
	.measure = measure_bonnie,
};
