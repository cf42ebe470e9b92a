/* SPDX-License-Identifier: MIT */
/* reply.h - what a server said to one try, what it means, and when to try again */

#ifndef ASSAY_REPLY_H
#define ASSAY_REPLY_H

#include "bench/lib/base.h"

enum answer {
	ANSWER_ACKNOWLEDGED, /* the server has the file */
	ANSWER_RETRY,        /* not yet: it may work later */
	ANSWER_REFUSED,      /* for good: only a person can help */
};

/* One try to put one file. */
struct reply {
	enum answer answer;
	int status; /* of HTTP; 0 = no reply */
	uint64_t sent_bytes;
	char why[320]; /* printable: why not, and what to do; "" when acknowledged */
	char retry_after[64], date[64]; /* headers, as they came; "" = none */
};

/* What a status of HTTP means: RFC 9110; 408, 425, 429 and 5xx pass with time. */
enum answer reply_answer(int status);

/* What a person can do about a status: ": ..." to append to a line, or "". */
const char *reply_hint(int status);

/*
 * Take note of one line of a reply's head: @line of @length bytes, not terminated.
 * A status line begins a new head and forgets the headers of the one before.
 */
void reply_header(struct reply *reply, const char *line, size_t length);

/* The header Date, seconds since 1970. Returns 0, or -EINVAL if there is none. */
MUST_CHECK int reply_date_s(const struct reply *reply, int64_t *seconds);

/*
 * How long the server asks to be left alone: header Retry-After, in seconds or as a date.
 *
 * A date counts from the server's own header Date, because the clock of a machine fresh
 * from the factory may say anything; from @wall_s (since 1970) if there is none.
 *
 * Returns seconds, at most UINT32_MAX; 0 if it does not ask or what it says is no time.
 */
uint32_t reply_retry_after_s(const struct reply *reply, int64_t wall_s);

/*
 * How long to wait after try number @tries (from 1): 2 s, doubled each time up to 5 min,
 * times 0.5 to 1.5 by @random, so that a hall of machines does not knock in step; never
 * less than @retry_after_s, never more than @left_ns.
 */
uint64_t reply_wait_ns(unsigned tries, uint32_t random, uint32_t retry_after_s, uint64_t left_ns);

#endif
