/* SPDX-License-Identifier: MIT */
/*
 * disk.profile - how fast a disk gives its data, from one end to the other
 *
 * Method: the disk is cut into 64 zones of equal size, or fewer where there is less than 40 ms
 * for each. In each, reads of 256 KiB in order, 8 in flight, past the page cache (O_DIRECT) by
 * io_uring: a fifth of the time to get there, the rest counted. In the full plan it goes four
 * times from the first zone to the last. A zone below 70 % of the median of its four neighbours
 * on each side is read again, up to twice, each time four times as long, between two readings of
 * the nearest zone that is not slow: something else may have had the disk or the CPU. The
 * fastest reading counts. What is slow again each time, also against that zone in the same
 * moment, is named with its place, in "slow_1" and so on.
 * Unit:   bytes per second. The grid has it for each zone; "start", "end", "least" and
 * "average" (the harmonic mean: a disk read in one go) are of it.
 * Error:  only the beginning of each zone is read: a few slow blocks elsewhere are not seen.
 * In a short plan a disk that turns has hardly found its zone when it has to go on.
 * Source: zoned recording: Ruemmler and Wilkes, An introduction to disk drive modeling, 1994
 */

#include "bench/disk/trial.h"
#include "bench/disk/zones.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define BLOCK_BYTES (256u << 10)
#define ZONE_LEAST_NS MS(40) /* fewer zones in less time */
#define AGAIN 2              /* so often a slow zone is read again, */
#define AGAIN_TIMES 4        /* for so many times the time: beyond what a cache has of it */
#define DEPTH 8
#define SLOW_NAMED 4 /* of the slow zones, with their place */

static struct profile {
	unsigned count;
	uint64_t zone_bytes;
	uint64_t bytes[ZONES_MAX], elapsed_ns[ZONES_MAX]; /* read in each */
	double speeds[ZONES_MAX];                         /* bytes per second */
	bool read_again[ZONES_MAX];
	double shares[ZONES_MAX]; /* of the zone beside it, read again: the highest */
} profile;

static int prepare_profile(struct run *run)
{
	return trial_open(run, false, 2 * BLOCK_BYTES);
}

/* Read in one zone for @time_ns. */
static int read_zone(struct run *run, struct profile *p, unsigned zone, uint64_t time_ns)
{
	const struct trial *trial = run->state;
	const struct stimulus stimulus = { .block_bytes = BLOCK_BYTES,
		                           .depth = DEPTH,
		                           .read_percent = 100,
		                           .start_bytes = zone * p->zone_bytes,
		                           .region_bytes = p->zone_bytes };
	int rc = trial_begin(run, &stimulus);

	if (rc == 0)
		rc = trial_slice(run, time_ns / 5);
	if (rc == 0)
		rc = trial_slice(run, time_ns - time_ns / 5);
	if (rc)
		return rc;
	p->bytes[zone] += trial->slice.tally[IO_READ].bytes;
	p->elapsed_ns[zone] += trial->slice.elapsed_ns;
	return trial_end(run);
}

static double speed_of(const struct profile *p, unsigned zone)
{
	return (double)p->bytes[zone] * 1e9 / (double)p->elapsed_ns[zone];
}

/* Read one zone again, for itself. */
static int read_again(struct run *run, struct profile *p, unsigned zone, uint64_t time_ns,
                      double *speed)
{
	int rc;

	p->bytes[zone] = p->elapsed_ns[zone] = 0;
	rc = read_zone(run, p, zone, time_ns);
	if (rc == 0)
		*speed = speed_of(p, zone);
	return rc;
}

/* The nearest zone that is not slow; @zone itself if there is none. */
static unsigned nearest_fast(const struct profile *p, const bool *slow, unsigned zone)
{
	for (unsigned away = 1; away < p->count; away++) {
		if (zone >= away && !slow[zone - away])
			return zone - away;
		if (zone + away < p->count && !slow[zone + away])
			return zone + away;
	}
	return zone;
}

/* Read @zone again between two readings of @fast: what slows down both is not the zone. */
static int compare_again(struct run *run, struct profile *p, unsigned zone, unsigned fast,
                         uint64_t time_ns)
{
	double before = 0, speed = 0, after = 0;
	int rc = read_again(run, p, fast, time_ns, &before);

	if (rc == 0)
		rc = read_again(run, p, zone, time_ns, &speed);
	if (rc == 0)
		rc = read_again(run, p, fast, time_ns, &after);
	if (rc)
		return rc;
	p->read_again[zone] = true;
	p->speeds[zone] = fmax(p->speeds[zone], speed);
	p->shares[zone] = fmax(p->shares[zone], 2 * speed / (before + after));
	return 0;
}

/*
 * Read those again that look slow, until @end_ns. Returns how many there were, or what
 * read_zone() returns.
 */
