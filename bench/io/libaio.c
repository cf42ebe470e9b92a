/* SPDX-License-Identifier: MIT */
/*
 * libaio.c - I/O by io_submit() and io_getevents(), the older way of Linux, without a library
 *
 * What has ended stands in a ring that is mapped into this process: it is read from there, and
 * the kernel is asked only when there is nothing.
 */

#include "bench/io/engine.h"

#include <errno.h>
#define io_event aio_event /* the name is ours */
#include <linux/aio_abi.h>
#undef io_event
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define RING_MAGIC 0xa10a10a1u

/* The ring, as the kernel lays it out. */
struct aio_ring {
	unsigned id, size;
	unsigned head, tail; /* we take at head, the kernel puts at tail */
	unsigned magic, compatible, incompatible, header_bytes;
	struct aio_event events[];
};

struct libaio {
	aio_context_t context;
	struct iocb blocks[IO_DEPTH_MAX];
	struct iocb *handed[IO_DEPTH_MAX];
	struct aio_event events[IO_DEPTH_MAX];
	unsigned ended_count; /* in io->ended, and not yet reaped */
};

static int open_libaio(struct io *io, char *why, size_t why_size)
{
	struct libaio *aio = calloc(1, sizeof(*aio));
	int rc = 0;

	if (!aio)
		rc = -ENOMEM;
	else if (syscall(SYS_io_setup, io->depth, &aio->context) < 0)
		rc = -errno;
	if (rc == 0 && ((struct aio_ring *)aio->context)->magic != RING_MAGIC) {
		syscall(SYS_io_destroy, aio->context);
		rc = -ENOSYS;
	}
	if (rc) {
		snprintf(why, why_size, "libaio: %s", strerror(-rc));
		free(aio);
		return rc;
	}
	io->driver_state = aio;
	return 0;
}

static struct iocb *prepare(const struct io *io, struct libaio *aio, struct io_request *request)
{
	struct iocb *block = &aio->blocks[request - io->requests];

	*block = (struct iocb){
		.aio_data = (uintptr_t)request,
		.aio_lio_opcode =
		    request->place.direction == IO_READ ? IOCB_CMD_PREAD : IOCB_CMD_PWRITE,
		.aio_fildes = (unsigned)io->work.fd,
		.aio_buf = (uintptr_t)request->buffer,
		.aio_nbytes = request->place.bytes,
		.aio_offset = (int64_t)request->place.offset_bytes,
	};
	return block;
}

static unsigned ready(const struct aio_ring *ring)
{
	unsigned tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);

	return tail >= ring->head ? tail - ring->head : tail + ring->size - ring->head;
}

static void end(struct io *io, const struct aio_event *event)
{
	struct libaio *aio = io->driver_state;
	struct io_request *request = (struct io_request *)(uintptr_t)event->data;

	request->result = (int)event->res;
	io->ended[aio->ended_count++] = request;
}

/* Returns how many were taken; one that was refused has ended with the error. */
static unsigned submit(struct io *io)
{
	struct libaio *aio = io->driver_state;
	unsigned taken = 0;

	for (unsigned i = 0; i < io->queue_count; i++)
		aio->handed[i] = prepare(io, aio, io->queue[i]);
	while (taken < io->queue_count) {
		long rc = syscall(SYS_io_submit, aio->context, (long)(io->queue_count - taken),
		                  &aio->handed[taken]);

		if (rc < 0 && (errno == EAGAIN || errno == EINTR))
			break;
		if (rc < 0) {
			io->queue[taken]->result = -errno;
			io->ended[aio->ended_count++] = io->queue[taken];
			rc = 1;
		}
		taken += (unsigned)rc;
	}
	return taken;
}

static int enter_libaio(struct io *io, unsigned wait_for, uint64_t wait_ns)
{
	struct libaio *aio = io->driver_state;
	struct timespec limit = { .tv_sec = (time_t)(wait_ns / SECONDS(1)),
		                  .tv_nsec = (long)(wait_ns % SECONDS(1)) };
	unsigned taken = submit(io);
	long count;

	if (io->in_flight + taken == 0)
		return -EAGAIN;
	if (aio->ended_count + ready((struct aio_ring *)aio->context) >= wait_for)
		return (int)taken;
	count = syscall(SYS_io_getevents, aio->context, (long)(wait_for - aio->ended_count),
	                (long)io->depth, aio->events, &limit);
	for (long i = 0; i < count; i++)
		end(io, &aio->events[i]);
	return (int)taken;
}

static unsigned reap_libaio(struct io *io)
{
	struct libaio *aio = io->driver_state;
	struct aio_ring *ring = (struct aio_ring *)aio->context;
	unsigned tail = __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
	unsigned head = ring->head, count;

	for (; head != tail; head = head + 1 == ring->size ? 0 : head + 1)
		end(io, &ring->events[head]);
	__atomic_store_n(&ring->head, head, __ATOMIC_RELEASE);
	count = aio->ended_count;
	aio->ended_count = 0;
	return count;
}

/* The kernel would wait here for what is in flight: then the context is left to the exit. */
static void close_libaio(struct io *io)
{
	struct libaio *aio = io->driver_state;

	if (io->in_flight == 0)
		syscall(SYS_io_destroy, aio->context);
	free(aio);
}

const struct io_driver io_driver_libaio = {
	.name = "libaio",
	.open = open_libaio,
	.enter = enter_libaio,
	.reap = reap_libaio,
	.close = close_libaio,
};
