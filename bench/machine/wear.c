/* SPDX-License-Identifier: MIT */
/* wear.c - ask an NVMe disk how much of its life is used */

#include "bench/machine/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/nvme_ioctl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define GET_LOG_PAGE 0x02
#define PAGE_HEALTH 0x02
#define ALL_NAMESPACES 0xffffffffu
#define TIMEOUT_MS 5000

int disk_wear(const struct disk *disk, unsigned *used_percent)
{
	uint8_t page[512] = { 0 };
	struct nvme_admin_cmd command = {
		.opcode = GET_LOG_PAGE,
		.nsid = ALL_NAMESPACES,
		.addr = (uint64_t)(uintptr_t)page,
		.data_len = sizeof(page),
		.cdw10 = (sizeof(page) / 4 - 1) << 16 | PAGE_HEALTH,
		.timeout_ms = TIMEOUT_MS,
	};
	char path[sizeof("/dev/") + sizeof(disk->name)];
	int fd, rc;

	if (strcmp(disk->transport, "nvme") != 0)
		return -ENOTSUP;
	snprintf(path, sizeof(path), "/dev/%s", disk->name);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	rc = ioctl(fd, NVME_IOCTL_ADMIN_CMD, &command);
	if (rc < 0)
		rc = -errno;
	close(fd);
	if (rc)
		return rc < 0 ? rc : -EIO; /* above 0 it is the status of the command */
	*used_percent = page[5];
	return 0;
}
