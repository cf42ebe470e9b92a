/* SPDX-License-Identifier: MIT */
/* team.h - the same work on several CPUs at once: a thread on each, bound to it */

#ifndef ASSAY_TEAM_H
#define ASSAY_TEAM_H

#include "bench/lib/base.h"

#include <pthread.h>

/* The first three are set by the caller and stay; the rest is the team's own. */
struct team {
	const unsigned *cpus; /* where its members run, one on each */
	unsigned count;
	void *context; /* for the work */

	void (*work)(struct team *team, unsigned number);
	unsigned named; /* members that have taken their number */
	int rc;         /* of the first member that could not be bound to its CPU */
	bool called_off;
	pthread_mutex_t gate;
	pthread_barrier_t barrier;
};

/*
 * Let each member do @work(@team, its number from 0), and wait until all have done it. None
 * begins before there is a thread for each.
 *
 * Returns 0; or -errno when a thread could not be started, and none has worked, or could not
 * be bound to its CPU, and all have worked somewhere.
 */
MUST_CHECK int team_run(struct team *team, void (*work)(struct team *team, unsigned number));

/* In the work: wait until every member is here. */
void team_wait(struct team *team);

#endif
