/* SPDX-License-Identifier: MIT */
/* test_reply.c - what an answer means, and how long to wait */

#include "tests/unit/check.h"

#include "bench/deliver/reply.h"
#include "bench/lib/text.h"

#include <stdio.h>
#include <string.h>

static void judges_statuses(void **state)
{
	static const struct {
		int status;
		enum answer answer;
	} rows[] = {
		{ 0, ANSWER_REFUSED },        { 199, ANSWER_REFUSED },
		{ 200, ANSWER_ACKNOWLEDGED }, { 201, ANSWER_ACKNOWLEDGED },
		{ 204, ANSWER_ACKNOWLEDGED }, { 299, ANSWER_ACKNOWLEDGED },
		{ 301, ANSWER_REFUSED },      { 307, ANSWER_REFUSED },
		{ 400, ANSWER_REFUSED },      { 401, ANSWER_REFUSED },
		{ 403, ANSWER_REFUSED },      { 404, ANSWER_REFUSED },
		{ 408, ANSWER_RETRY },        { 409, ANSWER_REFUSED },
		{ 425, ANSWER_RETRY },        { 429, ANSWER_RETRY },
		{ 499, ANSWER_REFUSED },      { 500, ANSWER_RETRY },
		{ 503, ANSWER_RETRY },        { 507, ANSWER_RETRY },
		{ 599, ANSWER_RETRY },        { 600, ANSWER_REFUSED },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, reply_answer(rows[i].status) == rows[i].answer);
}

static void header(struct reply *reply, const char *line)
{
	reply_header(reply, line, strlen(line));
}

static void reads_headers(void **state)
{
	struct reply reply = { 0 };
	char line[400];

	(void)state;
	header(&reply, "HTTP/1.1 503 Service Unavailable\r\n");
	header(&reply, "retry-AFTER: 12 \r\n");
	header(&reply, "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n");
	header(&reply, "X-Retry-After: 99\r\n");
	header(&reply, "\r\n");
	assert_string_equal(reply.retry_after, "12");
	assert_string_equal(reply.date, "Sun, 06 Nov 1994 08:49:37 GMT");

	header(&reply, "HTTP/1.1 201 Created\r\n");
	assert_string_equal(reply.retry_after, "");
	assert_string_equal(reply.date, "");

	snprintf(line, sizeof(line), "Retry-After:%0350d\r\n", 1);
	header(&reply, line);
	assert_int_equal(strlen(reply.retry_after), sizeof(reply.retry_after) - 1);
}

static void reads_retry_after(void **state)
{
#define NOON "Sun, 06 Nov 1994 12:00:00 GMT"
#define NOON_S 784123200
	static const struct {
		const char *retry_after, *date;
		int64_t wall_s;
		uint32_t seconds;
	} rows[] = {
		{ "", "", 0, 0 },
		{ "0", "", 0, 0 },
		{ "120", "", 0, 120 },
		{ "4294967296", "", 0, UINT32_MAX },
		{ "99999999999999999999", "", 0, UINT32_MAX },
		{ "-1", "", 0, 0 },
		{ "1.5", "", 0, 0 },
		{ "soon", "", 0, 0 },
		{ NOON, "Sun, 06 Nov 1994 11:59:30 GMT", 5, 30 },
		{ NOON, "Sun, 06 Nov 1994 12:00:01 GMT", 5, 0 },
		{ NOON, "", NOON_S - 7, 7 },
		{ NOON, "yesterday", NOON_S - 7, 7 },
		{ NOON, "", NOON_S + 7, 0 },
		{ NOON " and more", "", 0, 0 },
		{ "Fri, 31 Dec 9999 23:59:59 GMT", "", 0, UINT32_MAX },
		{ "Sunday, 06-Nov-94 12:00:00 GMT", "", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct reply reply = { 0 };

		text_copy(reply.retry_after, sizeof(reply.retry_after), rows[i].retry_after);
		text_copy(reply.date, sizeof(reply.date), rows[i].date);
		check_row(i, reply_retry_after_s(&reply, rows[i].wall_s) == rows[i].seconds);
	}
}

static void waits_longer_each_time(void **state)
{
	static const struct {
		unsigned tries;
		uint32_t random, retry_after_s;
		uint64_t left_ns, wait_ns;
	} rows[] = {
		{ 1, 0, 0, SECONDS(3600), SECONDS(1) },
		{ 1, UINT32_MAX, 0, SECONDS(3600), SECONDS(3) },
		{ 2, 0, 0, SECONDS(3600), SECONDS(2) },
		{ 8, 0, 0, SECONDS(3600), SECONDS(128) },
		{ 9, 0, 0, SECONDS(3600), SECONDS(150) },
		{ 9, UINT32_MAX, 0, SECONDS(3600), SECONDS(450) },
		{ UINT32_MAX, 0, 0, SECONDS(3600), SECONDS(150) },
		{ 1, 0, 60, SECONDS(3600), SECONDS(60) },
		{ 9, 0, 60, SECONDS(3600), SECONDS(150) },
		{ 1, 0, UINT32_MAX, SECONDS(3600), SECONDS(3600) },
		{ 9, 0, 0, SECONDS(5), SECONDS(5) },
		{ 1, 0, 0, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < countof(rows); i++)
		check_row(i, reply_wait_ns(rows[i].tries, rows[i].random, rows[i].retry_after_s,
		                           rows[i].left_ns) == rows[i].wait_ns);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(judges_statuses),
		cmocka_unit_test(reads_headers),
		cmocka_unit_test(reads_retry_after),
		cmocka_unit_test(waits_longer_each_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
