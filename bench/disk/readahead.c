/* SPDX-License-Identifier: MIT */
/*
 * readahead.* - reads in order through the page cache, with much read-ahead and as it was
 *
 * Method: reads of 64 KiB in order, one at a time, through the page cache, which is empty of
 * them: the kernel reads ahead. Half of a sample's time to begin with is not counted. .default
 * leaves the read-ahead of the disk as it is; .16384 sets it to 16384 sectors (8 MiB) and to
 * what it was in turns, each sample on a piece of the disk beside the other's, and puts it
 * back. gain_percent is how much faster it is with 16384 sectors.
 * Unit:   bytes per second; the gain in percent.
 * Error:  with less memory than a few read-aheads the kernel gives some of it up.
 * Source: blockdev --setra 16384 and dd, as for hardware RAID since Linux 2.6
 */

#include "bench/bench.h"
#include "bench/disk/door.h"
#include "bench/disk/queue.h"
#include "bench/disk/trial.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES KIB(64)
#define READ_AHEAD_KIB 8192

static int prepare(struct run *run)
{
	return trial_open(run, false, BLOCK_BYTES);
}

/* Read for half a sample's time to warm up and for a sample, or to the end of the piece. */
static int read_piece(struct run *run, int fd, uint64_t start_bytes, uint64_t bytes,
                      double *bytes_per_s)
{
	static struct io_outcome outcome; /* large */
	const struct io_work work = {
		.engine = IO_PSYNC,
		.fd = fd,
		.depth = 1,
		.region_start_bytes = start_bytes,
		.region_bytes = bytes,
		.read_percent = 100,
		.sizes = { { { BLOCK_BYTES, 100 } } },
		.size_count = { 1 },
	};
	char why[sizeof(run->result->reason)] = "";
	struct io *io;
	int rc;

	memset(&outcome, 0, sizeof(outcome));
	rc = io_open(&io, &work, why, sizeof(why));
	if (rc)
		return broken(run, "%s", why);
	rc = io_run(io, run->pace->sample_ns / 2, &outcome);
	if (rc == 0 && !outcome.done) { /* from here on as much is read ahead as was at the start */
		memset(&outcome, 0, sizeof(outcome));
		rc = io_run(io, run->pace->sample_ns, &outcome);
	}
	io_close(io);
	if (rc)
		return fail(run, "read at byte %llu: %s",
		            (unsigned long long)outcome.errors[0].offset_bytes, strerror(-rc));
	*bytes_per_s = (double)outcome.tally[IO_READ].bytes * 1e9 / (double)outcome.elapsed_ns;
	return 0;
}

/* The read-ahead of a disk is that of a file from when it was opened: open it anew. */
static int sample(struct run *run, uint32_t read_ahead_kib, uint64_t start_bytes, uint64_t bytes,
                  double *bytes_per_s)
{
	const struct queue_wish wish = { .read_ahead_kib = read_ahead_kib };
	const struct disk *disk = run->job->disk;
	char why[sizeof(run->result->reason)] = "";
	int fd, rc = 0;

	if (read_ahead_kib)
		rc = queue_begin(disk, "", &wish, why, sizeof(why));
	if (rc)
		return skip(run, "%s", why);
	fd = disk_open_for_read(disk, 0, why, sizeof(why));
	if (fd >= 0) {
		posix_fadvise(fd, (off_t)start_bytes, (off_t)bytes, POSIX_FADV_DONTNEED);
		rc = read_piece(run, fd, start_bytes, bytes, bytes_per_s);
		posix_fadvise(fd, (off_t)start_bytes, (off_t)bytes, POSIX_FADV_DONTNEED);
		close(fd);
	} else {
		rc = fail(run, "%s", why);
	}
	if (read_ahead_kib)
		queue_end();
	return rc;
}

/* The disk in as many pieces as there are samples: in whole blocks. */
static int piece_bytes(struct run *run, unsigned pieces, uint64_t *bytes)
{
	*bytes = run->job->disk->bytes / pieces / BLOCK_BYTES * BLOCK_BYTES;
	if (*bytes == 0)
		return skip(run, "%s is too small for %u samples", run->job->disk->name, pieces);
	param_number(run, "block_bytes", BLOCK_BYTES);
	return 0;
}

static int measure_default(struct run *run)
{
	struct metric *throughput = metric_add(run, "throughput", UNIT_BYTES_PER_S, BETTER_HIGHER);
	uint64_t bytes;
	double bytes_per_s;
	int rc = piece_bytes(run, run->pace->samples, &bytes);

	for (unsigned i = 0; i < run->pace->samples && rc == 0; i++) {
		run_rest(run);
		rc = sample(run, 0, i * bytes, bytes, &bytes_per_s);
		if (rc == 0)
			metric_sample(throughput, bytes_per_s);
	}
	return rc;
}

static int measure_16384(struct run *run)
{
	struct metric *much = metric_add(run, "throughput", UNIT_BYTES_PER_S, BETTER_HIGHER);
	struct metric *plain =
	    metric_add(run, "throughput_default", UNIT_BYTES_PER_S, BETTER_HIGHER);
	struct metric *gain = metric_add(run, "gain_percent", UNIT_COUNT, BETTER_HIGHER);
	unsigned pieces = 2 * run->pace->samples;
	double bytes_per_s[2];
	uint64_t bytes;
	int rc = piece_bytes(run, pieces, &bytes);

	for (unsigned i = 0; i < pieces && rc == 0; i++) {
		unsigned which = (i + i / 2) % 2; /* 0 1 1 0: neither is always the further in */

		run_rest(run);
		rc = sample(run, which ? READ_AHEAD_KIB : 0, i * bytes, bytes, &bytes_per_s[which]);
		if (rc || i % 2 == 0)
			continue;
		metric_sample(much, bytes_per_s[1]);
		metric_sample(plain, bytes_per_s[0]);
		metric_sample(gain, 100 * (bytes_per_s[1] / bytes_per_s[0] - 1));
	}
	return rc;
}

static uint64_t expect_16384_ns(const struct run *run)
{
	return 3 * run->pace->samples * run->pace->sample_ns; /* one and a half, for both */
}

const struct benchmark readahead_default = {
	.name = "readahead.default",
	.title = "Reads in order through the page cache, read-ahead as it is",
	.source = "dd if=/dev/DISK of=/dev/null bs=64k",
	.target = TARGET_DISK,
	.prepare = prepare,
	.measure = measure_default,
	.verify = trial_verify,
};

const struct benchmark readahead_16384 = {
	.name = "readahead.16384",
	.title = "Reads in order through the page cache, read-ahead of 16384 sectors",
	.source = "blockdev --setra 16384; dd if=/dev/DISK of=/dev/null bs=64k",
	.target = TARGET_DISK,
	.estimate_ns = expect_16384_ns,
	.prepare = prepare,
	.measure = measure_16384,
	.verify = trial_verify,
};
