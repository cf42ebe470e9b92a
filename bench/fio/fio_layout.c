/* SPDX-License-Identifier: MIT */
/* fio_layout.c - make the files that a job of fio needs */

#include "bench/disk/door.h"
#include "bench/fio/fio_part.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES MIB(1)
#define SLICE_NS MS(250) /* how soon it is seen that all is to stop */

/* Write random content from @start_bytes on; what the file has already stays. */
static int fill(int fd, uint64_t start_bytes, uint64_t bytes, char *why, size_t why_size)
{
	uint32_t block_bytes = BLOCK_BYTES;
	struct io_work work = {
		.engine = IO_PSYNC,
		.mode = IO_PEAK,
		.fd = fd,
		.depth = 1,
		.region_start_bytes = start_bytes,
		.region_bytes = bytes,
		.size_count = { 1, 1 },
		.write_limit_bytes = bytes,
	};
	static struct io_outcome outcome; /* large */
	struct io *io;
	int rc;

	while (start_bytes % block_bytes || bytes % block_bytes)
		block_bytes /= 2;
	for (unsigned direction = 0; direction < IO_DIRECTIONS; direction++)
		work.sizes[direction][0] = (struct io_size){ block_bytes, 100 };
	rc = io_open(&io, &work, why, why_size);
	if (rc)
		return rc;
	memset(&outcome, 0, sizeof(outcome));
	while (rc == 0 && !outcome.done && !fio_stopped())
		rc = io_run(io, SLICE_NS, &outcome);
	if (rc == 0)
		rc = io_drain(io, &outcome);
	if (rc && outcome.error_count)
		rc = -fio_errno(&outcome.errors[0]);
	io_close(io);
	if (rc == 0 && fsync(fd) != 0)
		rc = -errno;
	if (rc)
		snprintf(why, why_size, "%s", strerror(-rc));
	return rc;
}

int fio_lay_out(const struct fio_planner *planner, const struct fio_thread *thread)
{
	uint64_t start_bytes = (thread->file_bytes + FIO_GRAIN - 1) / FIO_GRAIN * FIO_GRAIN;
	char why[256];
	int fd, rc = 0;

	fd = door_open_path(planner->run->machine, thread->path, true, 0, NULL, why, sizeof(why));
	if (fd < 0)
		return fio_refuse(planner, thread, fd, "%s", why);
	/* a file system that cannot reserve blocks gives them when they are written */
	if (thread->job->fallocate &&
	    posix_fallocate(fd, 0, (off_t)thread->lay_out_bytes) == ENOSPC)
		rc = fio_refuse(planner, thread, -ENOSPC, "%s: %s", thread->path, strerror(ENOSPC));
	if (rc == 0 && thread->lay_out_filled && start_bytes < thread->lay_out_bytes) {
		rc = fill(fd, start_bytes, thread->lay_out_bytes - start_bytes, why, sizeof(why));
		if (rc)
			rc = fio_refuse(planner, thread, rc, "%s: %s", thread->path, why);
	}
	close(fd);
	return rc;
}
