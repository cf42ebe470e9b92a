/* SPDX-License-Identifier: MIT */
/* group.c - several threads at once, each with a work of its own; one that hangs is left behind */

#include "bench/io/engine.h"
#include "bench/lib/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CACHE_LINE 64
#define GRACE_NS SECONDS(1) /* beyond its deadline, until a thread is given up */

enum order { ORDER_OPEN, ORDER_RUN, ORDER_DRAIN, ORDER_END };

/* One thread. Its own until it has said that it is ready. */
struct member {
	struct io_group *group;
	struct io_work work;
	struct io *io;
	struct io_outcome outcome; /* here and not with the caller, who may have gone */
	pthread_t thread;
	unsigned orders_done;
	int rc;
	bool lost; /* hung, and given up */
	uint64_t hung_offset_bytes;
	char why[160];
} __attribute__((aligned(CACHE_LINE)));

struct io_group {
	pthread_mutex_t gate;
	pthread_cond_t ordered, ready;
	enum order order;
	unsigned orders; /* given so far */
	uint64_t start_ns, duration_ns;
	unsigned lost_count; /* members that have not come back */
	bool closed;
	unsigned count;
	struct member members[];
};

static int obey(struct member *member, enum order order)
{
	struct io_group *group = member->group;

	switch (order) {
	case ORDER_OPEN:
		return io_open(&member->io, &member->work, member->why, sizeof(member->why));
	case ORDER_RUN:
		return io_run_between(member->io, group->start_ns,
		                      group->start_ns + group->duration_ns, &member->outcome);
	case ORDER_DRAIN: return io_drain(member->io, &member->outcome);
	case ORDER_END: break;
	}
	if (member->io)
		io_close(member->io);
	return 0;
}

/* One that was lost is here again, too late. The last one frees the group. Opens the gate. */
static void come_back(struct member *member)
{
	struct io_group *group = member->group;
	bool last;

	io_close(member->io);
	member->io = NULL;
	last = --group->lost_count == 0 && group->closed;
	pthread_mutex_unlock(&group->gate);
	if (last)
		free(group);
}

static void *member_main(void *argument)
{
	struct member *member = argument;
	struct io_group *group = member->group;
	enum order order;

	pthread_mutex_lock(&group->gate);
	do {
		while (member->orders_done == group->orders)
			pthread_cond_wait(&group->ordered, &group->gate);
		order = group->order;
		pthread_mutex_unlock(&group->gate);
		member->rc = obey(member, order);
		pthread_mutex_lock(&group->gate);
		member->orders_done++;
		pthread_cond_broadcast(&group->ready);
	} while (order != ORDER_END && !member->lost);
	if (member->lost)
		come_back(member);
	else
		pthread_mutex_unlock(&group->gate);
	return NULL;
}

/* When a member that has not said anything is given up; UINT64_MAX = never. */
static uint64_t limit_of(const struct member *member, enum order order)
{
	const struct io_group *group = member->group;
	uint64_t deadline_ns = member->work.deadline_ns;

	if (deadline_ns == 0 || order == ORDER_OPEN)
		return UINT64_MAX;
	return group->start_ns + (order == ORDER_RUN ? group->duration_ns : 0) +
	       deadline_ns / 4 * 5 + GRACE_NS;
}

/* @member hangs: it stays where it is, with what it has in hand. The gate is closed. */
static void give_up(struct member *member)
{
	const struct io_request *oldest = io_oldest(member->io);

	member->lost = true;
	member->hung_offset_bytes = oldest ? oldest->place.offset_bytes : 0;
	member->group->lost_count++;
}

/* Wait until @member has done what it was told; else it is lost. The gate is closed. */
static void await(struct member *member, enum order order)
{
	struct io_group *group = member->group;
	uint64_t limit_ns = limit_of(member, order);
	struct timespec limit = { .tv_sec = (time_t)(limit_ns / SECONDS(1)),
		                  .tv_nsec = (long)(limit_ns % SECONDS(1)) };

	while (member->orders_done != group->orders && !member->lost) {
		if (limit_ns == UINT64_MAX) {
			pthread_cond_wait(&group->ready, &group->gate);
		} else if (pthread_cond_timedwait(&group->ready, &group->gate, &limit) ==
		               ETIMEDOUT &&
		           member->orders_done != group->orders) {
			give_up(member);
		}
	}
	if (member->lost)
		member->rc = -ETIMEDOUT;
}

