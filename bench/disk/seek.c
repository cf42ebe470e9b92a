/* SPDX-License-Identifier: MIT */
/*
 * disk.seek - how long a disk that turns takes to get from one place to another
 *
 * Method: pairs of reads of 4096 bytes (or one logical block, if that is larger) past the page
 * cache (O_DIRECT): one to put the heads somewhere, at a place drawn uniformly, one a given
 * part of the disk away, forward and backward in turn. The second is timed, from call to
 * return. Parts are 1/64, 1/32 ... 1/2, and all of the disk but 1/1024 of it, to have places
 * to draw from. Each sample is the mean over a seventh of a slice of time, one pair at least.
 * Unit:   nanoseconds: of a seek, half a turn on average, and a read.
 * Error:  half a turn more or less for each pair; the grid has the mean of all. Distance is in
 * blocks: tracks at the end of a disk hold fewer of them. A cache in the disk hardly helps: a
 * place is seldom read twice.
 * Source: Ruemmler and Wilkes, An introduction to disk drive modeling, 1994 (seek-time curve)
 */

#include "bench/disk/trial.h"
#include "bench/lib/random.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define BLOCK_BYTES 4096u
#define SEED 0xbb67ae8584caa73bu
#define ROOM 1024 /* the longest seek leaves this part of the disk to draw from */

/* The parts of the disk, as one of so many. */
static const unsigned parts[] = { 64, 32, 16, 8, 4, 2, 1 };

static struct seek {
	void *block;
	uint32_t block_bytes;
	uint64_t blocks; /* of the disk */
	uint64_t random;
	bool backward;
	struct metric *metrics[countof(parts)];
	struct moments all[countof(parts)]; /* ns */
} seek;

static int prepare_seek(struct run *run)
{
	const struct disk *disk = run->job->disk;
	struct seek *s = &seek;
	int rc;

	if (!disk->rotational)
		return skip(run, "%s does not turn", disk->name);
	*s = (struct seek){ .random = SEED, .block_bytes = BLOCK_BYTES };
	if (s->block_bytes < disk->logical_block_bytes)
		s->block_bytes = disk->logical_block_bytes;
	s->blocks = disk->bytes / s->block_bytes;
	rc = trial_open(run, false, ROOM * s->block_bytes);
	return rc ? rc : run_alloc(run, s->block_bytes, &s->block);
}

static int read_block(struct run *run, const struct seek *s, uint64_t block)
{
	const struct trial *trial = run->state;
	uint64_t offset = block * s->block_bytes;
	ssize_t got = pread(trial->fd, s->block, s->block_bytes, (off_t)offset);

	return read_check(run, offset, s->block_bytes, got < 0 ? -errno : (int)got);
}

/* One pair of reads, @distance blocks apart. */
static int seek_once(struct run *run, struct seek *s, uint64_t distance, uint64_t *elapsed_ns)
{
	struct trial *trial = run->state;
	uint64_t low = random_next(&s->random) % (s->blocks - distance), high = low + distance;
	uint64_t start_ns;
	int rc;

	s->backward = !s->backward;
	rc = read_block(run, s, s->backward ? high : low);
	if (rc)
		return rc;
	start_ns = run->pace->now();
	rc = read_block(run, s, s->backward ? low : high);
	*elapsed_ns = run->pace->now() - start_ns;
	trial->ios += 2;
	return rc;
}

/* One sample of one distance. */
static int seek_for_a_while(struct run *run, struct seek *s, unsigned part)
{
	uint64_t distance =
	    parts[part] == 1 ? s->blocks - s->blocks / ROOM : s->blocks / parts[part];
	uint64_t end_ns = run->pace->now() + run->pace->sample_ns / countof(parts), elapsed_ns;
	struct moments few = { 0 };
	int rc;

	do {
		rc = seek_once(run, s, distance, &elapsed_ns);
		if (rc)
			return rc;
		moments_add(&few, elapsed_ns);
	} while (run->pace->now() < end_ns);
	metric_sample(s->metrics[part], moments_mean(&few));
	moments_merge(&s->all[part], &few);
	return 0;
}

static void report(struct run *run, const struct seek *s)
{
	struct grid *grid = grid_add(run, "seek", UNIT_NS, countof(parts), 1);

	snprintf(grid->x_name, sizeof(grid->x_name), "distance_bytes");
	for (unsigned i = 0; i < countof(parts); i++) {
		grid->x[i] = (double)(s->blocks / parts[i] * s->block_bytes);
		grid->values[i] = moments_mean(&s->all[i]);
	}
	param_number(run, "block_bytes", s->block_bytes);
	param_number(run, "region_bytes", (double)s->blocks * s->block_bytes);
}

static int measure_seek(struct run *run)
{
	struct trial *trial = run->state;
	struct seek *s = &seek;
	int rc = 0;

	for (unsigned i = 0; i < countof(parts); i++) {
		char name[32] = "seek_full";

		if (parts[i] > 1)
			snprintf(name, sizeof(name), "seek_1_%u", parts[i]);
		s->metrics[i] = metric_add(run, name, UNIT_NS, BETTER_LOWER);
	}
	cost_look(&trial->start, "");
	for (unsigned sample = 0; sample < run->pace->samples && rc == 0; sample++) {
		run_rest(run);
		for (unsigned i = 0; i < countof(parts) && rc == 0; i++)
			rc = seek_for_a_while(run, s, i);
	}
	if (rc)
		return rc;
	cost_add(&trial->spent, &trial->start, "");
	report(run, s);
	return trial_finish(run);
}

const struct benchmark disk_seek = {
	.name = "disk.seek",
	.title = "Time to get from place to place, against the distance",
	.source = "seek-time curve of Ruemmler and Wilkes",
	.target = TARGET_DISK,
	.prepare = prepare_seek,
	.measure = measure_seek,
	.verify = trial_verify,
};
