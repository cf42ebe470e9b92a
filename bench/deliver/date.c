/* SPDX-License-Identifier: MIT */
/* date.c - the time of day, as a web server tells it by the way */

#include "bench/deliver/date.h"

#include "bench/deliver/reply.h"
#include "bench/lib/clock.h"

#include <curl/curl.h>
#include <errno.h>

static size_t on_header(char *line, size_t size, size_t count, void *reply)
{
	reply_header(reply, line, size * count);
	return size * count;
}

int date_ask(const char *url, uint64_t limit_ns, double *offset_s)
{
	struct reply reply = { .status = 0 };
	CURL *curl = curl_easy_init();
	uint64_t before_ns;
	CURLcode code;
	int64_t told_s;

	if (!curl)
		return -ENOMEM;
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
	curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(curl, CURLOPT_HEADERDATA, &reply);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)(limit_ns / MS(1)));
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_PROXY, "");
	before_ns = clock_wall_ns();
	code = curl_easy_perform(curl);
	curl_easy_cleanup(curl);
	if (reply.date[0] == '\0' && code)
		return code == CURLE_OPERATION_TIMEDOUT ? -ETIMEDOUT : -EIO;
	if (reply_date_s(&reply, &told_s))
		return -EBADMSG;
	/* it was told in the middle, and cut to a whole second */
	*offset_s = (double)told_s + 0.5 - (double)before_ns / 2e9 - (double)clock_wall_ns() / 2e9;
	return 0;
}