/* Let all members that are not lost do one thing. Returns 0, or the first one's error. */
static int give(struct io_group *group, enum order order, uint64_t duration_ns)
{
	int rc = 0;

	pthread_mutex_lock(&group->gate);
	group->order = order;
	group->orders++;
	group->duration_ns = duration_ns;
	group->start_ns = clock_now_ns();
	pthread_cond_broadcast(&group->ordered);
	for (unsigned i = 0; i < group->count; i++) {
		await(&group->members[i], order);
		if (rc == 0)
			rc = group->members[i].rc;
	}
	pthread_mutex_unlock(&group->gate);
	return rc;
}

/* A group without threads. Returns NULL without memory. */
static struct io_group *make_group(unsigned count)
{
	size_t bytes = sizeof(struct io_group) + count * sizeof(struct member);
	struct io_group *group = aligned_alloc(CACHE_LINE, bytes);
	pthread_condattr_t monotonic;

	if (!group)
		return NULL;
	memset(group, 0, bytes);
	pthread_mutex_init(&group->gate, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&group->ordered, &monotonic);
	pthread_cond_init(&group->ready, &monotonic);
	pthread_condattr_destroy(&monotonic);
	return group;
}

int io_group_open(struct io_group **group, const struct io_work *works, unsigned count, char *why,
                  size_t why_size)
{
	struct io_group *made = make_group(count);
	int rc = 0;

	if (!made) {
		snprintf(why, why_size, "no memory for %u threads", count);
		return -ENOMEM;
	}
	while (made->count < count && rc == 0) {
		struct member *member = &made->members[made->count];

		member->group = made;
		member->work = works[made->count];
		rc = -pthread_create(&member->thread, NULL, member_main, member);
		made->count += rc == 0;
	}
	if (rc) {
		snprintf(why, why_size, "thread %u of %u: %s", made->count + 1, count,
		         strerror(-rc));
	} else {
		rc = give(made, ORDER_OPEN, 0);
		for (unsigned i = 0; i < count; i++)
			if (made->members[i].rc) {
				snprintf(why, why_size, "%s", made->members[i].why);
				break;
			}
	}
	if (rc)
		io_group_close(made);
	else
		*group = made;
	return rc;
}

/* Let all do @order, on copies of @outcomes. */
static int give_with(struct io_group *group, enum order order, uint64_t duration_ns,
                     struct io_outcome *outcomes, int *rcs)
{
	int rc;

	for (unsigned i = 0; i < group->count; i++)
		if (!group->members[i].lost)
			group->members[i].outcome = outcomes[i];
	rc = give(group, order, duration_ns);
	for (unsigned i = 0; i < group->count; i++) {
		const struct member *member = &group->members[i];

		if (member->lost) {
			outcomes[i].hung = true;
			outcomes[i].hung_offset_bytes = member->hung_offset_bytes;
		} else {
			outcomes[i] = member->outcome;
		}
		if (rcs)
			rcs[i] = member->rc;
	}
	return rc;
}

int io_group_run(struct io_group *group, uint64_t duration_ns, struct io_outcome *outcomes,
                 int *rcs)
{
	return give_with(group, ORDER_RUN, duration_ns, outcomes, rcs);
}

int io_group_drain(struct io_group *group, struct io_outcome *outcomes, int *rcs)
{
	return give_with(group, ORDER_DRAIN, 0, outcomes, rcs);
}

void io_group_close(struct io_group *group)
{
	bool last;

	(void)give(group, ORDER_END, 0);
	for (unsigned i = 0; i < group->count; i++) {
		if (group->members[i].lost)
			pthread_detach(group->members[i].thread);
		else
			pthread_join(group->members[i].thread, NULL);
	}
	pthread_mutex_lock(&group->gate);
	group->closed = true;
	last = group->lost_count == 0;
	pthread_mutex_unlock(&group->gate);
	if (last)
		free(group);
}
