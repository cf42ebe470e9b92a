/* SPDX-License-Identifier: MIT */
/* status.c - how a run ended: one table */

#include "bench/lib/status.h"

/* In the order in which they win over each other. */
static const struct {
	int status;
	const char *word, *meaning;
} statuses[] = {
	{ EXIT_USAGE, "usage", "the command line was wrong" },
	{ EXIT_REFUSED, "refused", "a safety rule said no: the log says which" },
	{ EXIT_INTERNAL, "internal", "Assay or its kernel went wrong, perhaps not the machine" },
	{ EXIT_HARDWARE_ERROR, "hardware-error", "the kernel reported an error of the hardware" },
	{ EXIT_TEST_FAILED, "test-failed", "a test failed or timed out: look at the machine" },
	{ EXIT_STOPPED, "stopped", "ended by somebody; what was finished is in the report" },
	{ EXIT_NOT_DELIVERED, "not-delivered", "the results are safe, but no server took them" },
	{ EXIT_NOTHING_RAN, "nothing-ran", "no test gave a number: the log says why" },
	{ EXIT_OK, "ok", "all is well with this machine" },
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

const char *exit_status_meaning(int status)
{
	return statuses[rank(status)].meaning;
}

int exit_status_worse(int a, int b)
{
	return statuses[rank(a) < rank(b) ? rank(a) : rank(b)].status;
}
