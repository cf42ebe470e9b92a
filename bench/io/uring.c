/* SPDX-License-Identifier: MIT */
/*
 * uring.c - I/O by io_uring: everything registered that can be, and one call a round
 *
 * The call is made here rather than by liburing, because it is to hand over, wait for several
 * and stop at a time; liburing would begin to wait once more.
 */

#include "bench/io/engine.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#define FIXED_MOST GIB(1) /* of memory registered in one piece: the kernel's rule */

struct uring {
	struct io_uring ring;
	bool fixed_buffers, fixed_file;
	unsigned enter_flags;
	bool refused; /* a polled I/O: the device does not poll after all */
};

/* Does the queue of this disk, or of the disk below this file, find what has ended by polling? */
static bool can_poll(int fd)
{
	struct stat status;
	dev_t device;
	char text[8];

	if (fstat(fd, &status) < 0)
		return false;
	device = S_ISBLK(status.st_mode) ? status.st_rdev : status.st_dev;
	if (text_readf("", text, sizeof(text), "/sys/dev/block/%u:%u/queue/io_poll", major(device),
	               minor(device)) < 0 &&
	    text_readf("", text, sizeof(text),
	               "/sys/dev/block/%u:%u/../queue/io_poll", /* partition */
	               major(device), minor(device)) < 0)
		return false;
	return text[0] == '1';
}

/* The ring with as many of the flags that make it cheap as this kernel knows. */
static int make_ring(struct uring *uring, unsigned depth, bool poll)
{
	static const unsigned flags[] = {
		IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
		    IORING_SETUP_COOP_TASKRUN | IORING_SETUP_NO_SQARRAY, /* Linux 6.6 */
		IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
		    IORING_SETUP_COOP_TASKRUN, /* 6.1 */
		IORING_SETUP_COOP_TASKRUN,     /* 5.19 */
		0,
	};
	int rc = -EINVAL;

	for (size_t i = 0; i < countof(flags) && rc == -EINVAL; i++) {
		struct io_uring_params params = { .flags = flags[i] };

		if (poll)
			params.flags |= IORING_SETUP_IOPOLL;
		rc = io_uring_queue_init_params(depth, &uring->ring, &params);
	}
	if (rc == 0 && !(uring->ring.features & IORING_FEAT_EXT_ARG)) { /* Linux 5.11 */
		io_uring_queue_exit(&uring->ring);
		return -ENOSYS;
	}
	return rc;
}

/* Register ring, file and buffers. Without that all works as well, only slower. */
static void register_all(struct io *io)
{
	struct uring *uring = io->driver_state;
	struct iovec all = { io->buffers.memory, io->buffers.bytes };
	struct rlimit locked = { RLIM_INFINITY, RLIM_INFINITY };

	setrlimit(RLIMIT_MEMLOCK, &locked); /* allowed to root only */
	uring->enter_flags = IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG;
	if (io_uring_register_ring_fd(&uring->ring) == 1)
		uring->enter_flags |= IORING_ENTER_REGISTERED_RING;
	uring->fixed_file = io_uring_register_files(&uring->ring, &io->work.fd, 1) == 0;
	uring->fixed_buffers =
	    all.iov_len <= FIXED_MOST && io_uring_register_buffers(&uring->ring, &all, 1) == 0;
}

static int open_uring(struct io *io, char *why, size_t why_size)
{
	struct uring *uring = calloc(1, sizeof(*uring));
	int rc = -ENOMEM;

	io->polled = io->work.poll && can_poll(io->work.fd);
	if (uring)
		rc = make_ring(uring, io->depth, io->polled);
	if (rc) {
		snprintf(why, why_size, "io_uring: %s", strerror(-rc));
		free(uring);
		return rc;
	}
	io->driver_state = uring;
	register_all(io);
	return 0;
}

/*
 * The device does not poll though its queue says so. Once all that was handed over has come
 * back, go on without. Returns 0, or -errno.
 */
