/* SPDX-License-Identifier: MIT */
/* reply.c - what a server said to one try, what it means, and when to try again */

#include "bench/deliver/reply.h"

#include "bench/lib/text.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define WAIT_FIRST_S 2
#define WAIT_LONGEST_S 300

enum answer reply_answer(int status)
{
	if (status >= 200 && status <= 299)
		return ANSWER_ACKNOWLEDGED;
	if (status == 408 || status == 425 || status == 429 || (status >= 500 && status <= 599))
		return ANSWER_RETRY;
	return ANSWER_REFUSED;
}

const char *reply_hint(int status)
{
	switch (status) {
	case 401:
	case 403: return ": the server does not let this machine write there";
	case 404:
	case 409: return ": is the path right, and may the server make folders below it?";
	case 405: return ": the server takes no PUT there (nginx: dav_methods PUT)";
	case 411: return ": the server did not see the Content-Length that was sent";
	case 413: return ": larger than the server takes (nginx: client_max_body_size)";
	case 507: return ": the server's disk is full";
	default: return "";
	}
}

/* If the line is the header @name, copy its value to @to. */
static void take(char *to, size_t size, const char *name, const char *line, size_t length)
{
	size_t name_length = strlen(name);
	char value[256];

	if (length < name_length || strncasecmp(line, name, name_length))
		return;
	line += name_length;
	length -= name_length;
	if (length >= sizeof(value))
		length = sizeof(value) - 1;
	memcpy(value, line, length);
	value[length] = '\0';
	value[strcspn(value, "\r\n")] = '\0';
	text_clean(to, size, value);
}

void reply_header(struct reply *reply, const char *line, size_t length)
{
	if (length >= 5 && !memcmp(line, "HTTP/", 5))
		reply->retry_after[0] = reply->date[0] = '\0';
	take(reply->retry_after, sizeof(reply->retry_after), "Retry-After:", line, length);
	take(reply->date, sizeof(reply->date), "Date:", line, length);
}

/* Parse "Sun, 06 Nov 1994 08:49:37 GMT", the one form that servers send today. */
static int parse_date(const char *text, int64_t *seconds)
{
	struct tm utc = { 0 };
	const char *end = strptime(text, "%a, %d %b %Y %H:%M:%S GMT", &utc);

	if (!end || *end)
		return -EINVAL;
	*seconds = timegm(&utc);
	return 0;
}

int reply_date_s(const struct reply *reply, int64_t *seconds)
{
	return parse_date(reply->date, seconds);
}

uint32_t reply_retry_after_s(const struct reply *reply, int64_t wall_s)
{
	uint64_t seconds;
	int64_t then, now;
	int rc = text_parse_u64(reply->retry_after, &seconds);

	if (rc == -EINVAL) {
		if (parse_date(reply->retry_after, &then))
			return 0;
		if (reply_date_s(reply, &now))
			now = wall_s;
		seconds = then > now ? (uint64_t)(then - now) : 0;
	}
	return rc == -ERANGE || seconds > UINT32_MAX ? UINT32_MAX : (uint32_t)seconds;
}

uint64_t reply_wait_ns(unsigned tries, uint32_t random, uint32_t retry_after_s, uint64_t left_ns)
{
	uint64_t base_s = WAIT_FIRST_S, wait_ns;

	while (--tries && base_s < WAIT_LONGEST_S)
		base_s *= 2;
	if (base_s > WAIT_LONGEST_S)
		base_s = WAIT_LONGEST_S;
	wait_ns = SECONDS(base_s) / 2 + (uint64_t)((double)SECONDS(base_s) * random / UINT32_MAX);
	if (wait_ns < SECONDS(retry_after_s))
		wait_ns = SECONDS(retry_after_s);
	return wait_ns < left_ns ? wait_ns : left_ns;
}
