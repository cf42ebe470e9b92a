/* SPDX-License-Identifier: MIT */
/*
 * round.c - what all engines do round by round: refill, hand over, wait, count
 *
 * What has ended is taken all at once. What is free is handed over again in steps: the disk begins
 * with what a call brings only when the call is over, so after one long call it would stand idle.
 * The last step waits as well: a round is one system call. While measuring, the clock is read
 * twice a round: just before the call and after it.
 */

#include "bench/io/engine.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define STEP_LEAST 4        /* I/Os; found by measuring: README */
#define CHECKS_A_DEADLINE 4 /* how often the oldest I/O is looked for */
#define LOOK_AFTER_MOST 16  /* rounds without reading the clock, of IO_PEAK */
#define LOOK_NS MS(1)       /* and about this time */

/* Find out what comes next. Returns false if nothing does. */
static bool next_place(struct io *io, struct io_place *place)
{
	if (io->exhausted)
		return false;
	io->exhausted = io->issued_bytes >= io->limit_bytes || !offsets_next(&io->offsets, place) ||
	                (place->direction == IO_WRITE &&
	                 place->bytes > io->work.write_limit_bytes - io->written_bytes);
	return !io->exhausted;
}

/* The same, and false too if it is not yet its time: then it waits in io->next. */
static bool next_in_time(struct io *io, struct io_place *place)
{
	if (!io->next_known)
		io->next_known = next_place(io, &io->next);
	if (!io->next_known || rate_due_ns(&io->rate, io->next.direction) > io->now_ns)
		return false;
	rate_charge(&io->rate, io->next.direction, io->next.bytes);
	io->next_known = false;
	*place = io->next;
	return true;
}

static void prepare_write(struct io *io, const struct io_request *request)
{
	const struct io_work *work = &io->work;
	uint32_t bytes = request->place.bytes;

	if (work->verify)
		verify_fill(&io->verify, request->buffer, bytes, request->place.offset_bytes);
	else
		buffers_refresh(&io->buffers, request->buffer, bytes);
	io->written_bytes += bytes;
	io->writes++;
	io->sync_due = work->fsync_every && io->writes % work->fsync_every == 0;
	io->datasync_due = work->fdatasync_every && io->writes % work->fdatasync_every == 0;
}

/* How many one call hands over at most. */
static unsigned step(const struct io *io)
{
	unsigned two_batches = 2 * io->work.submit_batch;

	return two_batches > STEP_LEAST ? two_batches : STEP_LEAST;
}

void round_refill(struct io *io)
{
	if (!io->stepping && io->idle_count < io->work.submit_batch && io->in_flight > 0)
		return;
	io->stepping = false;
	while (io->idle_count > 0 && !io->sync_due && !io->datasync_due) {
		struct io_request *request = io->idle[io->idle_count - 1];
		struct io_place *place = &request->place;

		if (io->queue_count >= step(io)) {
			io->stepping = true;
			return;
		}
		if (io->rate.limited ? !next_in_time(io, place) : !next_place(io, place))
			return;
		io->idle_count--;
		io->issued_bytes += place->bytes;
		request->start_ns = io->now_ns;
		if (place->direction == IO_WRITE)
			prepare_write(io, request);
		io->queue[io->queue_count++] = request;
	}
}

/* Read the clock; of IO_PEAK only now and then, about each LOOK_NS. */
static void look(struct io *io)
{
	uint64_t before_ns = io->now_ns;

	if (++io->unlooked < io->look_after)
		return;
	io->unlooked = 0;
	io_look(io);
	if (io->work.mode == IO_MEASURE || io->rate.limited)
		return;
	if (io->now_ns - before_ns > LOOK_NS)
		io->look_after = 1;
	else if (io->look_after < LOOK_AFTER_MOST)
		io->look_after++;
}

const struct io_request *io_oldest(const struct io *io)
{
	const struct io_request *oldest = NULL;

	for (unsigned i = 0; i < io->depth; i++) {
		const struct io_request *request = &io->requests[i];

		if (request->issue_ns && (!oldest || request->issue_ns < oldest->issue_ns))
			oldest = request;
	}
	return oldest;
}

static int check_deadline(struct io *io, struct io_outcome *outcome)
{
	const struct io_request *oldest;

	if (io->work.deadline_ns == 0 || io->now_ns < io->check_ns)
		return 0;
	io->check_ns = io->now_ns + io->work.deadline_ns / CHECKS_A_DEADLINE;
	oldest = io_oldest(io);
	if (!oldest || oldest->issue_ns + io->work.deadline_ns > io->now_ns)
		return 0;
	io->hung = outcome->hung = true;
	outcome->hung_offset_bytes = oldest->place.offset_bytes;
	return -ETIMEDOUT;
}

int round_flush(struct io *io, struct io_outcome *outcome)
{
	static const struct io_request nowhere = { .place.direction = IO_WRITE };
	uint64_t start_ns;
	int rc = 0;

	io_look(io);
	start_ns = io->now_ns;
	if (io->work.fd >= 0)
		rc = io->sync_due ? fsync(io->work.fd) : fdatasync(io->work.fd);
	if (rc < 0)
		outcome_error(io, outcome, &nowhere, 0, errno);
	io->sync_due = io->datasync_due = false;
	io_look(io);
	moments_add(&outcome->sync, io->now_ns - start_ns);
	histogram_add(&outcome->sync_histogram, io->now_ns - start_ns);
	return io->error_count > io->work.errors_max ? -EIO : 0;
}