static int stop_polling(struct io *io)
{
	struct uring *uring = io->driver_state;
	int rc;

	io_uring_queue_exit(&uring->ring);
	uring->refused = false;
	io->polled = false;
	rc = make_ring(uring, io->depth, false);
	if (rc == 0)
		register_all(io);
	return rc;
}

static void prepare(const struct io *io, struct uring *uring, struct io_request *request)
{
	const struct io_place *place = &request->place;
	struct io_uring_sqe *sqe = io_uring_get_sqe(&uring->ring);
	int opcode;

	if (place->direction == IO_READ)
		opcode = uring->fixed_buffers ? IORING_OP_READ_FIXED : IORING_OP_READ;
	else
		opcode = uring->fixed_buffers ? IORING_OP_WRITE_FIXED : IORING_OP_WRITE;
	io_uring_prep_rw(opcode, sqe, uring->fixed_file ? 0 : io->work.fd, request->buffer,
	                 place->bytes, place->offset_bytes);
	if (uring->fixed_file)
		sqe->flags = IOSQE_FIXED_FILE;
	io_uring_sqe_set_data(sqe, request);
}

/* What is prepared becomes visible to the kernel. Returns how much it has not yet taken. */
static unsigned publish(struct io_uring *ring)
{
	struct io_uring_sq *sq = &ring->sq;

	sq->sqe_head = sq->sqe_tail;
	io_uring_smp_store_release(sq->ktail, sq->sqe_tail);
	return sq->sqe_tail - io_uring_smp_load_acquire(sq->khead);
}

static int enter_uring(struct io *io, unsigned wait_for, uint64_t wait_ns)
{
	struct uring *uring = io->driver_state;
	struct __kernel_timespec limit = { .tv_sec = (long long)(wait_ns / SECONDS(1)),
		                           .tv_nsec = (long long)(wait_ns % SECONDS(1)) };
	struct io_uring_getevents_arg argument = { .ts = (uintptr_t)&limit };
	unsigned count = io->queue_count;
	int rc;

	if (uring->refused && io->in_flight == 0)
		return stop_polling(io);
	if (uring->refused)
		count = 0;
	for (unsigned i = 0; i < count; i++)
		prepare(io, uring, io->queue[i]);
	if (io->polled && io->work.deadline_ns)
		wait_for = 0; /* else the kernel would poll for ever */
	rc = io_uring_enter2((unsigned)uring->ring.enter_ring_fd, publish(&uring->ring), wait_for,
	                     uring->enter_flags, (sigset_t *)&argument, sizeof(argument));
	/* What the kernel has not taken this time stays in the ring for the next. */
	if (rc < 0 && rc != -ETIME && rc != -EINTR && rc != -EAGAIN && rc != -EBUSY)
		return rc;
	return (int)count;
}

static unsigned reap_uring(struct io *io)
{
	struct uring *uring = io->driver_state;
	struct io_uring_cqe *cqe;
	unsigned head, count = 0;

	io_uring_for_each_cqe(&uring->ring, head, cqe)
	{
		struct io_request *request = io_uring_cqe_get_data(cqe);

		request->result = cqe->res;
		if (cqe->res == -EOPNOTSUPP && io->polled) {
			uring->refused = true;
			request->result = -EAGAIN;
		}
		io->ended[count++] = request;
	}
	io_uring_cq_advance(&uring->ring, count);
	return count;
}

static void close_uring(struct io *io)
{
	struct uring *uring = io->driver_state;

	/* at once: else the kernel keeps an exclusive claim on a disk for a while after the end */
	if (uring->fixed_file && io->in_flight == 0)
		io_uring_unregister_files(&uring->ring);
	io_uring_queue_exit(&uring->ring);
	free(uring);
}

const struct io_driver io_driver_uring = {
	.name = "io_uring",
	.open = open_uring,
	.enter = enter_uring,
	.reap = reap_uring,
	.close = close_uring,
};
