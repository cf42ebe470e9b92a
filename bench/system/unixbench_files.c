/* SPDX-License-Identifier: MIT */
/*
 * unixbench_files.c - unixbench.fstime, fsbuffer, fsdisk: copy a file in the page cache
 *
 * The source of 2000 blocks is written over and over for 2 s, then read for 2 s, then
 * copied for 30 s; only the copying counts, in KiB per second by a clock of its own. The
 * target is never cut, so from the second sweep on its blocks are there already. At the
 * end the target must hold what was written.
 */

#include "bench/lib/clock.h"
#include "bench/system/alarm.h"
#include "bench/system/kernel_call.h"
#include "bench/system/unixbench_pass.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

#define BLOCKS 2000 /* in a file */
#define BLOCK_BYTES_MAX 8192
#define PRIME_S 2
#define COPY_S 30
#define MEMORY_SHARE 0.75 /* of what is available, for the files of all copies */

static unsigned char block[BLOCK_BYTES_MAX];

struct files {
	int source, target;
	size_t block_bytes;
};

static const struct {
	unsigned long type;
	const char *name;
} file_systems[] = {
	{ TMPFS_MAGIC, "tmpfs" },       { RAMFS_MAGIC, "ramfs" },
	{ EXT4_SUPER_MAGIC, "ext4" },   { XFS_SUPER_MAGIC, "xfs" },
	{ BTRFS_SUPER_MAGIC, "btrfs" }, { OVERLAYFS_SUPER_MAGIC, "overlayfs" },
	{ F2FS_SUPER_MAGIC, "f2fs" },   { NFS_SUPER_MAGIC, "nfs" },
	{ V9FS_MAGIC, "9p" },           { 0x2fc12fc1, "zfs" },
};

/* Name the file system, and see that there is room for the files of all copies. */
static int look_at_directory(const struct copy *copy, size_t block_bytes)
{
	double need_bytes = 2.0 * BLOCKS * (double)block_bytes * copy->run->job->copies;
	const struct machine *machine = copy->run->machine;
	struct statfs about;
	char name[32];

	if (statfs(copy->directory, &about) < 0)
		return skip(copy->run, "%s: %s", copy->directory, strerror(errno));
	snprintf(name, sizeof(name), "0x%lx", (unsigned long)about.f_type);
	for (size_t i = 0; i < countof(file_systems); i++)
		if (file_systems[i].type == (unsigned long)about.f_type)
			snprintf(name, sizeof(name), "%s", file_systems[i].name);
	param_text(copy->run, "directory", copy->directory);
	param_text(copy->run, "file_system", name);
	if (about.f_blocks && need_bytes > (double)about.f_bavail * (double)about.f_bsize)
		return skip(copy->run, "needs %.0f MB in %s, which has not so much room",
		            need_bytes / 1e6, copy->directory);
	if (need_bytes > MEMORY_SHARE * (double)machine->memory.available_bytes)
		return skip(copy->run, "needs %.0f MB of memory for its files", need_bytes / 1e6);
	return 0;
}

/* A file without a name: it goes with the process, whatever ends that. */
static int file_make(const struct copy *copy, unsigned number)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/assay-copy-%d-%u", copy->directory, getpid(), number);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return skip(copy->run, "%s: %s", path, strerror(errno));
	unlink(path);
	return fd;
}

static int write_block(const struct copy *copy, const struct files *files, int fd)
{
	ssize_t written = kernel_write(fd, block, files->block_bytes);

	if (written == (ssize_t)files->block_bytes)
		return 0;
	if (written >= 0 || written == -ENOSPC)
		return skip(copy->run, "%s is full", copy->directory);
	return fail(copy->run, "write in %s: %s", copy->directory, strerror((int)-written));
}

/* Returns 1 with a block read, 0 at the end of the file, or the value of fail(). */
static int read_block(const struct copy *copy, const struct files *files)
{
	ssize_t got = kernel_read(files->source, block, files->block_bytes);

	if (got < 0)
		return fail(copy->run, "read in %s: %s", copy->directory, strerror((int)-got));
	return got == (ssize_t)files->block_bytes;
}

