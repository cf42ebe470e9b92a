/* SPDX-License-Identifier: MIT */
/* team.c - the same work on several CPUs at once */

#include "bench/lib/team.h"

#include "bench/lib/cpus.h"

#include <errno.h>
#include <sched.h>

static int bind_to(unsigned cpu)
{
	unsigned long bits[CPUS_MAX / (8 * sizeof(unsigned long))] = { 0 };

	bits[cpu / (8 * sizeof(*bits))] = 1ul << cpu % (8 * sizeof(*bits));
	return sched_setaffinity(0, sizeof(bits), (const cpu_set_t *)bits) < 0 ? -errno : 0;
}

static void *member_main(void *argument)
{
	struct team *team = argument;
	unsigned number;
	bool called_off;
	int rc;

	pthread_mutex_lock(&team->gate); /* open when all have been started, or none is to work */
	number = team->named++;
	called_off = team->called_off;
	rc = bind_to(team->cpus[number]);
	if (rc && !team->rc)
		team->rc = rc;
	pthread_mutex_unlock(&team->gate);
	if (called_off)
		return NULL;
	team_wait(team);
	team->work(team, number);
	return NULL;
}

int team_run(struct team *team, void (*work)(struct team *team, unsigned number))
{
	static pthread_t threads[CPUS_MAX];
	unsigned started = 0;
	int rc = 0;

	team->work = work;
	team->named = 0;
	team->rc = 0;
	pthread_mutex_init(&team->gate, NULL);
	pthread_barrier_init(&team->barrier, NULL, team->count);

	pthread_mutex_lock(&team->gate);
	while (started < team->count && rc == 0) {
		rc = -pthread_create(&threads[started], NULL, member_main, team);
		started += rc == 0;
	}
	team->called_off = rc != 0;
	pthread_mutex_unlock(&team->gate);

	for (unsigned i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&team->barrier);
	pthread_mutex_destroy(&team->gate);
	return rc ? rc : team->rc;
}

void team_wait(struct team *team)
{
	pthread_barrier_wait(&team->barrier);
}
