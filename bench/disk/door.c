/* SPDX-License-Identifier: MIT */
/*
 * door.c - the one way to a disk that is open for writing; and the plain way to read one
 *
 * A disk is opened for reading first and looked at through that descriptor. What is not the
 * disk that the user allowed is never opened writable, not even for a moment. Then the same
 * open device, not its name, is opened again for writing and for us alone: from there on
 * nobody can mount it or take it into an array, and it is looked at once more.
 */

#include "bench/disk/door.h"

#include "bench/lib/clock.h"
#include "bench/lib/text.h"
#include "bench/machine/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define ALONE_WITHIN_NS SECONDS(3)

static int open_flags(unsigned flags)
{
	return O_CLOEXEC | O_NOCTTY | (flags & DOOR_DIRECT ? O_DIRECT : 0) |
	       (flags & DOOR_SYNC ? O_SYNC : 0) | (flags & DOOR_DATASYNC ? O_DSYNC : 0);
}

/* -errno of an open() of @name that did not work, with its line in @why. */
static int say_open(const char *name, char *why, size_t why_size)
{
	int rc = -errno;

	snprintf(why, why_size, "%s: open: %s%s", name, strerror(-rc),
	         (rc == -EACCES || rc == -EPERM) && geteuid() != 0 ? ": needs root"
	         : rc == -EBUSY ? ": another program or the kernel has it"
	                        : "");
	return rc;
}

/* Open anew what @fd has open: its name may lead elsewhere by now. Returns as open(). */
static int open_again(int fd, int flags)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, flags);
}

/*
 * The kernel takes the rings of a job down some time after its process has ended, and until
 * then they keep the disk: what is busy is tried again for a while.
 */
int door_alone(int fd, unsigned flags)
{
	uint64_t limit_ns = clock_now_ns() + ALONE_WITHIN_NS;
	int alone;

	while ((alone = open_again(fd, O_RDWR | O_EXCL | open_flags(flags))) < 0 &&
	       errno == EBUSY && clock_now_ns() < limit_ns)
		clock_sleep_ns(MS(10));
	return alone < 0 ? -errno : alone;
}

int disk_open_for_read(const struct disk *disk, unsigned flags, char *why, size_t why_size)
{
	char path[sizeof("/dev/") + sizeof(disk->name)];
	int fd;

	snprintf(path, sizeof(path), "/dev/%s", disk->name);
	fd = open(path, O_RDONLY | open_flags(flags));
	return fd < 0 ? say_open(path, why, why_size) : fd;
}

/* Is it the block device of these numbers and this size? In a fixture it is a plain file. */
static int check_descriptor(const struct disk *disk, const char *root, int fd, char *why,
                            size_t why_size)
{
	uint64_t bytes = 0;
	struct stat stat;
	int read_only = 0;

	if (fstat(fd, &stat) < 0)
		return say_open(disk->name, why, why_size);
	if (root[0] != '\0' && S_ISREG(stat.st_mode))
		return 0;
	if (!S_ISBLK(stat.st_mode) || stat.st_rdev != makedev(disk->major, disk->minor)) {
		snprintf(why, why_size, "/dev/%s is not the device %u:%u that it was", disk->name,
		         disk->major, disk->minor);
		return -ESTALE;
	}
	if (ioctl(fd, BLKGETSIZE64, &bytes) < 0 || ioctl(fd, BLKROGET, &read_only) < 0)
		return say_open(disk->name, why, why_size);
	if (bytes != disk->bytes || read_only) {
		snprintf(why, why_size,
		         read_only ? "%s is read-only by now" : "%s is not of the size that it was",
		         disk->name);
		return read_only ? -EROFS : -ESTALE;
	}
	return 0;
}

/* Is it still who it was, and does still nothing speak against writing? */
static int check_identity(const struct disk *disk, const char *root, char *why, size_t why_size)
{
	static struct disk now; /* large */

	if (disk_read(&now, root, disk->name)) {
		snprintf(why, why_size, "%s (serial %s) is gone", disk->name, disk->serial);
		return -ESTALE;
	}
	if (strcmp(now.serial, disk->serial) != 0 || strcmp(now.wwn, disk->wwn) != 0 ||
	    now.bytes != disk->bytes || now.major != disk->major || now.minor != disk->minor ||
	    now.sequence != disk->sequence) {
		snprintf(why, why_size,
		         "%s is another disk by now, or has come anew: serial %s, %" PRIu64
		         " bytes; allowed was "
		         "serial %s, %" PRIu64 " bytes",
		         disk->name, now.serial, now.bytes, disk->serial, disk->bytes);
		return -ESTALE;
	}
	if (now.in_use_because[0] != '\0') {
		snprintf(why, why_size, "%s (serial %s) may not be written: %s", disk->name,
		         disk->serial, now.in_use_because);
		return -EBUSY;
	}
	return 0;
}

