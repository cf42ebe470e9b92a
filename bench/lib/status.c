/* SPDX-License-Identifier: MIT */
/* status.c - how a run ended: one table */

#include "bench/lib/status.h"

/* In the order in which they win over each other. */
static const struct {
	int status;
	const char *word;
} statuses[] = {
	{ EXIT_USAGE, "usage" },
	{ EXIT_REFUSED, "refused" },
	{ EXIT_INTERNAL, "internal" },
	{ EXIT_HARDWARE_ERROR, "hardware-error" },
	{ EXIT_TEST_FAILED, "test-failed" },
	{ EXIT_STOPPED, "stopped" },
	{ EXIT_NOT_DELIVERED, "not-delivered" },
	{ EXIT_NOTHING_RAN, "nothing-ran" },
	{ EXIT_OK, "ok" },
};

static size_t rank(int status)
{
	for (size_t i = 0; i < countof(statuses); i++)
		if (statuses[i].status == status)
			return i;
	return rank(EXIT_INTERNAL); /* died of a signal, could not be started */
}

const char *exit_status_word(int status)
{
	return statuses[rank(status)].word;
}

int exit_status_worse(int a, int b)
{
	return statuses[rank(a) < rank(b) ? rank(a) : rank(b)].status;
}
