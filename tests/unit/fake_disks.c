/* SPDX-License-Identifier: MIT */
/* fake_disks.c - a made-up machine with disks that have serials, to be allowed for writing */

#include "tests/unit/fake_disks.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fake_disks_make(struct fake_files *files)
{
	fake_files_make(files);
	fake_machine_put(files, FAKE_DISKS_SERIAL "\n", "/sys/class/dmi/id/product_serial");
	fake_machine_put(files, FAKE_DISKS_UUID "\n", "/sys/class/dmi/id/product_uuid");
}

void fake_disks_add(const struct fake_files *files, const char *name, const char *serial,
                    unsigned minor)
{
	char dev[32];

	close(fake_machine_disk(files, name, FAKE_DISKS_BYTES));
	snprintf(dev, sizeof(dev), "8:%u\n", minor);
	fake_machine_put(files, dev, FAKE_DISK("%s/dev"), name);
	fake_machine_put(files, serial, FAKE_DISK("%s/serial"), name);
}

void fake_disks_put(const struct fake_files *files, const char *name, uint64_t offset,
                    const void *bytes, size_t size)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/dev/%s", files->root, name);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || pwrite(fd, bytes, size, (off_t)offset) != (ssize_t)size)
		abort();
	close(fd);
}

struct disk *fake_disks_find(struct machine *machine, const char *name)
{
	for (unsigned i = 0; i < machine->disk_count; i++)
		if (strcmp(machine->disks[i].name, name) == 0)
			return &machine->disks[i];
	return NULL;
}
