/* SPDX-License-Identifier: MIT */
/*
 * fs.* - what a file system costs: a file on ext2, ext3 or ext4 against the disk itself, raw
 * itself
 *
 * Method: a new file system by mke2fs at the start of the disk, mounted for this test only; in
 * it one new file, written in blocks of 1 MiB in order, 8 in flight, past the page cache
 * (O_DIRECT) by io_uring; then what was written is read in the same way. raw does the
 * same at the start of the disk, without a file system. _cpu is the CPU time of the
 * whole machine beside it.
 * Unit:   bytes per second; shares of all CPUs from 0 to 1.
 * Error:  on a disk that turns the file may lie further inside than what raw writes. At its
 * first writing a file is also made longer, which the kernel does one write after the other.
 * The kernel counts CPU time of a machine in ticks of up to 10 ms.
 * Source: a field test of a controller: dd on the raw device and on ext3.
 */

#include "bench/disk/door.h"
#include "bench/disk/queue.h"
#include "bench/disk/store.h"
#include "bench/disk/subject.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FILE_BYTES GIB(1)
#define WRITES_BYTES GIB(4) /* at most: the file over and over */
#define ROOM_SHARE 0.75     /* of what is free, for the file */

static const struct load loads[] = {
	{ "write", false, true, MIB(1), 8, WRITES_BYTES, 0 },
	{ "read", false, false, MIB(1), 8, 0, 0 },
};

static uint64_t limit_bytes(const struct run *run)
{
	return subject_limit_bytes(run, &loads[0], run->job->disk);
}

static uint64_t writes_bytes(const struct run *run)
{
	return limit_bytes(run) + store_overhead_bytes(FILE_BYTES);
}

static uint64_t expect_ns(const struct run *run)
{
	return store_expect_ns(run) + countof(loads) * subject_load_ns(run);
}

static int load_fd(struct run *run, int fd, const char *name, uint64_t room_bytes)
{
	struct subject subject = { .fds = { fd },
		                   .names = { name },
		                   .count = 1,
		                   .width = 1,
		                   .write_share = 1,
		                   .region_bytes =
		                       room_bytes < FILE_BYTES ? room_bytes : FILE_BYTES };
	struct figure figure;
	int rc = 0;

	subject.region_bytes -= subject.region_bytes % MIB(1);
	if (subject.region_bytes == 0)
		return skip(run, "%s has no room for a file", run->job->disk->name);
	if (run->job->write_limit_bytes < writes_bytes(run))
		return skip(run, "may write %.0f MB, and needs to be allowed %.0f MB",
		            (double)run->job->write_limit_bytes / 1e6,
		            (double)writes_bytes(run) / 1e6);
	param_number(run, "region_bytes", (double)subject.region_bytes);
	for (size_t i = 0; i < countof(loads) && rc == 0; i++) {
		struct load load = loads[i];

		load.limit_bytes = limit_bytes(run);
		run_rest(run);
		rc = subject_load(run, &subject, &load, &figure);
		if (rc == 0)
			subject_note(run, &loads[i], loads[i].name, &figure);
	}
	cost_note(run, &subject.spent, subject.ios);
	return rc;
}

static int measure_raw(struct run *run)
{
	const struct disk *disk = run->job->disk;
	char why[sizeof(run->result->reason)] = "";
	int rc, fd = disk_open_for_write(disk, "", DOOR_DIRECT, why, sizeof(why));

	if (fd < 0)
		return skip(run, "%s", why);
	queue_note(run, disk);
	rc = load_fd(run, fd, disk->name, (uint64_t)(ROOM_SHARE * (double)disk->bytes));
	close(fd);
	return rc;
}

/* The kind is the last part of the test's name. */
static int measure_file(struct run *run)
{
	const char *kind = run->job->benchmark->name + strlen("fs.");
	char path[sizeof(((struct store *)0)->directory) + 8];
	char why[sizeof(run->result->reason)] = "";
	struct store store;
	int fd, rc;

	queue_note(run, run->job->disk);
	rc = store_open(run, kind, &store);
	if (rc)
		return rc;
	snprintf(path, sizeof(path), "%s/file", store.directory);
	fd = door_open_path(run->machine, path, true, DOOR_DIRECT, NULL, why, sizeof(why));
	if (fd < 0) {
		rc = broken(run, "%s", why);
	} else {
		rc = load_fd(run, fd, kind, (uint64_t)(ROOM_SHARE * (double)store.free_bytes));
		close(fd);
	}
	store_close(&store);
	return rc;
}

const struct benchmark fs_raw = {
	.name = "fs.raw",
	.title = "1 MiB blocks in order on the disk itself",
	.source = "field test of a controller",
	.target = TARGET_WRITE,
	.estimate_ns = expect_ns,
	.writes_bytes = writes_bytes,
	.measure = measure_raw,
};

const struct benchmark fs_ext2 = {
	.name = "fs.ext2",
	.title = "1 MiB blocks in order in a file on ext2",
	.source = "field test of a controller",
	.target = TARGET_WRITE,
	.estimate_ns = expect_ns,
	.writes_bytes = writes_bytes,
	.measure = measure_file,
};

const struct benchmark fs_ext3 = {
	.name = "fs.ext3",
	.title = "1 MiB blocks in order in a file on ext3",
	.source = "field test of a controller",
	.target = TARGET_WRITE,
	.estimate_ns = expect_ns,
	.writes_bytes = writes_bytes,
	.measure = measure_file,
};

const struct benchmark fs_ext4 = {
	.name = "fs.ext4",
	.title = "1 MiB blocks in order in a file on ext4",
	.source = "field test of a controller",
	.target = TARGET_WRITE,
	.estimate_ns = expect_ns,
	.writes_bytes = writes_bytes,
	.measure = measure_file,
};
