/* SPDX-License-Identifier: MIT */
/*
 * store.c - a directory to make test files in: the user's own, or a new file system on a disk
 *
 * mke2fs and mount() open the disk by themselves. What is handed to them is the descriptor
 * that came through the door, as a path in /proc, so it is this disk and no other.
 */

#include "bench/disk/store.h"

#include "bench/disk/door.h"
#include "bench/disk/make_fs.h"
#include "bench/lib/clock.h"
#include "bench/lib/keeper.h"
#include "bench/lib/mounts.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define MOUNT_POINT "/mnt"
#define LEAVE_MS 10000 /* what still holds a file system may take so long to go */
#define MARKS_BYTES KIB(64)
#define LEAST_BYTES MIB(8) /* with less, a journal does not fit into any kind */
#define MAKE_NS MS(300)    /* mke2fs, mount() and back */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
	(void)about;
	(void)kind;
	(void)where;
	return remove(path) < 0 && errno != ENOENT ? -1 : 0;
}

/* A job that is being killed may need a moment to let go of its files. */
static int unmount(void)
{
	uint64_t limit_ns = clock_now_ns() + MS(LEAVE_MS);

	while (umount2(MOUNT_POINT, UMOUNT_NOFOLLOW) < 0) {
		if (errno != EBUSY || clock_now_ns() > limit_ns)
			return -errno;
		clock_sleep_ns(MS(20));
	}
	return 0;
}

/* Alone with the disk: a mke2fs that is being killed may still write, and others may want it. */
static int wipe(int fd)
{
	int rc, alone = door_alone(fd, 0);

	if (alone < 0)
		return alone;
	rc = door_wipe(alone, 0, MARKS_BYTES);
	close(alone);
	return rc;
}

/* Undo what was done so far; also run by the keeper when the job has died. */
static void undo(void *context)
{
	struct store *store = context;
	int rc;

	if (!store->made && store->directory[0] != '\0' &&
	    nftw(store->directory, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT) < 0 &&
	    errno != ENOENT)
		fprintf(stderr, "assay: cannot remove %s: %s\n", store->directory, strerror(errno));
	if (!store->made)
		return;
	rc = unmount();
	if (rc == 0 || rc == -EINVAL) /* it was not mounted yet */
		rc = wipe(store->fd);
	if (rc)
		fprintf(stderr, "assay: a test file system stays on a disk: %s\n", strerror(-rc));
	close(store->fd);
}

void store_close(struct store *store)
{
	undo(store);
	keeper_end(store->keeper);
	memset(store, 0, sizeof(*store));
}

/* The name of the file system that @path is on: the mount of the kernel's own number for it. */
static void name_file_system(struct store *store)
{
	char info[512], line[1024], type[sizeof(store->file_system)];
	int fd = open(store->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	unsigned mount_id = 0, id;
	const char *number, *dash;
	FILE *file;

	if (fd >= 0 && text_readf("", info, sizeof(info), "/proc/self/fdinfo/%d", fd) > 0) {
		number = strstr(info, "mnt_id:");
		mount_id = number ? (unsigned)strtoul(number + strlen("mnt_id:"), NULL, 10) : 0;
	}
	if (fd >= 0)
		close(fd);
	file = fopen("/proc/self/mountinfo", "re");
	while (file && fgets(line, sizeof(line), file)) {
		dash = strstr(line, " - ");
		if (sscanf(line, "%u ", &id) == 1 && id == mount_id && dash &&
		    sscanf(dash, " - %15s", type) == 1)
			text_copy(store->file_system, sizeof(store->file_system), type);
	}
	if (file)
		fclose(file);
}

/* Make the directory of this job below @base. */
static int make_directory(struct run *run, const char *base, struct store *store)
{
	struct statvfs about;
	char path[sizeof(store->directory)];

	if (snprintf(path, sizeof(path), "%s/assay.XXXXXX", base) >= (int)sizeof(path))
		return skip(run, "directory %s: its name is too long", base);
	if (!mkdtemp(path) || statvfs(path, &about) < 0)
		return skip(run, "directory %s: %s", base, strerror(errno));
	text_copy(store->directory, sizeof(store->directory), path);
	store->free_bytes = (uint64_t)about.f_bavail * about.f_frsize;
	name_file_system(store);
	param_text(run, "file_system", store->file_system);
	return 0;
}

static int start_keeper(struct run *run, struct store *store)
{
	store->keeper = keeper_start(undo, store);
	return store->keeper < 0
	           ? broken(run, "cannot start what would clean up: %s", strerror(-store->keeper))
	           : 0;
}

static int open_named(struct run *run, struct store *store)
{
	int rc;

	if (run->job->directory == NULL || run->job->directory[0] == '\0')
		return skip(run, "needs a directory for its files (directory=), or a disk that "
		                 "may be written");
	rc = make_directory(run, run->job->directory, store);
	if (rc == 0)
		rc = start_keeper(run, store);
	if (rc)
		undo(store);
	return rc;
}

static uint64_t file_system_bytes(const struct run *run)
{
	const struct job *job = run->job;

	return job->disk->bytes < job->write_limit_bytes ? job->disk->bytes
	                                                 : job->write_limit_bytes;
}

/* Get the disk through the door, and keep a descriptor that lets a file system claim it. */
static int open_disk(struct run *run, struct store *store)
{
	const struct disk *disk = run->job->disk;
	char why[160];
	int fd;

	if (!disk->may_write)
		return skip(run, "%s may not be written", disk->name);
	if (file_system_bytes(run) < LEAST_BYTES)
		return skip(run, "%s: a file system needs %" PRIu64 " bytes, not %" PRIu64,
		            disk->name, LEAST_BYTES, file_system_bytes(run));
	fd = disk_open_for_write(disk, "", 0, why, sizeof(why));
	if (fd < 0)
		return skip(run, "%s", why);
	store->fd = door_share(fd, why, sizeof(why));
	close(fd);
	return store->fd < 0 ? broken(run, "%s: %s", disk->name, why) : 0;
}

static int make_and_mount(struct run *run, const char *kind, struct store *store)
{
	const struct disk *disk = run->job->disk;
	uint64_t bytes = file_system_bytes(run);
	char path[32];
	int rc;

	rc = make_fs(run, store->fd, kind, bytes);
	if (rc)
		return rc;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", store->fd);
	if (mount(path, MOUNT_POINT, kind, MS_NODEV | MS_NOSUID | MS_NOEXEC, NULL) < 0)
		return broken(run, "mount %s of %s: %s", kind, disk->name, strerror(errno));
	param_number(run, "file_system_bytes", (double)bytes);
	return make_directory(run, MOUNT_POINT, store);
}

static int open_made(struct run *run, const char *kind, struct store *store)
{
	int rc;

	rc = open_disk(run, store);
	if (rc)
		return rc;
	store->made = true;
	rc = mounts_detach();
	if (rc) {
		close(store->fd);
		return skip(run, "cannot mount for this test only: %s", strerror(-rc));
	}
	rc = start_keeper(run, store);
	if (rc == 0)
		rc = make_and_mount(run, kind, store);
	if (rc)
		store_close(store);
	return rc;
}

int store_open(struct run *run, const char *kind, struct store *store)
{
	memset(store, 0, sizeof(*store));
	return run->job->disk ? open_made(run, kind, store) : open_named(run, store);
}

uint64_t store_expect_ns(const struct run *run)
{
	return run->job->disk ? MAKE_NS : 0;
}

uint64_t store_overhead_bytes(uint64_t data_bytes)
{
	return data_bytes / 32 + MIB(16);
}
