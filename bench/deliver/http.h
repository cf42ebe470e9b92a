/* SPDX-License-Identifier: MIT */
/* http.h - put one file on a server, once */

#ifndef ASSAY_HTTP_H
#define ASSAY_HTTP_H

#include "bench/deliver/reply.h"

struct http_upload {
	const char *url;   /* of the file, passed by address_check() */
	const char *path;  /* the file here */
	const char *type;  /* "application/json" */
	const char *run;   /* Idempotency-Key: a second try is the same delivery */
	const char *ca;    /* PEM file of the authorities trusted for https */
	uint64_t limit_ns; /* give up after this */
};

/*
 * PUT the file: Content-Length, no chunks, the server's certificate verified. Redirects
 * (307, 308) are followed to the same origin only.
 *
 * Returns 0 with what came of it in @reply, or -errno when the file cannot be read.
 */
MUST_CHECK int http_put(const struct http_upload *upload, struct reply *reply);

#endif
