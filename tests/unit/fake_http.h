/* SPDX-License-Identifier: MIT */
/* fake_http.h - the server of the unit tests: http_put() and http_get() without a network */

#ifndef ASSAY_FAKE_HTTP_H
#define ASSAY_FAKE_HTTP_H

#include "bench/deliver/address.h"
#include "bench/deliver/http.h"

/* What the next calls answer, and what they were asked. */
struct fake_http {
	enum answer answers[4]; /* one for each call */
	int statuses[4];        /* of HTTP */
	const char *bodies[4];  /* what http_get() gets; NULL = nothing */
	char urls[4][ADDRESS_BYTES];
	unsigned calls;
};

extern struct fake_http fake_http;

#endif
