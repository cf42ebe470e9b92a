/* SPDX-License-Identifier: MIT */
/*
 * dd.file - how fast files are written and brought to the disk
 *
 * Method: dd bs=1M count=1024 if=/dev/zero of=FILE conv=fdatasync, five files one after the
 * other: through the page cache of the file system, one write at a time, flushed once at the
 * end. The clock starts when the file is open and stops when it is flushed; closing is timed
 * apart. Each file is a sample. They are in the directory that the user named, or on an ext4 of
 * our own on a disk that may be written. Where there is less room, or a plan shortens the
 * classics, the files are smaller.
 * Unit:   bytes per second; nanoseconds to close.
 * Error:  zeroes are compressed by some disks, volumes and file systems to nothing. A file that
 * is smaller than 1 GiB is flagged as short-region: caches take more of it.
 * Source: GNU dd 9.1, https://www.gnu.org/software/coreutils/
 */

#include "bench/dd/dd_pass.h"
#include "bench/disk/door.h"
#include "bench/disk/forecast.h"
#include "bench/disk/store.h"
#include "bench/lib/clock.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FILES 5
#define ROOM_SHARE 0.9 /* of the free space */

struct files {
	struct store store;
	struct metric *throughput, *close;
	uint64_t bytes; /* of each */
};

/* A file system of ours has room for the files, and for what is left free of it. */
static uint64_t writes_bytes(const struct run *run)
{
	uint64_t bytes = classic_passes(run) * dd_pass_wanted_bytes(run);

	return (uint64_t)((double)bytes / ROOM_SHARE) + store_overhead_bytes(bytes);
}

static uint64_t expect_ns(const struct run *run)
{
	uint64_t bytes = classic_passes(run) * dd_pass_wanted_bytes(run);

	return store_expect_ns(run) + forecast_time_ns(run->job->disk, bytes, MIB(1));
}

static int prepare_files(struct run *run)
{
	static struct files files;

	run->state = &files;
	return store_open(run, "ext4", &files.store);
}

/* Both sides of one copy. Returns 0 or the value of broken(). */
static int open_pair(struct run *run, const char *path, struct dd_copy *copy)
{
	char why[sizeof(run->result->reason)];

	copy->input.fd =
	    door_open_path(run->machine, "/dev/zero", false, 0, NULL, why, sizeof(why));
	if (copy->input.fd < 0)
		return broken(run, "%s", why);
	copy->output.fd = door_open_path(run->machine, path, true, 0, NULL, why, sizeof(why));
	if (copy->output.fd >= 0)
		return 0;
	close(copy->input.fd);
	return broken(run, "%s", why);
}

static int write_file(struct run *run, const char *path)
{
	struct files *files = run->state;
	struct dd_copy copy = { .input = { .block_bytes = MIB(1) },
		                .output = { .block_bytes = MIB(1) },
		                .flush = DD_FLUSH_DATA };
	struct dd_outcome outcome;
	uint64_t start_ns;
	int rc = open_pair(run, path, &copy);

	if (rc)
		return rc;
	rc = dd_pass(run, &copy, files->bytes, "/dev/zero", path, files->throughput, &outcome);
	close(copy.input.fd);
	start_ns = clock_now_ns();
	if (close(copy.output.fd) < 0 && rc == 0)
		rc = fail(run, "close %s: %s", path, strerror(errno));
	metric_sample(files->close, (double)(clock_now_ns() - start_ns));
	return rc;
}

static int measure_files(struct run *run)
{
	struct files *files = run->state;
	char name[16], path[sizeof(files->store.directory) + sizeof(name)];
	uint64_t room_bytes = (uint64_t)((double)files->store.free_bytes * ROOM_SHARE);
	int rc = 0;

	if (!files->store.made && room_bytes > run->job->write_limit_bytes)
		room_bytes = run->job->write_limit_bytes;
	files->bytes = dd_pass_bytes(run, room_bytes / classic_passes(run));
	if (files->bytes == 0)
		return skip(run, "no room for %u files of 1 MiB", classic_passes(run));
	param_number(run, "block_bytes", (double)MIB(1));
	param_number(run, "file_bytes", (double)files->bytes);
	files->throughput = metric_add(run, "throughput", UNIT_BYTES_PER_S, BETTER_HIGHER);
	files->close = metric_add(run, "close", UNIT_NS, BETTER_LOWER);
	for (unsigned i = 0; rc == 0 && i < classic_passes(run); i++) {
		snprintf(name, sizeof(name), "dd.%u", i);
		if (text_path(path, sizeof(path), files->store.directory, name))
			return broken(run, "%s: too long", files->store.directory);
		run_rest(run);
		rc = write_file(run, path);
	}
	return rc;
}

static void remove_files(struct run *run)
{
	struct files *files = run->state;

	if (files->store.directory[0])
		store_close(&files->store);
}

const struct benchmark dd_file = {
	.name = "dd.file",
	.title = "Files of zeroes written and flushed, one after the other",
	.source = "dd bs=1M count=1024 if=/dev/zero conv=fdatasync",
	.target = TARGET_STORE,
	.timeout_s = 900,
	.classic = { .pass_s = 10, .passes = FILES },
	.estimate_ns = expect_ns,
	.writes_bytes = writes_bytes,
	.prepare = prepare_files,
	.measure = measure_files,
	.cleanup = remove_files,
};