static int read_slow_again(struct run *run, struct profile *p, uint64_t time_ns, uint64_t end_ns)
{
	bool slow[ZONES_MAX];
	int found = 0;

	for (unsigned i = 0; i < p->count; i++)
		slow[i] = zone_share(p->speeds, p->count, i) < ZONE_SLOW_SHARE;
	for (unsigned i = 0; i < p->count && run->pace->now() < end_ns; i++) {
		int rc;

		if (!slow[i])
			continue;
		found++;
		rc = compare_again(run, p, i, nearest_fast(p, slow, i), time_ns);
		if (rc)
			return rc;
	}
	return found;
}

static void name_slow(struct run *run, const struct profile *p)
{
	unsigned found = 0;

	for (unsigned i = 0; i < p->count; i++) {
		double share = zone_share(p->speeds, p->count, i);
		char name[32], text[64];

		if (share >= ZONE_SLOW_SHARE || !p->read_again[i] ||
		    p->shares[i] >= ZONE_SLOW_SHARE || found++ >= SLOW_NAMED)
			continue;
		snprintf(name, sizeof(name), "slow_%u", found);
		snprintf(text, sizeof(text),
		         "zone %u from byte %" PRIu64 ": %.0f %% of its neighbours", i + 1,
		         i * p->zone_bytes, share * 100);
		param_text(run, name, text);
	}
	param_number(run, "slow_zones", found);
}

static void add_speed(struct run *run, const char *name, double speed)
{
	metric_sample(metric_add(run, name, UNIT_BYTES_PER_S, BETTER_HIGHER), speed);
}

static void report(struct run *run, const struct profile *p)
{
	struct grid *grid = grid_add(run, "throughput", UNIT_BYTES_PER_S, p->count, 1);
	double least = p->speeds[0], inverse = 0;

	snprintf(grid->x_name, sizeof(grid->x_name), "offset_bytes");
	for (unsigned i = 0; i < p->count; i++) {
		grid->x[i] = (double)(i * p->zone_bytes);
		grid->values[i] = p->speeds[i];
		least = p->speeds[i] < least ? p->speeds[i] : least;
		inverse += 1 / p->speeds[i];
	}
	add_speed(run, "start", p->speeds[0]);
	add_speed(run, "end", p->speeds[p->count - 1]);
	add_speed(run, "least", least);
	add_speed(run, "average", p->count / inverse);
	param_number(run, "zone_bytes", (double)p->zone_bytes);
	name_slow(run, p);
}

/* As many zones as there is time for, of whole blocks. */
static void choose_zones(const struct run *run, struct profile *p)
{
	uint64_t blocks = run->job->disk->bytes / BLOCK_BYTES;
	uint64_t affordable = (uint64_t)(classic_pass_s(run) * 1e9) / ZONE_LEAST_NS;

	*p = (struct profile){ .count = ZONES_MAX };
	if (p->count > affordable)
		p->count = affordable > 2 ? (unsigned)affordable : 2;
	if (p->count > blocks)
		p->count = (unsigned)blocks;
	p->zone_bytes = blocks / p->count * BLOCK_BYTES;
}

/* Read all zones, as often as the plan says; then those again that look slow. */
static int read_zones(struct run *run, struct profile *p)
{
	const uint64_t pass_ns = (uint64_t)(classic_pass_s(run) * 1e9);
	uint64_t time_ns = pass_ns / p->count, end_ns;
	int rc = 0;

	for (unsigned pass = 0; pass < classic_passes(run); pass++)
		for (unsigned i = 0; i < p->count && rc == 0; i++)
			rc = read_zone(run, p, i, time_ns);
	if (rc)
		return rc;
	for (unsigned i = 0; i < p->count; i++)
		p->speeds[i] = speed_of(p, i);
	end_ns = run->pace->now() + pass_ns;
	rc = 1;
	for (int i = 0; i < AGAIN && rc > 0; i++)
		rc = read_slow_again(run, p, time_ns *= AGAIN_TIMES, end_ns);
	return rc < 0 ? rc : 0;
}

static int measure_profile(struct run *run)
{
	const struct stimulus whole = { .block_bytes = BLOCK_BYTES,
		                        .depth = DEPTH,
		                        .read_percent = 100 };
	int rc;

	choose_zones(run, &profile);
	trial_note(run, &whole);
	rc = read_zones(run, &profile);
	if (rc)
		return rc;
	report(run, &profile);
	return trial_finish(run);
}

const struct benchmark disk_profile = {
	.name = "disk.profile",
	.title = "Reading speed in 64 zones from start to end; slow ones",
	.source = "zoned recording",
	.target = TARGET_DISK,
	.classic = { .pass_s = 32, .passes = 4 },
	.prepare = prepare_profile,
	.measure = measure_profile,
	.verify = trial_verify,
};
