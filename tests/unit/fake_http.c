/* SPDX-License-Identifier: MIT */
/* fake_http.c - the server of the unit tests: http_put() without a network */

#include "tests/unit/fake_http.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <unistd.h>

struct fake_http fake_http;

int http_put(const struct http_upload *upload, struct reply *reply)
{
	if (access(upload->path, R_OK) < 0)
		return -errno;
	if (fake_http.calls == countof(fake_http.answers))
		return -EIO;
	text_copy(fake_http.urls[fake_http.calls], ADDRESS_BYTES, upload->url);
	*reply = (struct reply){ .answer = fake_http.answers[fake_http.calls++], .why = "a test" };
	return 0;
}
