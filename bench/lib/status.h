/* SPDX-License-Identifier: MIT */
/* status.h - how a run ended: the exit status and the WORD of "assay: END status=WORD" */

#ifndef ASSAY_STATUS_H
#define ASSAY_STATUS_H

#include "bench/lib/base.h"

/* The exit statuses. Stable: scripts rely on the numbers. */
enum exit_status {
	EXIT_OK = 0,
	EXIT_TEST_FAILED = 1,    /* a test failed or timed out: a finding about the machine */
	EXIT_USAGE = 2,          /* the command line was wrong */
	EXIT_NOTHING_RAN = 3,    /* no test gave a number */
	EXIT_REFUSED = 4,        /* a safety rule said no */
	EXIT_HARDWARE_ERROR = 5, /* the kernel reported an error of the hardware */
	EXIT_NOT_DELIVERED = 6,  /* results are saved, but no server took them */
	EXIT_INTERNAL = 7,       /* Assay or its kernel went wrong: a test broke, an oops */
	EXIT_STOPPED = 8,        /* the user ended the run before its end */
};
#define EXIT_STATUS_LAST EXIT_STOPPED

/* The word of an exit status: "ok", "test-failed", ...; "internal" for any other number. */
const char *exit_status_word(int status);

/* What it means, for people, in less than 72 characters. */
const char *exit_status_meaning(int status);

/*
 * The one that is reported when both apply: the first of usage, refused, internal,
 * hardware error, test failed, stopped, not delivered, nothing ran, ok.
 */
int exit_status_worse(int a, int b);

#endif
