/* SPDX-License-Identifier: MIT */
/* test_deliver.c - the order of a delivery; tests/deliver has the real thing */

#include "tests/unit/check.h"

#include "bench/deliver.h"
#include "bench/lib/status.h"
#include "tests/unit/fake_files.h"
#include "tests/unit/fake_http.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define RUN "0b8a4a3e-9d2f-4c1b-8a77-5f0e6d3c2b1a"

static bool is_marked(const struct fake_files *files)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/" DELIVERED_MARK, files->root);
	return access(path, F_OK) == 0;
}

static void delivers_in_order(void **state)
{
	static const char report[] = "{\"run\":{\"id\":\"" RUN "\",\"machine\":\"M\"}}";
	struct settings settings = { .upload = "http://host/r/", .upload_deadline_s = 0 };
	struct fake_files files;

	(void)state;
	fake_files_make(&files);
	fake_files_put(&files, "/report.json", report, strlen(report));

	/* without the journal the report does not go either */
	fake_http = (struct fake_http){ 0 };
	assert_int_equal(deliver(&settings, files.root), EXIT_INTERNAL);
	assert_int_equal(fake_http.calls, 0);

	fake_files_put(&files, "/journal.ndjson", "", 0);
	assert_int_equal(deliver(&settings, files.root), EXIT_OK);
	assert_int_equal(fake_http.calls, 2);
	assert_string_equal(fake_http.urls[0], "http://host/r/M/" RUN "/journal.ndjson");
	assert_string_equal(fake_http.urls[1], "http://host/r/M/" RUN "/report.json");
	assert_true(is_marked(&files));

	/* what is refused is not marked, and nothing follows it */
	fake_http = (struct fake_http){ .answers = { ANSWER_REFUSED } };
	assert_int_equal(deliver(&settings, files.root), EXIT_NOT_DELIVERED);
	assert_int_equal(fake_http.calls, 1);
	assert_false(is_marked(&files));

	/* one of two is not enough when the deadline is over */
	fake_http = (struct fake_http){ .answers = { ANSWER_ACKNOWLEDGED, ANSWER_RETRY } };
	assert_int_equal(deliver(&settings, files.root), EXIT_NOT_DELIVERED);
	assert_int_equal(fake_http.calls, 2);
	assert_false(is_marked(&files));
	fake_files_remove(&files);
}

static void needs_no_server_for_nothing(void **state)
{
	struct settings settings = { .upload = "" };

	(void)state;
	assert_int_equal(deliver(&settings, "/nowhere"), EXIT_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(delivers_in_order),
		cmocka_unit_test(needs_no_server_for_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