/* Both, in this order: what was looked at last was the device behind @fd. */
static int check_disk(const struct disk *disk, const char *root, int fd, char *why, size_t why_size)
{
	int rc = check_descriptor(disk, root, fd, why, why_size);

	return rc ? rc : check_identity(disk, root, why, why_size);
}

/* Returns 0, or -EPERM and why not. */
static int check_allowed(const struct disk *disk, char *why, size_t why_size)
{
	if (disk->may_write && disk->in_use_because[0] == '\0')
		return 0;
	snprintf(why, why_size, "%s (serial %s) may not be written: %s%s", disk->name,
	         disk->serial[0] != '\0' ? disk->serial : "none", disk->in_use_because,
	         disk->in_use_because[0] != '\0'
	             ? ""
	             : "nobody allowed it; see write in assay help run");
	return -EPERM;
}

int disk_open_for_write(const struct disk *disk, const char *root, unsigned flags, char *why,
                        size_t why_size)
{
	int reading, fd, rc = check_allowed(disk, why, why_size);

	if (rc)
		return rc;
	reading = disk_open(disk, root);
	if (reading < 0) {
		errno = -reading;
		return say_open(disk->name, why, why_size);
	}
	rc = check_disk(disk, root, reading, why, why_size);
	if (rc)
		goto close_reading;
	fd = door_alone(reading, flags);
	if (fd < 0) {
		errno = -fd;
		rc = say_open(disk->name, why, why_size);
		goto close_reading;
	}
	rc = check_disk(disk, root, fd, why, why_size);
	if (rc)
		close(fd);
close_reading:
	close(reading);
	return rc ? rc : fd;
}

/* A block device that is none of the disks of the inventory: why it is not written. */
static int refuse_stranger(const char *path, const struct stat *stat, char *why, size_t why_size)
{
	static struct disk now; /* large */

	if (disk_read_device(&now, stat->st_rdev) == 0)
		snprintf(why, why_size, "%s may not be written: %s%s", path, now.in_use_because,
		         now.in_use_because[0] != '\0' ? "" : "it is no disk of its own");
	else
		snprintf(why, why_size,
		         "%s may not be written: it is no whole disk, and only those are", path);
	return -EPERM;
}

static const struct disk *disk_of(const struct machine *machine, const struct stat *stat)
{
	for (unsigned i = 0; i < machine->disk_count; i++) {
		const struct disk *disk = &machine->disks[i];

		if (stat->st_rdev == makedev(disk->major, disk->minor))
			return disk;
	}
	return NULL;
}

/* Of the devices that are no disk, those that swallow and give bytes, and do nothing else. */
static bool is_harmless(const struct stat *stat)
{
	static const unsigned minors[] = { 3, 5, 7, 8, 9 }; /* null zero full random urandom */

	for (size_t i = 0; i < countof(minors); i++)
		if (S_ISCHR(stat->st_mode) && stat->st_rdev == makedev(1, minors[i]))
			return true;
	return S_ISREG(stat->st_mode);
}

/* What @fd, open for reading, turned out to be; returns as door_open_path(). */
static int open_what_it_is(const struct disk *disk, const char *path, int fd,
                           const struct stat *stat, bool write, unsigned flags, char *why,
                           size_t why_size)
{
	int rc;

	if (S_ISBLK(stat->st_mode) && write)
		return disk ? disk_open_for_write(disk, "", flags, why, why_size)
		            : refuse_stranger(path, stat, why, why_size);
	if (!S_ISBLK(stat->st_mode) && !is_harmless(stat)) {
		snprintf(why, why_size, "%s: expected a plain file or a disk", path);
		return S_ISDIR(stat->st_mode) ? -EISDIR : -EINVAL;
	}
	rc = open_again(fd, (write ? O_RDWR : O_RDONLY) | open_flags(flags));
	return rc < 0 ? say_open(path, why, why_size) : rc;
}

/* As open(). */
static int make_file(const char *path)
{
	errno = -door_may_make(path);
	return errno ? -1 : open(path, O_RDONLY | O_CREAT | O_EXCL | O_NOCTTY | O_CLOEXEC, 0666);
}

int door_open_path(const struct machine *machine, const char *path, bool write, unsigned flags,
                   const struct disk **disk, char *why, size_t why_size)
{
	const struct disk *found = NULL;
	struct stat stat;
	int fd, rc;

	/* not writable yet, whatever it is; and a pipe or a terminal does not hold us up */
	fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT && write)
		fd = make_file(path);
	if (fd < 0)
		return say_open(path, why, why_size);
	if (fstat(fd, &stat) < 0) {
		rc = say_open(path, why, why_size);
		goto close_fd;
	}
	if (S_ISBLK(stat.st_mode))
		found = disk_of(machine, &stat);
	if (disk)
		*disk = found;
	rc = open_what_it_is(found, path, fd, &stat, write, flags, why, why_size);
close_fd:
	close(fd);
	return rc;
}
