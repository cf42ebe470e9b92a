/* SPDX-License-Identifier: MIT */
/* door_made.c - the way to what we have made of disks that may be written: arrays, file systems */

#include "bench/disk/door.h"
#include "bench/machine/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define WIPE_BYTES 4096 /* in one write */

int door_share(int fd, char *why, size_t why_size)
{
	char path[32];
	int shared;

	/* the way through /proc leads to the device that is open, whatever its name is by now */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	shared = open(path, O_RDWR | O_CLOEXEC);
	if (shared >= 0)
		return shared;
	snprintf(why, why_size, "open it once more: %s", strerror(errno));
	return -errno;
}

/* The disk that a member is: a partition, or another array, is none. */
static const struct disk *member_disk(const struct machine *machine, const char *name)
{
	for (unsigned i = 0; i < machine->disk_count; i++)
		if (strcmp(machine->disks[i].name, name) == 0)
			return &machine->disks[i];
	return NULL;
}

static int members_check(const struct machine *machine, const char *name, const char *root,
                         char *why, size_t why_size)
{
	const struct disk *disk;
	struct listing members;
	int i, rc = 0;

	listing_open(&members, root, "/sys/block/%s/slaves", name);
	if (members.count == 0) {
		snprintf(why, why_size, "%s may not be written: it is no array", name);
		rc = -EPERM;
	}
	for (i = 0; i < members.count && rc == 0; i++) {
		disk = member_disk(machine, listing_name(&members, i));
		if (disk && disk->may_write)
			continue;
		snprintf(why, why_size, "%s may not be written: its member %s may not", name,
		         listing_name(&members, i));
		rc = -EPERM;
	}
	listing_close(&members);
	return rc;
}

/* Is what @fd has open the array, and not what somebody else has put there under its name? */
static bool is_array(const char *name, const char *root, int fd)
{
	char numbers[32], found[32];
	struct stat stat;

	if (fstat(fd, &stat) < 0 || !S_ISBLK(stat.st_mode))
		return false;
	sysfs_text(root, numbers, sizeof(numbers), "/sys/block/%s/dev", name);
	snprintf(found, sizeof(found), "%u:%u", major(stat.st_rdev), minor(stat.st_rdev));
	return strcmp(numbers, found) == 0;
}

int array_open_for_write(const struct machine *machine, const char *name, const char *root,
                         unsigned flags, char *why, size_t why_size)
{
	int reading, rc = members_check(machine, name, root, why, why_size);
	char path[PATH_MAX];

	if (rc)
		return rc;
	snprintf(path, sizeof(path), "%s/dev/%s", root, name);
	reading = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (reading < 0) {
		snprintf(why, why_size, "open %s: %s", path, strerror(errno));
		return -errno;
	}
	if (is_array(name, root, reading)) {
		rc = door_alone(reading, flags);
		if (rc < 0)
			snprintf(why, why_size, "open %s: %s", path, strerror(-rc));
	} else {
		snprintf(why, why_size, "%s is not the array of that name", path);
		rc = -EPERM;
	}
	close(reading);
	return rc;
}

int door_wipe(int fd, uint64_t offset_bytes, uint64_t bytes)
{
	static const unsigned char zeroes[WIPE_BYTES];
	ssize_t written;

	while (bytes > 0) {
		size_t some = bytes < sizeof(zeroes) ? (size_t)bytes : sizeof(zeroes);

		written = pwrite(fd, zeroes, some, (off_t)offset_bytes);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return written < 0 ? -errno : -EIO;
		offset_bytes += (uint64_t)written;
		bytes -= (uint64_t)written;
	}
	return fsync(fd) < 0 ? -errno : 0;
}
