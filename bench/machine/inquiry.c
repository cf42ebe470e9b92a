/* SPDX-License-Identifier: MIT */
/* inquiry.c - ask a SCSI disk itself for its serial number */

#include "bench/lib/text.h"
#include "bench/machine/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PAGE_SERIAL 0x80
#define TIMEOUT_MS 5000

int inquiry_serial(const char *name, char *serial, size_t size)
{
	uint8_t reply[4 + 251 + 1] = { 0 }, sense[32];
	uint8_t command[6] = { 0x12, 1, PAGE_SERIAL, 0, sizeof(reply) - 1, 0 };
	struct sg_io_hdr request = {
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_FROM_DEV,
		.cmd_len = sizeof(command),
		.cmdp = command,
		.dxferp = reply,
		.dxfer_len = sizeof(reply) - 1,
		.sbp = sense,
		.mx_sb_len = sizeof(sense),
		.timeout = TIMEOUT_MS,
	};
	char path[64];
	int fd, rc;

	snprintf(path, sizeof(path), "/dev/%s", name);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	rc = ioctl(fd, SG_IO, &request) < 0 ? -errno : 0;
	close(fd);
	if (rc == 0 && (request.info & SG_INFO_OK_MASK) != SG_INFO_OK)
		rc = -EIO;
	if (rc == 0 && reply[1] != PAGE_SERIAL)
		rc = -EPROTO;
	if (rc < 0)
		return rc;
	reply[4 + (reply[3] <= 251 ? reply[3] : 251)] = '\0';
	text_clean(serial, size, (const char *)reply + 4);
	return 0;
}
