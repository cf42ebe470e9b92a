/* SPDX-License-Identifier: MIT */
/* psync.c - one I/O after the other: pread() and pwrite(), or read() and write() */

#include "bench/io/engine.h"

#include <errno.h>
#include <unistd.h>

static int open_sync(struct io *io, char *why, size_t why_size)
{
	(void)why;
	(void)why_size;
	io->position_bytes = UINT64_MAX; /* not known */
	return 0;
}

static ssize_t at_place(int fd, const struct io_request *request)
{
	off_t offset = (off_t)request->place.offset_bytes;

	if (request->place.direction == IO_READ)
		return pread(fd, request->buffer, request->place.bytes, offset);
	return pwrite(fd, request->buffer, request->place.bytes, offset);
}

/* The kernel keeps the place, which is asked for only when it is not where we left it. */
static ssize_t in_order(struct io *io, const struct io_request *request)
{
	int fd = io->work.fd;
	off_t offset = (off_t)request->place.offset_bytes;
	ssize_t bytes;

	if (io->position_bytes != request->place.offset_bytes && lseek(fd, offset, SEEK_SET) < 0)
		return -1;
	if (request->place.direction == IO_READ)
		bytes = read(fd, request->buffer, request->place.bytes);
	else
		bytes = write(fd, request->buffer, request->place.bytes);
	io->position_bytes = bytes < 0 ? UINT64_MAX : request->place.offset_bytes + (uint64_t)bytes;
	return bytes;
}

/* The request has ended with what the system call gave. */
static int finish(struct io *io, struct io_request *request, ssize_t bytes)
{
	request->result = bytes < 0 ? -errno : (int)bytes;
	io->ended[0] = request;
	return 1;
}

static int enter_psync(struct io *io, unsigned wait_for, uint64_t wait_ns)
{
	(void)wait_for;
	(void)wait_ns;
	return finish(io, io->queue[0], at_place(io->work.fd, io->queue[0]));
}

static int enter_sync(struct io *io, unsigned wait_for, uint64_t wait_ns)
{
	(void)wait_for;
	(void)wait_ns;
	return finish(io, io->queue[0], in_order(io, io->queue[0]));
}

static unsigned reap_sync(struct io *io)
{
	return io->in_flight;
}

static void close_sync(struct io *io)
{
	(void)io;
}

const struct io_driver io_driver_psync = {
	.name = "psync",
	.one_by_one = true,
	.open = open_sync,
	.enter = enter_psync,
	.reap = reap_sync,
	.close = close_sync,
};

const struct io_driver io_driver_sync = {
	.name = "sync",
	.one_by_one = true,
	.open = open_sync,
	.enter = enter_sync,
	.reap = reap_sync,
	.close = close_sync,
};
