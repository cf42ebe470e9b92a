/* SPDX-License-Identifier: MIT */
/* http.h - put one file on a server, or get one, once */

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

struct http_download {
	const char *url, *ca; /* as for an upload */
	uint64_t limit_ns;    /* give up after this */
	char *body;           /* filled in, with a NUL after it */
	size_t body_bytes;    /* of room for it, with the NUL */
};

/*
 * GET a file. Redirects (301, 302, 307, 308) are followed to the same origin only. What came of
 * it is in @reply; a file that is larger than the room is ANSWER_REFUSED.
 *
 * Returns how many bytes there are, or -EINVAL for a bad address, -ENOMEM.
 */
MUST_CHECK int http_get(const struct http_download *download, struct reply *reply);

#endif
