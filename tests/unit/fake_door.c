/* SPDX-License-Identifier: MIT */
/* fake_door.c - a plain file in place of a disk that may be written */

#include "tests/unit/fake_door.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

int __wrap_disk_open_for_write(const struct disk *disk, const char *root, unsigned flags, char *why,
                               size_t why_size)
{
	char path[sizeof("/dev/") + sizeof(disk->name)];
	int fd;

	(void)root;
	if (!disk->may_write) {
		snprintf(why, why_size, "%s may not be written", disk->name);
		return -EPERM;
	}
	snprintf(path, sizeof(path), "/dev/%s", disk->name);
	fd = open(path, O_RDWR | O_CLOEXEC | (flags & DOOR_DIRECT ? O_DIRECT : 0));
	if (fd < 0) {
		snprintf(why, why_size, "%s: %s", path, strerror(errno));
		return -errno;
	}
	return fd;
}