/* Whole sweeps only, so that the file has its full size. */
static int prime_by_writing(const struct copy *copy, const struct files *files, double duration_s)
{
	pass_flush(copy->run, 2, 2);
	alarm_set(duration_s);
	do {
		for (unsigned i = 0; i < BLOCKS; i++) {
			int rc = write_block(copy, files, files->source);

			if (rc)
				return rc;
		}
		lseek(files->source, 0, SEEK_SET);
	} while (!alarm_rang);
	return 0;
}

static int prime_by_reading(const struct copy *copy, const struct files *files, double duration_s)
{
	pass_flush(copy->run, 2, 2);
	lseek(files->source, 0, SEEK_SET);
	alarm_set(duration_s);
	while (!alarm_rang) {
		int rc = read_block(copy, files);

		if (rc < 0)
			return rc;
		if (rc == 0)
			lseek(files->source, 0, SEEK_SET);
	}
	return 0;
}

static int copy_blocks(const struct copy *copy, const struct files *files, struct count *count)
{
	uint64_t blocks = 0, start_ns;

	pass_flush(copy->run, 2, 1);
	lseek(files->source, 0, SEEK_SET);
	start_ns = clock_now_ns();
	alarm_set(copy->duration_s);
	while (!alarm_rang) {
		int rc = read_block(copy, files);

		if (rc > 0) {
			rc = write_block(copy, files, files->target);
			blocks++;
		} else {
			lseek(files->source, 0, SEEK_SET);
			lseek(files->target, 0, SEEK_SET);
		}
		if (rc < 0)
			return rc;
	}
	count->time_s = (double)(clock_now_ns() - start_ns) * 1e-9;
	count->count = trunc((double)blocks * (double)files->block_bytes / 1024 / count->time_s);
	return 0;
}

/* Every byte of the target has the low 8 bits of its place. */
static int verify_target(const struct copy *copy, const struct files *files)
{
	ssize_t got;

	lseek(files->target, 0, SEEK_SET);
	for (uint64_t at = 0; (got = read(files->target, block, sizeof(block))) > 0;
	     at += (uint64_t)got)
		for (ssize_t i = 0; i < got; i++)
			if (block[i] != (unsigned char)(at + (uint64_t)i))
				return fail(copy->run, "byte %llu of the copy is wrong",
				            (unsigned long long)(at + (uint64_t)i));
	return got < 0 ? fail(copy->run, "read in %s: %s", copy->directory, strerror(errno)) : 0;
}

static int copy_files(const struct copy *copy, struct count *count, size_t block_bytes)
{
	double prime_s = copy->duration_s * PRIME_S / COPY_S;
	struct files files = { .block_bytes = block_bytes };
	int rc;

	for (size_t i = 0; i < sizeof(block); i++)
		block[i] = (unsigned char)i;
	rc = look_at_directory(copy, block_bytes);
	if (rc)
		return rc;
	files.source = file_make(copy, 0);
	files.target = files.source < 0 ? files.source : file_make(copy, 1);
	if (files.target < 0)
		return files.target;
	rc = prime_by_writing(copy, &files, prime_s);
	if (rc == 0)
		rc = prime_by_reading(copy, &files, prime_s);
	if (rc == 0)
		rc = copy_blocks(copy, &files, count);
	if (rc == 0)
		rc = verify_target(copy, &files);
	close(files.source);
	close(files.target);
	return rc;
}

int file_copy_1024(const struct copy *copy, struct count *count)
{
	return copy_files(copy, count, 1024);
}

int file_copy_256(const struct copy *copy, struct count *count)
{
	return copy_files(copy, count, 256);
}

int file_copy_4096(const struct copy *copy, struct count *count)
{
	return copy_files(copy, count, 4096);
}