/* Until when to wait at most: for the end, a check, or a rate. */
static uint64_t wait_ns(const struct io *io, uint64_t end_ns)
{
	uint64_t until_ns = end_ns;

	if (io->work.deadline_ns && io->check_ns < until_ns)
		until_ns = io->check_ns;
	if (io->rate.limited && io->next_known && io->idle_count > 0) {
		uint64_t due_ns = rate_due_ns(&io->rate, io->next.direction);

		if (due_ns < until_ns)
			until_ns = due_ns;
	}
	return until_ns > io->now_ns ? until_ns - io->now_ns : 0;
}

/* How many to wait for: one, or as many as make a batch; none if there is more to hand over. */
static unsigned wait_count(const struct io *io)
{
	unsigned batch = io->work.submit_batch, under_way = io->in_flight + io->queue_count;
	unsigned count = batch > io->idle_count + 1 ? batch - io->idle_count : 1;

	if (io->stepping)
		return 0;
	return count < under_way ? count : under_way;
}

/* Hand over the queue and wait. Returns 0, or -errno. */
static int hand_over(struct io *io, uint64_t end_ns, struct io_outcome *outcome)
{
	uint64_t issue_ns;
	int taken;

	if (io->queue_count > 0 && io->work.mode == IO_MEASURE)
		io_look(io);
	issue_ns = io->now_ns;
	for (unsigned i = 0; i < io->queue_count; i++)
		io->queue[i]->issue_ns = issue_ns;
	taken = io->driver->enter(io, wait_count(io), wait_ns(io, end_ns));
	if (taken < 0)
		return (taken == -EAGAIN || taken == -EBUSY) && io->in_flight > 0 ? 0 : taken;
	if (taken == 0)
		return 0;
	io->in_flight += (unsigned)taken;
	outcome_issued(io, outcome, (unsigned)taken);
	io->queue_count -= (unsigned)taken;
	if (io->queue_count > 0)
		memmove(io->queue, io->queue + taken, io->queue_count * sizeof(io->queue[0]));
	return 0;
}

/* Count what has ended without an error, and see whether it is whole. */
static void accept_result(struct io *io, struct io_outcome *outcome,
                          const struct io_request *request)
{
	const struct io_place *place = &request->place;
	int64_t wrong;

	outcome_ended(io, outcome, request);
	if ((uint32_t)request->result < place->bytes) {
		outcome->tally[place->direction].short_ios++;
		outcome_error(io, outcome, request, place->offset_bytes, 0);
	} else if (io->work.verify && place->direction == IO_READ) {
		wrong =
		    verify_check(&io->verify, request->buffer, place->bytes, place->offset_bytes);
		if (wrong >= 0)
			outcome_error(io, outcome, request, place->offset_bytes + (uint64_t)wrong,
			              EBADMSG);
	}
}

static void end_request(struct io *io, struct io_outcome *outcome, struct io_request *request)
{
	const struct io_work *work = &io->work;
	const struct io_place *place = &request->place;

	io->in_flight--;
	if (request->result == -EAGAIN || request->result == -EINTR) {
		io->queue[io->queue_count++] = request;
		return;
	}
	if (request->result < 0)
		outcome_error(io, outcome, request, place->offset_bytes, -request->result);
	else
		accept_result(io, outcome, request);
	if (work->each)
		work->each(work->context, &(struct io_event){
					      .direction = place->direction,
					      .offset_bytes = place->offset_bytes,
					      .bytes = place->bytes,
					      .start_ns = request->start_ns,
					      .issue_ns = request->issue_ns,
					      .end_ns = io->now_ns,
					      .result = request->result,
					  });
	request->issue_ns = 0;
	io->idle[io->idle_count++] = request;
}

void round_mark_time(struct io *io, struct io_outcome *outcome)
{
	uint64_t passed_ns = io->now_ns - io->marked_ns;

	io->marked_ns = io->now_ns;
	outcome->elapsed_ns += passed_ns;
	if (io->work.read_percent > 0)
		outcome->tally[IO_READ].elapsed_ns += passed_ns;
	if (io->work.read_percent < 100)
		outcome->tally[IO_WRITE].elapsed_ns += passed_ns;
}

int round_go(struct io *io, uint64_t end_ns, struct io_outcome *outcome)
{
	const struct io_work *work = &io->work;
	unsigned count;
	int rc;

	rc = hand_over(io, end_ns, outcome);
	if (rc)
		return rc;
	count = io->driver->reap(io);
	if (count == 0)
		io->unlooked = io->look_after; /* it has waited: look now */
	look(io);
	outcome_batch(outcome->completes, count);
	for (unsigned i = 0; i < count; i++)
		end_request(io, outcome, io->ended[i]);
	if (work->sample_ns && io->now_ns >= io->sample_ns) {
		io->sample_ns = io->now_ns + work->sample_ns;
		round_mark_time(io, outcome);
		work->sample(work->context, io->now_ns, outcome);
	}
	if (io->error_count > work->errors_max)
		return -EIO;
	return check_deadline(io, outcome);
}
