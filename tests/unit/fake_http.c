/* SPDX-License-Identifier: MIT */
/* fake_http.c - the server of the unit tests: http_put() and http_get() without a network */

#include "tests/unit/fake_http.h"
#include "bench/deliver/date.h"
#include "bench/lib/text.h"

#include <errno.h>
#include <string.h>
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

int date_ask(const char *url, uint64_t limit_ns, double *offset_s)
{
	(void)url;
	(void)limit_ns;
	(void)offset_s;
	return -EIO;
}

int http_get(const struct http_download *download, struct reply *reply)
{
	unsigned call = fake_http.calls;
	const char *body;

	if (call == countof(fake_http.answers))
		return -EIO;
	body = fake_http.bodies[call] ? fake_http.bodies[call] : "";
	text_copy(fake_http.urls[call], ADDRESS_BYTES, download->url);
	*reply = (struct reply){ .answer = fake_http.answers[call],
		                 .status = fake_http.statuses[call],
		                 .why = "a test" };
	fake_http.calls++;
	text_copy(download->body, download->body_bytes, body);
	return (int)strlen(body);
}
